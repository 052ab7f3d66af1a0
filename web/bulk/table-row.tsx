import { memo, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { Place } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { ShownMember } from '../edit/shown-member.tsx'
import { coordinatesText } from '../fields/position-input.tsx'
import { hasEnded, type OpenHours, today } from '../hours/calendar.ts'
import { EntryLine } from '../hours/entry-line.tsx'
import { useEntryText } from '../hours/entry-text.ts'
import { editorWords } from '../hours/hours-words.ts'
import { Soft } from '../kit/dimmed.tsx'
import { useNow } from '../kit/hooks.ts'
import { Icon } from '../kit/icon.tsx'
import { StateBadge, usePlaceState } from '../place/place-item.tsx'
import { placeWords } from '../place/place-words.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { isOfItsType, present } from './bulk-change.ts'
import { bulkWords } from './bulk-words.ts'
import type { CellState, RowStates } from './cell-writer.ts'
import { briefly } from './preview.tsx'
import type { TableField } from './shared-fields.ts'
import styles from './table.module.css'

interface TableRowProps {
  readonly place: Place
  readonly row: number
  readonly fields: readonly TableField[]
  readonly states: RowStates | undefined
  /** The column that the tabulator reaches; absent in other rows. */
  readonly current: number | undefined
  /** The selected columns: the first, and the last. */
  readonly from: number | undefined
  readonly to: number | undefined
  /** The last column of the selection, if it ends in this row: it has the handle for filling. */
  readonly handle: number | undefined
  /** The form in one of its cells. */
  readonly form?: { readonly column: number; readonly content: ReactNode } | undefined
}

/** A place as a row of the table: the link to its page, its name, and the other fields. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { place, row, fields, states, current, from = 0, to = -1, handle, form } = props
  const words = useWords(bulkWords)
  const { mayEdit } = useSession()
  const isFixed = !mayEdit(place.owner.id) || place.deleted !== undefined
  return (
    <tr>
      <td data-cell={`${row},-1`} tabIndex={current === -1 ? 0 : -1} className={styles.way}>
        <Link href={addresses.place(place.slug)} tabIndex={-1} aria-label={words.openPlace(place.name)}>
          <Icon name="right" size={16} />
        </Link>
      </td>
      {fields.map((field, column) => {
        const Cell = column === 0 ? 'th' : 'td'
        const state = states?.get(field.path)
        const id = `fault-${row}-${column}`
        const isReadOnly = isFixed || field.kind === 'state' || !isOfItsType(place, field.at)
        return (
          <Cell
            key={field.path}
            {...(column === 0 && { scope: 'row' })}
            role={column === 0 ? 'rowheader' : 'gridcell'}
            data-cell={`${row},${column}`}
            tabIndex={current === column ? 0 : -1}
            aria-selected={column >= from && column <= to}
            aria-readonly={isReadOnly || undefined}
            {...(state?.fault && { 'aria-invalid': true, 'aria-describedby': id })}
            {...(state && !state.fault && { 'data-pending': true })}
            className={styles.cell}
          >
            <div className={styles.shown}>
              <CellValue place={place} field={field} state={state} />
            </div>
            {state?.fault && (
              <div id={id} className={styles.fault}>
                <Icon name="warning" size={14} />
                {state.fault.text}
              </div>
            )}
            {form?.column === column && form.content}
            {handle === column && !form && <span className={styles.handle} data-handle aria-hidden />}
          </Cell>
        )
      })}
    </tr>
  )
})

interface CellValueProps {
  readonly place: Place
  readonly field: TableField
  readonly state: CellState | undefined
}

/** What a cell shows: the value of the place, or the one that somebody has given it. */
function CellValue({ place, field: { kind, at }, state }: CellValueProps) {
  if (kind === 'state') return <PlaceStateText place={place} />
  if (state?.text !== undefined) return state.text
  const value = state?.change ? state.change.value : present(place, at)
  if (value === undefined) return <Soft span>–</Soft>
  if (kind === 'hours') return <BriefHours entries={value as unknown as readonly OpenHours[]} />
  if (kind === 'position') return coordinatesText(value)
  return <ShownMember at={at} value={briefly(value)} />
}

/** The state as a word; on a colour if it is not the usual one. */
function PlaceStateText({ place }: { readonly place: Place }) {
  const { states } = useWords(placeWords)
  const state = usePlaceState(place)
  return state === 'published' ? states[state] : <StateBadge state={state} />
}

const entriesShownMax = 2

/** The entries of hours that have not ended, each in one line, as many as a cell has room for. */
function BriefHours({ entries }: { readonly entries: readonly OpenHours[] }) {
  const words = useWords(editorWords)
  const text = useEntryText()
  const present = today(useNow())
  const held = entries.filter((entry) => !hasEnded(entry, present))
  return (
    <>
      {held.slice(0, entriesShownMax).map((entry, at) => (
        <div key={at}>
          <EntryLine {...{ entry, text }} />
        </div>
      ))}
      {held.length > entriesShownMax && <Soft span>{words.more(held.length - entriesShownMax)}</Soft>}
      {held.length === 0 && <Soft span>{words.ended(entries.length)}</Soft>}
    </>
  )
}
