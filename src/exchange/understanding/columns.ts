import { hintOf } from '../../common/nearest-word.ts'
import { type Reason, reason } from '../../common/reason.ts'
import type { CountryAt } from '../../geo/locator.ts'
import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '../../place/json.ts'
import type { Model } from '../../place/model.ts'
import { parsePhone } from '../../place/phone.ts'
import { weekdays } from '../../place/place.ts'
import { placeTypes } from '../../place/place-types.ts'
import { leftAsItIs } from '../../place/rules/record-parts.ts'
import { contactInfoSchema, placeSchema } from '../../place/schema.ts'
import { type ImportRecord, recordOf, type UnreadCell } from '../reading/record.ts'
import { booleanWords, jsonOf, numberOf, splitList } from './cell-text.ts'
import { osmColumn } from './osm-column.ts'
import { dayFieldPrefix, ownFields } from './understanding.ts'

/**
 * The kind of a column's cells. `ids` is a list of {id}, `type` a place type, `phone` a telephone number in any common
 * notation, and `json` any JSON.
 */
type ColumnKind = 'string' | 'number' | 'boolean' | 'strings' | 'ids' | 'type' | 'phone' | 'json'

/** One column, with the path of its value in the body of a record. */
export interface Column {
  /** The name in documents: the path joined by `_`. */
  readonly name: string
  readonly path: readonly (string | number)[]
  readonly kind: ColumnKind
  /** Set only by the service, so an import cannot set it (D17). */
  readonly readOnly: boolean
}

/** The columns that a table may have, by name in lower case with `_` between levels. */
export type Columns = ReadonlyMap<string, Column>

/** The columns of a table of places: every member of the schema, the place's keys, and the usual short names. */
export function placeColumns(model: Model): Columns {
  const coordinates = ['geolocation', 'geometry', 'coordinates']
  const own: Column[] = [
    ...['key', 'parentKey'].map((name) => column(name, [name], 'string')),
    ...['longitude', 'lon', 'lng'].map((name) => column(name, [...coordinates, 0], 'number')),
    ...['latitude', 'lat'].map((name) => column(name, [...coordinates, 1], 'number')),
    column('type', ['placeTypes'], 'type'),
    column('parent_key', ['parentKey'], 'string'),
    // An exported table identifies places by their ids, which serve as keys for places without a key.
    column('id', ['key'], 'string'),
    ...[osmColumn, 'öppettider'].map((name) => column(name, [osmColumn], 'string')),
    ...['categories', 'tags'].map((name) => column(`${name}_id`, [name], 'ids')),
  ]
  return byName([...schemaColumns(model), ...own, ...phoneColumns])
}

/** Returns the fields that a column of a file may have, each member once; objects only by their members. */
export function fieldsOfPlaces(model: Model): string[] {
  const named = ['key', 'parentKey', 'type', 'latitude', 'longitude', osmColumn]
  const schema = schemaColumns(model).filter(({ readOnly }) => !readOnly)
  const parents = new Set(schema.map(({ path }) => path.slice(0, -1).join('_')))
  const members = schema.filter(({ name, kind }) => (kind === 'json' ? !parents.has(name) : name !== 'updatedBy'))
  const days = weekdays.flatMap((day) => ['', '_from', '_to'].map((part) => `${dayFieldPrefix}${day}${part}`))
  return [...named, ...Object.values(ownFields), ...members.map(({ name }) => name), phoneColumns[0]!.name, ...days]
}

/** A column for each member of the schema, objects before their members; a list is one column. */
export function schemaColumns({ placeTypeSchemas }: Model): Column[] {
  return columnsOf(placeSchema(placeTypeSchemas) as unknown as JsonObject, [], false)
}

/** The columns of a table of directory entries, which has a column `kind`. */
export function directoryColumns(): Columns {
  const own = ['kind', 'id', 'name', 'type'].map((name) => column(name, [name], 'string'))
  const contact = columnsOf(contactInfoSchema as unknown as JsonObject, ['contactInfo'], false)
  return byName([...own, ...contact, ...phoneColumns])
}

const phoneColumns = ['contactInfo_phone', 'phone', 'telefon', 'tfn'].map((name) =>
  column(name, ['contactInfo', 'phone'], 'phone'),
)

/** The column that a heading names (case does not count, `.` is `_`), or undefined. */
export function findColumn(columns: Columns, heading: string): Column | undefined {
  return columns.get(normalize(heading))
}

