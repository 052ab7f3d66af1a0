import type { Member } from '../../place/fields.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../place/json.ts'
import type { Model } from '../../place/model.ts'
import type { OpenHours } from '../../place/place.ts'
import { placeTypes } from '../../place/place-types.ts'
import { sees, type Visibility } from '../../place/visibility.ts'
import { guardedText, splitList } from '../understanding/cell-text.ts'
import { type Column, column, schemaColumns } from '../understanding/columns.ts'
import { osmColumn, tableHours } from '../understanding/osm-column.ts'

/** Options for the columns of a table of places. */
export interface TableOptions {
  readonly model: Model
  /** Only the columns of these members; undefined: all columns that an import reads, and the id. */
  readonly members: readonly Member[] | undefined
  /** The visibility of the reader: other members have no column. */
  readonly sees: Visibility
}

/** The columns of a table of places, which an import reads; see `placeColumns`. */
export function tableColumns({ model, members, sees: sight }: TableOptions): readonly Column[] {
  const leaves = leavesOf(schemaColumns(model))
  if (members) return members.flatMap((member) => columnsOfMember(member, leaves))
  const written = leaves.filter(({ readOnly, name }) => !readOnly && seen(name, model, sight))
  return [idColumn, ...written.filter(({ path }) => !isReplaced(path[0]!)), ...Object.values(replaced).flat()]
}

const idColumn = column('id', ['id'], 'string')

/** Members whose columns differ from the schema. */
const replaced: Readonly<Record<string, readonly Column[]>> = {
  geolocation: [
    column('longitude', ['geolocation', 'geometry', 'coordinates', 0], 'number'),
    column('latitude', ['geolocation', 'geometry', 'coordinates', 1], 'number'),
    column('geolocation_properties', ['geolocation', 'properties'], 'json'),
  ],
  openHours: [column(osmColumn, ['openHours'], 'string'), column('openHours', ['openHours'], 'json')],
  placeTypes: [column('type', ['placeTypes'], 'type')],
}

const isReplaced = (member: string | number): boolean => Object.hasOwn(replaced, member)

function seen(name: string, { members }: Model, sight: Visibility): boolean {
  return sees(sight, members.get(name.toLowerCase())?.visibility ?? 'public')
}

function leavesOf(columns: readonly Column[]): Column[] {
  const inner = new Set(columns.map(({ path }) => path.slice(0, -1).join('\0')))
  return columns.filter(({ path }) => !inner.has(path.join('\0')))
}

/** The columns inside an object, or the member as one column; a member inside lists is also one column. */
function columnsOfMember({ name, path }: Member, leaves: readonly Column[]): readonly Column[] {
  const instead = path.length === 1 ? replaced[path[0]!] : undefined
  if (instead) return instead
  const inside = leaves.filter((leaf) => path.every((member, at) => leaf.path[at] === member))
  return inside.length > 0 ? inside : [column(name, path, 'json')]
}

/** The separator between the cells of a row. */
type Separator = ',' | ';'

/** The heading of a table as a row of CSV (RFC 4180). */
export function headingRow(columns: readonly Column[], separator: Separator): string {
  return columns.map(({ name }) => name).join(separator)
}

/** A place as a row of CSV; texts that a spreadsheet would take for a formula are guarded, but numbers are not. */
export function placeRow(columns: readonly Column[], place: JsonObject, separator: Separator): string {
  const cells = columns.map((one) => {
    const cell = cellOf(one, columnValue(one, place))
    return typeof cell === 'string' ? guardedText(cell) : cell === undefined ? '' : String(cell)
  })
  return cells.map((cell) => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator)
}

const needsQuotes = /[",;\t\r\n]|^\s|\s$/

/** A place as an object with the names of columns and JSON values; columns without a value are omitted. */
export function placeProperties(columns: readonly Column[], place: JsonObject): JsonObject {
  const cells = columns.map((one) => {
    const value = columnValue(one, place)
    return [one.name, one.kind === 'json' ? value : cellOf(one, value)] as const
  })
  return Object.fromEntries(cells.filter((cell): cell is [string, JsonValue] => cell[1] !== undefined))
}

/** The value of a place in a column. */
function columnValue({ name, path }: Column, place: JsonObject): JsonValue | undefined {
  const value = valueIn(place, path)
  if (path[0] !== 'openHours' || path.length > 1 || !Array.isArray(value)) return value
  const { osm, whole } = tableHours(value as unknown as OpenHours[])
  return name === osmColumn ? osm : (whole as unknown as JsonValue)
}

/** The value at a path; through lists, all existing values. */
function valueIn(value: JsonValue | undefined, [member, ...rest]: Column['path']): JsonValue | undefined {
  if (member === undefined || value === undefined) return value
  if (typeof member === 'number') return Array.isArray(value) ? (value as JsonValue[])[member] : undefined
  if (isJsonObject(value)) return Object.hasOwn(value, member) ? valueIn(value[member], rest) : undefined
  if (!Array.isArray(value)) return undefined
  const inner = (value as JsonValue[]).map((element) => valueIn(element, [member, ...rest]))
  return inner.filter((one) => one !== undefined)
}

/** The content of a cell, from which an import reads the same value. */
function cellOf({ kind }: Column, value: JsonValue | undefined): string | number | boolean | undefined {
  if (value === undefined || value === null) return undefined
  if (kind === 'type' && isJsonObject(value)) return typeCell(value)
  if (kind === 'ids' && Array.isArray(value))
    return listCell(
      value.map((one: JsonValue) => (isJsonObject(one) ? one.id! : one)),
      value,
    )
  if (kind === 'strings' && Array.isArray(value)) return listCell(value, value)
  return typeof value === 'object' ? JSON.stringify(value) : value
}

/** The name of the type if the place has no members of its own for it; otherwise JSON. */
function typeCell(types: JsonObject): string {
  const [[key, own] = ['', {}], ...more] = Object.entries(types)
  const name = placeTypes.find((type) => type.key === key)?.name
  const isPlain = isJsonObject(own) && Object.keys(own).length === 0 && more.length === 0
  return isPlain && name !== undefined ? name : JSON.stringify(types)
}

/** Joined texts if they can be split again; otherwise JSON of the whole value. */
function listCell(texts: readonly JsonValue[], whole: JsonValue): string {
  const joined = texts.join('; ')
  const read = splitList(joined)
  const isReadAgain =
    !joined.startsWith('[') && read.length === texts.length && read.every((text, at) => text === texts[at])
  return isReadAgain ? joined : JSON.stringify(whole)
}
