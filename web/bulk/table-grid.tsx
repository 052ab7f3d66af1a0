import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import type { Place } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { Icon } from '../kit/icon.tsx'
import { useWords } from '../words/language.tsx'
import { bulkWords } from './bulk-words.ts'
import { CellForm, type LeavingStep } from './cell-form.tsx'
import { hasInput } from './cell-reading.ts'
import { cellAt, useGridKeys, usePointing } from './grid-events.ts'
import { orderName } from './shared-fields.ts'
import styles from './table.module.css'
import { type Bounds, boundsOf, type CellAt, type CellRange, clampCell, type GridSize, isAt } from './table-range.ts'
import { TableRow } from './table-row.tsx'
import type { GridContent } from './use-cell-edits.ts'
import { useClipboard } from './use-clipboard.ts'

interface Ordered {
  /** The order as the service names it: `name` or `name-`. */
  readonly order: string | undefined
  readonly onOrder: (order: string | undefined) => void
}

interface TableGridProps extends GridContent, Ordered {
  readonly label: string
}

/** Places as a grid (WAI-ARIA) that is used like a spreadsheet. */
export function TableGrid({ label, order, onOrder, ...content }: TableGridProps) {
  const table = useRef<HTMLTableElement>(null)
  const { places, fields, labels, edits } = content
  const size = { rows: places.length, columns: fields.length }
  const { editing, follow, leave, ...acts } = useGridState(table, content, size)
  const { range } = acts
  const clipboard = useClipboard({ ...content, ...acts, table })
  const keys = useGridKeys({ ...acts, size, edits, clipboard })
  const pointing = usePointing({ ...acts, fillDown: clipboard.fillDown })
  const { top, bottom, left, right } = boundsOf(range)
  const formIn = (row: number, place: Place) => {
    const field = editing?.at[0] === row ? fields[editing.at[1]] : undefined
    if (!editing || !field || !hasInput(field)) return undefined
    const content = (
      <CellForm
        {...{ place, field }}
        label={labels[editing.at[1]] ?? ''}
        state={edits.states.get(place.id)?.get(field.path)}
        typed={editing.typed}
        onSave={(value) => void edits.save(place, field, value)}
        onUnread={(state) => edits.writer.mark([{ id: place.id, path: field.path }], () => state)}
        onLeave={(step) => leave(editing, step)}
      />
    )
    return { column: editing.at[1], content }
  }
  return (
    <div className={`framed ${styles.scroll}`}>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of which each cell can have the focus.
        role="grid"
        aria-label={label}
        aria-multiselectable
        className={styles.table}
        onKeyDown={keys}
        {...pointing}
        onFocus={({ target }) => target.matches('[data-cell]') && follow(cellAt(target))}
      >
        <Headings {...{ fields, labels, order, onOrder }} head={range.head} />
        <tbody>
          {places.map((place, row) => {
            const isSelected = row >= top && row <= bottom
            return (
              <TableRow
                key={place.id}
                {...{ place, row, fields }}
                states={edits.states.get(place.id)}
                current={range.head[0] === row ? range.head[1] : undefined}
                from={isSelected ? left : undefined}
                to={isSelected ? right : undefined}
                handle={row === bottom && row < size.rows - 1 ? right : undefined}
                form={formIn(row, place)}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const start: CellRange = { anchor: [0, 0], head: [0, 0] }

/** A cell that is edited, and the key that began it if it replaces the content. */
interface Editing {
  readonly at: CellAt
  readonly typed?: string | undefined
}

/** The selection, and the cell that is edited. */
function useGridState(table: RefObject<HTMLTableElement | null>, content: GridContent, size: GridSize) {
  const { places, fields, edits } = content
  const [, navigate] = useLocation()
  const [given, setRange] = useState(start)
  const [editing, setEditing] = useState<Editing>()
  const range = { anchor: clampCell(given.anchor, size, true), head: clampCell(given.head, size, true) }
  const select = (head: CellAt, isExtended = false) => {
    setRange(({ anchor }) => ({ anchor: isExtended ? clampCell(anchor, size) : head, head }))
    table.current?.querySelector<HTMLElement>(`[data-cell='${head}']`)?.focus()
  }
  const selectAll = ({ top, bottom, left, right }: Bounds) => {
    select([top, left])
    select(clampCell([bottom, right], size), true)
  }
  /** Selects a cell that got the focus. */
  const follow = (at: CellAt | undefined) =>
    at && setRange((now) => (isAt(now.head, at) ? now : { anchor: at, head: at }))
  const edit = (at: CellAt, typed?: string) => {
    const [place, field] = [places[at[0]], fields[at[1]]]
    if (!place || !field) return
    if (field.kind === 'state') return navigate(addresses.place(place.slug, 'publish'))
    if (edits.refusalOf({ place, field }) !== undefined) return
    if (field.kind === 'hours') return navigate(`${addresses.place(place.slug, 'edit')}#hours`)
    // The input has the focus before the browser enters the character that was typed.
    flushSync(() => setEditing({ at, typed }))
  }
  const leave = (left: Editing, step: LeavingStep) => {
    // The next cell gets the focus before the form with the focus is gone.
    if (step) select(clampCell([left.at[0] + step[0], left.at[1] + step[1]], size))
    setEditing((now) => (now === left ? undefined : now))
  }
  return { range, editing, select, selectAll, follow, edit, leave }
}

interface HeadingsProps extends Ordered, Pick<GridContent, 'fields' | 'labels'> {
  readonly head: CellAt
}

function Headings({ fields, labels, head, ...ordered }: HeadingsProps) {
  const words = useWords(bulkWords)
  const tabIndexOf = (column: number) => (isAt(head, [-1, column]) ? 0 : -1)
  return (
    <thead>
      <tr>
        <th className={styles.way} data-cell="-1,-1" tabIndex={tabIndexOf(-1)}>
          <span className="unseen">{words.pageOfPlace}</span>
        </th>
        {fields.map((field, column) => (
          <Heading
            key={field.path}
            label={labels[column] ?? ''}
            name={orderName(field)}
            cell={{ 'data-cell': `-1,${column}`, tabIndex: tabIndexOf(column) }}
            {...ordered}
          />
        ))}
      </tr>
    </thead>
  )
}

interface HeadingProps extends Ordered {
  readonly label: string
  /** The name by which the service orders by it; undefined if it cannot. */
  readonly name: string | undefined
  readonly cell: { readonly 'data-cell': string; readonly tabIndex: number }
}

/** The heading of a column: a button that sorts, in turn ascending, descending and not at all, if the service can. */
function Heading({ label, name, cell, order, onOrder }: HeadingProps) {
  if (name === undefined) return <th {...cell}>{label}</th>
  const sorts = { ascending: name, descending: `${name}-`, none: undefined } as const
  const sort = order === name ? 'ascending' : order === sorts.descending ? 'descending' : 'none'
  const next = { none: 'ascending', ascending: 'descending', descending: 'none' } as const
  return (
    <th aria-sort={sort}>
      <button type="button" {...cell} className={styles.sort} onClick={() => onOrder(sorts[next[sort]])}>
        {label}
        {sort !== 'none' && <Icon name={sort === 'ascending' ? 'up' : 'down'} size={14} />}
      </button>
    </th>
  )
}