/** The reason why a heading is not an importable column. */
export function columnFault(columns: Columns, heading: string): Reason {
  const known = findColumn(columns, heading)
  if (known?.readOnly) return reason('read-only-column', { column: heading })
  const names = [...columns.values()].filter(({ readOnly }) => !readOnly).map(({ name }) => name)
  return reason('unknown-column', { column: heading.slice(0, 100), hint: hintOf(normalize(heading), names) })
}

/**
 * The conflict between columns: two that set the same member, or a telephone number and a part of it. The latter would
 * combine into a number that nobody has.
 */
export function twiceFault(columns: readonly Column[]): Reason | undefined {
  const seen = new Map<string, Column>()
  for (const column of columns.toSorted((a, b) => a.path.length - b.path.length)) {
    const whole = seen.get(column.path.slice(0, -1).join('\0'))
    const first = whole?.kind === 'phone' ? whole : seen.get(column.path.join('\0'))
    if (first !== undefined) return reason('column-twice', { one: first.name, other: column.name })
    seen.set(column.path.join('\0'), column)
  }
  return undefined
}

/** A record under construction. */
export type Draft = Record<string | number, JsonValue>

/** The beginning of a record, and the country of telephone numbers without a country code. */
interface RecordContext {
  readonly body?: Draft
  readonly faults?: readonly Reason[]
  /** Absent: a telephone number must begin with + and a country code. */
  readonly countryAt?: CountryAt
}

/** The content of a column: text, or any JSON. */
export type Cell = readonly [column: Column, value: JsonValue]

/**
 * Builds a record from its cells and a body. A blank cell gives null, and one that cannot be read is listed with the
 * reason, which uses the name of the column. Returns only the faults if some are passed in.
 */
export function recordOfCells(
  line: number,
  cells: Iterable<Cell>,
  { body = {}, faults = [], countryAt }: RecordContext = {},
): ImportRecord {
  const blank: Column[] = []
  const unread: UnreadCell[] = []
  const phones: Cell[] = []
  const add = (column: Column, read: CellValue) => {
    if ('fault' in read) {
      unread.push({ path: column.path.map(String), note: leftAsItIs(column.name, read.fault) })
    }
    // Objects are merged, except telephone numbers.
    else setAt(body, column.path, read.value, column.kind !== 'phone')
  }
  for (const [column, cell] of cells) {
    if (isBlank(cell)) blank.push(column)
    else if (column.kind === 'phone') phones.push([column, cell])
    else add(column, readCell(column, cell))
  }
  for (const [column, cell] of phones) add(column, readPhone(cell, countryOf(body, countryAt)))
  if (faults.length > 0) return { line, faults, ...(typeof body.key === 'string' && { key: body.key }) }
  for (const { path } of blank) setNull(body, path)
  completePosition(body)
  const record = recordOf(body as JsonObject, line)
  return 'faults' in record ? record : { ...record, unread }
}

/** Returns true for a cell without a value. */
export function isBlank(cell: JsonValue): boolean {
  return cell === null || (typeof cell === 'string' && cell.trim() === '')
}

/**
 * Sets a member to null, unless the record has a value there, or above it. Half a position, and a member of a place
 * type that the record does not have, are not set.
 */
function setNull(body: Draft, path: Column['path']): void {
  if (path.some((step) => typeof step === 'number')) return
  let at: Draft = body
  for (const step of path.slice(0, -1)) {
    if (!Object.hasOwn(at, step)) {
      if (path[0] === 'placeTypes') return
      at[step] = {}
    }
    const inner = at[step]
    if (!isJsonObject(inner)) return
    at[step] = { ...inner }
    at = at[step] as Draft
  }
  const last = path.at(-1)!
  if (!Object.hasOwn(at, last)) at[last] = null
}

type CellValue = { readonly value: JsonValue } | { readonly fault: Reason }

/**
 * The value of a cell in its column. An unfitting text is kept unless only the column can name its fault: the rules of
 * a place then report it together with all other faults of the record.
 */
