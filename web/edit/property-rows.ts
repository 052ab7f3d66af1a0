import { isObject, type Json, type JsonObject } from '../body/pointer.ts'
import { parseDecimal } from './decimal.ts'

/** What a value is, as people tell one from another. */
export const rowKinds = ['text', 'number', 'truth', 'json'] as const
export type RowKind = (typeof rowKinds)[number]

/** A property as it is being written: its value is a text until it can be read as what it is. */
export interface PropertyRow {
  readonly key: number
  readonly name: string
  readonly kind: RowKind
  /** What is typed; of a truth `true`, `false`, or nothing. */
  readonly text: string
}

let keys = 0

/** A row for each member of an object. */
export function rowsOf(value: JsonObject): readonly PropertyRow[] {
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined && inner !== null)
    .map(([name, inner]) => ({ ...newRow(), name, ...typed(inner) }))
}

/** A row without a name and a value. */
export function newRow(): PropertyRow {
  keys += 1
  return { key: keys, name: '', kind: 'text', text: '' }
}

/** A row as a text that is there again after a reload, where its value or its name is not among the values. */
export function formatRow({ name, kind, text }: PropertyRow): string {
  return JSON.stringify({ name, kind, text })
}

/** The row of such a text; none of any other. */
export function parseRow(written: string): readonly PropertyRow[] {
  const row = parseJson(written)
  if (!isObject(row)) return []
  const { name, text } = row
  const kind = rowKinds.find((kind) => kind === row.kind)
  return typeof name === 'string' && typeof text === 'string' && kind ? [{ ...newRow(), name, kind, text }] : []
}

/** The object that rows say: without those that have no name, no readable value, or the name of one before. */
export function objectOf(rows: readonly PropertyRow[]): JsonObject {
  const named = rows.filter((row) => row.name.trim() !== '' && !isNamedBefore(rows, row))
  const members = named.map((row) => [row.name.trim(), readRow(row)] as const)
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}

/** Whether another row before this one has its name. */
export function isNamedBefore(rows: readonly PropertyRow[], row: PropertyRow): boolean {
  const first = rows.find(({ name }) => name.trim() === row.name.trim())
  return row.name.trim() !== '' && first !== row
}

/** What a row says; undefined while that cannot be read. */
export function readRow({ kind, text }: PropertyRow): Json {
  if (text.trim() === '') return undefined
  if (kind === 'text') return text
  if (kind === 'number') return parseDecimal(text)
  if (kind === 'truth') return text === 'true'
  return parseJson(text)
}

/** The same row as another kind: what is typed stays, where that can be read. */
export function asKind(row: PropertyRow, kind: RowKind): PropertyRow {
  const next = { ...row, kind }
  if (kind === 'json') return { ...row, kind, text: JSON.stringify(readRow(row)) ?? '' }
  const isReadable = kind === 'truth' ? row.text === 'true' || row.text === 'false' : readRow(next) !== undefined
  return isReadable ? next : { ...next, text: '' }
}

/** The JSON value that a text says; undefined where it says none. */
export function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function typed(value: Json): Pick<PropertyRow, 'kind' | 'text'> {
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (typeof value === 'number') return { kind: 'number', text: String(value) }
  if (typeof value === 'boolean') return { kind: 'truth', text: String(value) }
  return { kind: 'json', text: JSON.stringify(value, null, isObject(value) ? 2 : undefined) }
}
