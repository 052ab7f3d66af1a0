import type { DirectoryEntry, Gazetteer } from '../../client/client.ts'
import type { Fault } from '../../src/common/problem.ts'
import { reason } from '../../src/common/reason.ts'
import { splitList } from '../../src/exchange/understanding/cell-text.ts'
import { answered } from '../api/answered.ts'
import { isObject, type Json, type JsonObject, valueAt, withValueAt } from '../body/json.ts'
import { type DirectoryKind, listPath } from '../directory/directory-queries.ts'
import { parseCoordinates } from '../edit/parse-coordinates.ts'
import { fromSwedishGrid } from '../edit/swedish-grid.ts'
import { newUuid } from '../kit/new-uuid.ts'
import { readPhone } from '../place/phone-number.ts'
import type { PlaceTypeKey } from '../place/place-traits.ts'
import { cellValue, type Mapping, type Target, type TypeNames } from './headings.ts'
import { phoneBeside } from './phone-beside.ts'
import { isTable, type Lines, type Table, type TableRow } from './read-file.ts'

/** What is written for records that say nothing of it. */
export interface Defaults {
  readonly owner?: { readonly id: string; readonly type?: string | undefined } | undefined
  readonly type?: PlaceTypeKey | undefined
  /** From when they are published; absent: drafts. */
  readonly published?: string | undefined
}

/** A record as it is sent: a line of NDJSON, and what a person knows it by. */
export interface OutgoingRecord {
  readonly line: number
  readonly text: string
  readonly name: string
  readonly key?: string | undefined
  readonly parentKey?: string | undefined
  /** What the page itself has found wrong: such a record is not sent. */
  readonly faults?: readonly Fault[] | undefined
}

/** How a file becomes records. */
interface Reading {
  readonly targets: readonly Target[]
  readonly mapping: Mapping
  readonly defaults: Defaults
  readonly typeNames: TypeNames
  /** What the directory knows of the names in the file. */
  readonly known: KnownNames
}

/** The records of a file, ready to be sent. */
export function recordsOf(source: Table | Lines, reading: Reading): OutgoingRecord[] {
  if (!isTable(source)) {
    return source.lines.map(({ line, text }) => {
      const body = parsed(text)
      return body ? outgoing(line, body) : { line, text, name: '' }
    })
  }
  return source.rows.map((row) => {
    const { body, faults } = withPhone(withIds(bodyOf(row, reading), reading.known))
    const found = row.fault === undefined ? faults : [{ pointer: '', ...row.fault }]
    return { ...outgoing(row.line, body), ...(found.length > 0 && { faults: found }) }
  })
}

function outgoing(line: number, body: JsonObject): OutgoingRecord {
  const word = (value: Json) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)
  const key = word(body.key)
  const text = JSON.stringify(key === undefined ? withNewKey(body) : body)
  return { line, text, name: word(body.name) ?? '', key, parentKey: word(body.parentKey) }
}

/** A place without a key gets one, so that a part whose answer was lost can be sent again and makes no second place. */
function withNewKey(body: JsonObject): JsonObject {
  return 'kind' in body || (body.key !== undefined && typeof body.key !== 'string') ? body : { ...body, key: newUuid() }
}