function readCell(column: Column, cell: JsonValue): CellValue {
  if (typeof cell !== 'string') {
    return { value: column.kind === 'string' && typeof cell === 'number' ? String(cell) : cell }
  }
  const text = cell.trim()
  switch (column.kind) {
    case 'string':
      return { value: cell }
    case 'number':
      return { value: numberOf(text) ?? text }
    case 'boolean':
      return { value: booleanWords.get(text.toLowerCase()) ?? text }
    case 'strings':
      return { value: text.startsWith('[') ? jsonOf(text) : splitList(text) }
    case 'ids':
      return { value: text.startsWith('[') ? jsonOf(text) : splitList(text).map((id) => ({ id })) }
    case 'json':
    case 'phone':
      return { value: jsonOf(text) }
    case 'type':
      return readPlaceType(text)
  }
}

/** Reads a telephone number in a common notation, or in JSON. */
function readPhone(cell: JsonValue, country: string | undefined): CellValue {
  const json = typeof cell === 'string' ? jsonOf(cell.trim()) : cell
  if (typeof json !== 'string') return { value: json }
  const phone = parsePhone(json, country)
  return 'code' in phone ? { fault: phone } : { value: phone }
}

/** Returns the country of the record's position, so far as it is known. */
function countryOf(body: Draft, countryAt: CountryAt | undefined): string | undefined {
  const place = valueAt(body as JsonObject, ['geolocation', 'geometry', 'coordinates'])
  if (!countryAt || !Array.isArray(place)) return undefined
  const [longitude, latitude] = place
  return typeof longitude === 'number' && typeof latitude === 'number' ? countryAt([longitude, latitude]) : undefined
}

/** The name of a place type in any letter case, or JSON with the type's own members. */
function readPlaceType(text: string) {
  if (text.startsWith('{')) return { value: jsonOf(text) }
  const wanted = text.toLowerCase()
  const type = placeTypes.find(({ name, key }) => name.toLowerCase() === wanted || key.toLowerCase() === wanted)
  if (type) return { value: { [type.key]: {} } }
  const names = placeTypes.map(({ name }) => name)
  return { fault: reason('place-type', { got: text.slice(0, 100), hint: hintOf(text, names) }) }
}

/** Completes the position to a GeoJSON Feature if only its coordinates are given. */
function completePosition(body: Draft): void {
  const { geolocation } = body
  if (!isJsonObject(geolocation) || !isJsonObject(geolocation.geometry)) return
  body.geolocation = { type: 'Feature', ...geolocation, geometry: { type: 'Point', ...geolocation.geometry } }
}

/** Sets the value at its path, creating the objects and lists on the way. */
function setAt(at: Draft, [member, ...rest]: readonly (string | number)[], value: JsonValue, isMerged: boolean): void {
  if (member === undefined) return
  const before = Object.hasOwn(at, member) ? at[member] : undefined
  if (rest.length === 0) {
    at[member] = isMerged && isJsonObject(before) && isJsonObject(value) ? { ...value, ...before } : value
    return
  }
  const empty = typeof rest[0] === 'number' ? [] : {}
  const inner = isJsonObject(before) ? { ...before } : Array.isArray(before) ? [...before] : empty
  at[member] = inner
  setAt(inner as unknown as Draft, rest, value, isMerged)
}

function columnsOf(schema: JsonObject, path: readonly string[], readOnlyAbove: boolean): Column[] {
  const readOnly = readOnlyAbove || schema.readOnly === true
  const here = path.length === 0 ? [] : [column(path.join('_'), path, kindOf(schema), readOnly)]
  if (schema.type !== 'object' || !isJsonObject(schema.properties)) return here
  const inner = Object.entries(schema.properties as Record<string, JsonObject>)
  return [...here, ...inner.flatMap(([member, part]) => columnsOf(part, [...path, member], readOnly))]
}

function kindOf(schema: JsonObject): ColumnKind {
  if (schema.type === 'string' || schema.const !== undefined) return 'string'
  if (schema.type === 'number' || schema.type === 'integer') return 'number'
  if (schema.type === 'boolean') return 'boolean'
  const items = schema.type === 'array' && isJsonObject(schema.items) ? schema.items : undefined
  if (items?.type === 'string') return 'strings'
  return isJsonObject(items?.properties) && isJsonObject(items.properties.id) ? 'ids' : 'json'
}

/** A column with a name and path. */
export function column(name: string, path: readonly (string | number)[], kind: ColumnKind, readOnly = false): Column {
  return { name, path, kind, readOnly }
}

function byName(columns: readonly Column[]): Columns {
  return new Map(columns.map((each) => [normalize(each.name), each]))
}

function normalize(heading: string): string {
  return heading.trim().toLowerCase().replaceAll('.', '_')
}
