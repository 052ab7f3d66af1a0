import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Json } from '../body/json.ts'
import { type Cell, type GivenCell, hasInput } from './cell-reading.ts'
import type { TableField } from './shared-fields.ts'
import { formatTabSeparated, parseTabSeparated, type TextRows } from './tab-separated.ts'
import { type Bounds, boundsOf, type CellRange } from './table-range.ts'
import type { GridContent } from './use-cell-edits.ts'

interface ClipboardProps extends GridContent {
  readonly table: RefObject<HTMLTableElement | null>
  readonly range: CellRange
  readonly selectAll: (bounds: Bounds) => void
}

/** What was copied here last: as a text, and as the values of fields. */
interface Copied {
  readonly text: string
  readonly rows: readonly (readonly { readonly field: TableField; readonly value: Json }[])[]
}

/** The functions that change or copy the selected cells. */
export type GridClipboard = ReturnType<typeof useClipboard>

/** Copies, cuts and pastes while a cell has the focus; returns the other functions for selected cells. */
export function useClipboard({ table, places, fields, edits, range, selectAll }: ClipboardProps) {
  const copied = useRef<Copied>(undefined)
  const bounds = boundsOf(range)
  const rowsIn = ({ top, bottom, left, right }: Bounds): readonly (readonly Cell[])[] =>
    places
      .slice(Math.max(0, top), bottom + 1)
      .map((place) => fields.slice(Math.max(0, left), right + 1).map((field) => ({ place, field })))
  const present = ({ place, field }: Cell) => edits.writer.valueOf(place, field)
  const empty = () => edits.give('emptied', rowsIn(bounds).flat())
  /** Gives the cells below the first row of the selection its values; a single row those of the row above. */
  const fillDown = () => {
    const { top, bottom } = bounds
    const [source = [], ...rows] = rowsIn({ ...bounds, top: top === bottom ? top - 1 : top })
    return edits.give(
      'fill',
      rows.flatMap((row) => row.map((cell, at) => ({ ...cell, value: present(source[at]!) }))),
    )
  }
  const dismiss = () => {
    const marked = rowsIn(bounds)
      .flat()
      .map(({ place, field }) => ({ id: place.id, path: field.path }))
    edits.writer.mark(marked.filter(({ id, path }) => edits.states.get(id)?.get(path)?.fault))
  }
  const hasFocus = () => {
    const at = document.activeElement
    return at?.matches('[data-cell]') && table.current?.contains(at) && bounds.top >= 0 && bounds.left >= 0
  }
  const copy = useEffectEvent((event: ClipboardEvent) => {
    if (!hasFocus()) return
    event.preventDefault()
    const cells = rowsIn(bounds)
    const text = formatTabSeparated(cells.map((row) => row.map(edits.textOf)))
    event.clipboardData?.setData('text/plain', text)
    copied.current = {
      text,
      rows: cells.map((row) => row.map((cell) => ({ field: cell.field, value: present(cell) }))),
    }
    if (event.type === 'cut') void empty()
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain').replaceAll('\r\n', '\n')
    if (!hasFocus() || !text) return
    event.preventDefault()
    const rows = parseTabSeparated(text)
    const own = copied.current?.text === text ? copied.current.rows : undefined
    const block = blockOf(rows, bounds)
    const cells = rowsIn(block)
    const given = cells.flatMap((row, down) =>
      row.flatMap((cell, across) => {
        const [from, to] = [down % rows.length, across % widthOf(rows)]
        return givenTo(cell, rows[from]?.[to], own?.[from]?.[to])
      }),
    )
    const all = (block.bottom - block.top + 1) * (block.right - block.left + 1)
    selectAll(block)
    void edits.give('paste', given, all - cells.flat().length)
  })
  useEffect(() => {
    const off = new AbortController()
    for (const type of ['copy', 'cut'] as const) document.addEventListener(type, copy, off)
    document.addEventListener('paste', paste, off)
    return () => off.abort()
  }, [])
  return { empty, fillDown, dismiss }
}

const widthOf = (rows: TextRows) => Math.max(...rows.map((row) => row.length))

/** Returns the cells that rows are pasted into: a selection of whole blocks is filled with them. */
function blockOf(rows: TextRows, { top, bottom, left, right }: Bounds): Bounds {
  const repeated = (block: number, selected: number) => (selected % block === 0 ? selected : block)
  return {
    ...{ top, left },
    bottom: top + repeated(rows.length, bottom - top + 1) - 1,
    right: left + repeated(widthOf(rows), right - left + 1) - 1,
  }
}

/** Kinds whose values fit only the same field. */
const peculiar: ReadonlySet<TableField['kind']> = new Set(['state', 'choice', 'json'])

/** Returns a cell with what is pasted into it: the value that was copied, if its field has one of that kind. */
function givenTo(cell: Cell, text: string | undefined, own: Copied['rows'][number][number] | undefined): GivenCell[] {
  const { field } = cell
  if (text === undefined) return []
  const isAlike = own?.field.kind === field.kind && (own.field.path === field.path || !peculiar.has(field.kind))
  return [own && isAlike && hasInput(field) ? { ...cell, value: own.value } : { ...cell, text }]
}