/** A line that is no JSON object is sent as it is: the service says what is wrong with it. */
function parsed(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The body of a row: what its columns say, then what is said for all. */
export function bodyOf(row: TableRow, { targets, mapping, defaults, typeNames }: Reading): JsonObject {
  let body: JsonObject = row.base ?? {}
  const kinds = new Map(targets.map(({ path, kind }) => [path, kind]))
  for (const [index, path] of mapping.entries()) {
    const cell = row.cells[index]
    const kind = path === undefined ? undefined : kinds.get(path)
    if (path === undefined || kind === undefined || cell === undefined) continue
    // The text of a number is kept apart until the columns of its parts are known.
    const at = kind === 'phone' ? 'phoneText' : path.replaceAll('.', '/')
    body = withValueAt(body, `/${at}`, cellValue(kind, cell, typeNames)) as JsonObject
  }
  const placed = withPosition(withType(body))
  return 'kind' in placed ? placed : withDefaults(placed, defaults)
}

/** A record with the number that a text of it says, and the reason where it says none. */
function withPhone({ body: { phoneText: text, ...body }, faults }: Resolved): Resolved {
  if (text === undefined) return { body, faults }
  const said = typeof text === 'string' ? phoneBeside(valueAt(body, phoneAt), text, readPhone) : undefined
  if (said !== undefined && 'code' in said) return { body, faults: [...faults, { pointer: phoneAt, ...said }] }
  return { body: withValueAt(body, phoneAt, said ?? text) as JsonObject, faults }
}

const phoneAt = '/contactInfo/phone'

function withType({ type, ...body }: JsonObject): JsonObject {
  if (type === undefined) return body
  // A table of the directory has a type too, which is a text.
  return 'kind' in body ? { ...body, type } : { ...body, placeTypes: joined(type, body.placeTypes) }
}

function joined(type: Json, own: Json): Json {
  return isObject(type) && isObject(own) ? { ...type, ...own } : type
}

/** Makes a GeoJSON Feature of what the columns say of the position; metres of a Swedish grid become degrees. */
function withPosition({ latitude, longitude, position, ...body }: JsonObject): JsonObject {
  const said = typeof position === 'string' ? (parseCoordinates(position) ?? position) : undefined
  const apart = latitude === undefined || longitude === undefined ? undefined : [longitude, latitude]
  const coordinates = apart ?? said
  const own = valueAt(body, '/geolocation/geometry')
  if (coordinates !== undefined) {
    const geometry = { type: 'Point', coordinates: inDegrees(coordinates) }
    return { ...body, geolocation: { ...(isObject(body.geolocation) && body.geolocation), type: 'Feature', geometry } }
  }
  if (!isObject(own) || own.type !== 'Point') return body
  return withValueAt(body, '/geolocation/geometry/coordinates', inDegrees(own.coordinates)) as JsonObject
}

function inDegrees(coordinates: Json): Json {
  if (!Array.isArray(coordinates)) return coordinates
  const [one, other] = coordinates as readonly Json[]
  const isMetres = typeof one === 'number' && typeof other === 'number'
  return (isMetres && fromSwedishGrid(one, other)) || coordinates
}

function withDefaults(body: JsonObject, { owner, type, published }: Defaults): JsonObject {
  return {
    ...body,
    // A name that is to be looked up names an owner too.
    ...(owner && body.ownerName === undefined && { owner: ownerOf(body.owner, owner) }),
    ...(type && body.placeTypes === undefined && { placeTypes: { [type]: {} } }),
    ...(published && body.published === undefined && { published }),
  }
}

/** The default owner with what a record says of it; a record that names another owner is not given its type. */
function ownerOf(said: Json, owner: NonNullable<Defaults['owner']>): Json {
  if (!isObject(said)) return { ...owner }
  return said.id === undefined ? { ...owner, ...said } : said
}

/** A name that stands for the id of an entry of a list. */
interface Name {
  readonly kind: DirectoryKind
  readonly name: string
}

/** The entries of the directory that are called so, by `keyOf`; at most a few of each. */
type KnownNames = ReadonlyMap<string, readonly DirectoryEntry[]>

export const noNames: KnownNames = new Map()

/** As the service compares names: NFC, case ignored. */
const fold = (name: string) => name.trim().normalize('NFC').toLowerCase()
const keyOf = ({ kind, name }: Name) => `${kind}/${fold(name)}`

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const subjectLists = ['categories', 'tags'] as const

/** What a body says by name: an owner, and categories and tags whose ids are no UUIDs. */
function namesIn(body: JsonObject): Name[] {
  const subjects = subjectLists.flatMap((kind) => {
    const list = body[kind]
    return (
      (Array.isArray(list) ? (list as readonly Json[]) : [])
        .map((one) => (isObject(one) && typeof one.id === 'string' ? one.id : ''))
        // A comma is part of a name, or stands between several.
        .flatMap((name) => [name, ...splitList(name, ',')])
        .filter((name) => name !== '' && !uuid.test(name))
        .map((name) => ({ kind, name }))
    )
  })
  return typeof body.ownerName === 'string' ? [{ kind: 'owners', name: body.ownerName }, ...subjects] : subjects
}

/** Questions under way at once, and entries that are looked through for those with exactly the name. */
const askedAtOnce = 6

const lookedThrough = 50

/** Looks up every name that bodies say, each once. Throws a Failure where the service does not answer. */
export async function lookUpNames(
  api: Gazetteer,
  bodies: readonly JsonObject[],
  signal: AbortSignal,
): Promise<KnownNames> {
  const found = new Map<string, readonly DirectoryEntry[]>()
  const waiting = [...new Map(bodies.flatMap(namesIn).map((name) => [keyOf(name), name])).values()]
  const ask = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { kind, name } = next
      const params = { query: { q: name.trim().normalize('NFC'), limit: lookedThrough } }
      const { Results } = await answered(api.GET(listPath(kind), { params, signal }))
      const same = (Results as readonly DirectoryEntry[]).filter((entry) => fold(entry.name) === fold(name))
      found.set(keyOf(next), same)
    }
  }
  await Promise.all(Array.from({ length: askedAtOnce }, ask))
  return found
}

/** A body, and what the page has found wrong in it. */
interface Resolved {
  readonly body: JsonObject
  readonly faults: readonly Fault[]
}

/** A body with ids where it has names, and what is wrong with those that no entry or several entries have. */
function withIds({ ownerName, ...body }: JsonObject, known: KnownNames): Resolved {
  const faults: Fault[] = []
  const entryOf = (kind: DirectoryKind, name: string, pointer: string) => {
    const [entry, ...others] = known.get(keyOf({ kind, name })) ?? []
    if (entry && others.length === 0) return entry
    const list = reason(`list-${kind}`)
    const found = entry
      ? reason('entries-called', { count: others.length + 1, list, name })
      : reason('no-entry-called', { list, name })
    faults.push({ pointer, ...found })
    return undefined
  }
  const idOf = (kind: DirectoryKind, name: string, pointer: string) =>
    uuid.test(name) ? name : (entryOf(kind, name, pointer)?.id ?? name)
  let resolved: JsonObject = body
  if (typeof ownerName === 'string') {
    const { id, type } = entryOf('owners', ownerName, '/owner') ?? {}
    const said = isObject(body.owner) ? body.owner : {}
    if (id !== undefined) resolved = { ...resolved, owner: { ...(type !== undefined && { type }), ...said, id } }
  }
  for (const kind of subjectLists) {
    const list = body[kind]
    if (!Array.isArray(list)) continue
    const ids = (list as readonly Json[]).flatMap((one, index) => {
      if (!isObject(one) || typeof one.id !== 'string' || uuid.test(one.id)) return [one]
      const isOne = !one.id.includes(',') || known.get(keyOf({ kind, name: one.id }))?.length
      const names = isOne ? [one.id] : splitList(one.id, ',')
      return names.map((name) => ({ id: idOf(kind, name, `/${kind}/${index}`) }))
    })
    resolved = { ...resolved, [kind]: ids }
  }
  return { body: resolved, faults }
}
