import { booleanWords, jsonOf, numberOf, splitList } from '../../src/exchange/understanding/cell-text.ts'
import { osmColumn } from '../../src/exchange/understanding/osm-column.ts'
import { readWritten } from '../../src/hours/written-hours.ts'
import type { Schema } from '../api/document-query.ts'
import type { Json } from '../body/json.ts'
import { parseCoordinates } from '../edit/parse-coordinates.ts'
import { isGridMetres } from '../edit/swedish-grid.ts'
import { fieldWords } from '../place/field-words.ts'
import { type PlaceTypeKey, placeTypes } from '../place/place-traits.ts'
import { placeWords } from '../place/place-words.ts'
import { headingWords, typeWords } from './heading-words.ts'
import type { Table } from './read-file.ts'

/** How the text of a cell becomes a value. */
export type TargetKind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'strings'
  | 'ids'
  | 'json'
  | 'type'
  | 'phone'
  | 'degrees'
  | 'position'
  | 'owner'

/** A member of a place that a column can fill, by its dotted path; those of `own` are the import's. */
export interface Target {
  readonly path: string
  readonly kind: TargetKind
}

const own: readonly Target[] = [
  { path: 'key', kind: 'string' },
  { path: 'parentKey', kind: 'string' },
  { path: 'type', kind: 'type' },
  { path: 'latitude', kind: 'degrees' },
  { path: 'longitude', kind: 'degrees' },
  { path: 'position', kind: 'position' },
  { path: 'ownerName', kind: 'owner' },
  { path: osmColumn, kind: 'string' },
  { path: 'geolocation.properties', kind: 'json' },
]
/** What is filled by the targets above, or holds many that are targets themselves. */
const filled: ReadonlySet<string> = new Set(['geolocation', 'updatedBy'])

/** What a column of places can fill, by the schema of the service. */
export function placeTargets(schema: Schema): readonly Target[] {
  const members = Object.entries(schema.properties ?? {}).filter(([name]) => !filled.has(name))
  return [...own, ...members.flatMap(([name, part]) => targetsOf(part, name))]
}

/** What a column of a table of directory entries can fill: such a table has a column `kind`. */
export function directoryTargets(schema: Schema): readonly Target[] {
  const { contactInfo } = schema.properties ?? {}
  const named = ['kind', 'id', 'name', 'type'].map((path): Target => ({ path, kind: 'string' }))
  return [...named, ...(contactInfo ? targetsOf(contactInfo, 'contactInfo') : [])]
}

function targetsOf(schema: Schema, path: string): Target[] {
  const types: readonly string[] = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  if (schema.properties && types.includes('object')) {
    const whole: readonly Target[] = path === 'contactInfo.phone' ? [{ path, kind: 'phone' }] : []
    const parts = Object.entries(schema.properties).flatMap(([name, part]) => targetsOf(part, `${path}.${name}`))
    return [...whole, ...parts]
  }
  return [{ path, kind: kindOf(schema, types) }]
}

function kindOf(schema: Schema, types: readonly string[]): TargetKind {
  if (types.includes('boolean')) return 'boolean'
  if (types.includes('number') || types.includes('integer')) return 'number'
  if (types.includes('string')) return 'string'
  if (!types.includes('array')) return 'json'
  const inner = schema.items?.type
  if (inner === 'string' || inner?.includes('string')) return 'strings'
  const names = Object.keys(schema.items?.properties ?? {})
  return names.length === 1 && names[0] === 'id' ? 'ids' : 'json'
}

/** The place types by every name that they have: as the service writes them, in both languages, and what people say. */
const typesByName: ReadonlyMap<string, PlaceTypeKey> = new Map(
  placeTypes.flatMap(({ key, name }) =>
    [...(typeWords[key] ?? []), key, name, placeWords.sv.types[key], placeWords.en.types[key]].map(
      (word) => [normalHeading(word), key] as const,
    ),
  ),
)

/** What the names of types mean that a file has for itself. */
export type TypeNames = Readonly<Record<string, PlaceTypeKey>>

const typeNamesMax = 50

/** The first names in a column of types that no type has. */
export function unknownTypes({ rows }: Table, mapping: Mapping): string[] {
  const index = mapping.indexOf('type')
  const names = rows.map(({ cells }) => cells[index]).filter((cell) => typeof cell === 'string')
  const unknown = new Set(names.map((name) => name.trim()).filter((name) => !typesByName.has(normalHeading(name))))
  return [...unknown].slice(0, typeNamesMax)
}

/**
 * What a cell means for a target. What does not fit is kept as it is, so that the service names it together with all other
 * faults of the record.
 */
export function cellValue(kind: TargetKind, cell: Json, typeNames: TypeNames = {}): Json {
  if (kind === 'string' || kind === 'owner' || kind === 'phone')
    return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : cell
  if (typeof cell !== 'string') return cell
  const text = cell.trim()
  const json = /^[[{]/.test(text) ? jsonOf(text) : undefined
  switch (kind) {
    case 'number':
    case 'degrees':
      return numberOf(text) ?? text
    case 'boolean':
      return booleanWords.get(text.toLowerCase()) ?? text
    case 'type':
      return { [typesByName.get(normalHeading(text)) ?? typeNames[text] ?? text]: {} }
    case 'position':
      return text
    case 'strings':
      return json ?? splitList(text)
    case 'ids':
      return json ?? splitList(text).map((id) => ({ id }))
    case 'json':
      return json ?? text
  }
}

/** Which target each column fills, by its number; undefined: it is not imported. */
export type Mapping = readonly (string | undefined)[]

/** A heading as it is compared: letters and digits alone, whatever their case. */
function normalHeading(heading: string): string {
  return heading
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** What each column most likely means, by its heading: the path of a member, its label, or a common word; each once. */
export function guessMapping(table: Table, targets: readonly Target[]): Mapping {
  const names = namesOf(targets)
  const known = new Set(targets.map(({ path }) => path))
  const taken = new Set<string>(table.hasPositions ? ['latitude', 'longitude', 'position'] : [])
  const take = (found: string | undefined) => {
    if (found !== undefined) taken.add(found)
    return found
  }
  const named = table.columns.map((heading, index) => {
    const named = names.get(normalHeading(heading))
    const found = named === 'ownerName' ? ownerPath(table, index, taken) : named
    return found !== undefined && !taken.has(found) && isPlausible(found, table, index) ? take(found) : undefined
  })
  return named.map((path, index) => path ?? take(pathByContent(table, index, known, taken)))
}

const digitsIn = (cell: string) => cell.replaceAll(/\D/g, '').length

/** What values look like that leave no doubt, whatever their column is called. */
const contents: readonly (readonly [path: string, fits: (cell: string) => boolean])[] = [
  ['contactInfo.email', (cell) => /^\S+@\S+\.\w{2,}$/.test(cell)],
  ['contactInfo.url', (cell) => /^(https?:\/\/|www\.)\S+\.\S+$/i.test(cell)],
  ['visitingInfo.postalCode', (cell) => /^[1-9]\d{2} \d{2}$/.test(cell)],
  ['contactInfo.phone', (cell) => /^(\+|0)[\d\s()/–-]+$/.test(cell) && digitsIn(cell) >= 8 && digitsIn(cell) <= 13],
  [osmColumn, (cell) => readWritten(cell) !== undefined],
  ['position', (cell) => /[,;\s]/.test(cell) && parseCoordinates(cell) !== undefined],
  ['type', (cell) => typesByName.has(normalHeading(cell))],
]

/** What a column holds whose values all look like it; undefined where that is not sure, or another column has it. */
function pathByContent(
  { rows }: Table,
  index: number,
  known: ReadonlySet<string>,
  taken: ReadonlySet<string>,
): string | undefined {
  const cells = rows.map(({ cells }) => cells[index]).filter((cell) => cell !== undefined)
  const samples = cells.slice(0, samplesMax).map((cell) => String(cell).trim())
  const free = contents.filter(([path]) => known.has(path) && !taken.has(path))
  return samples.length === 0 ? undefined : free.find(([, fits]) => samples.every(fits))?.[0]
}

/** The names of each target, the surest first: a name that two would have goes to the first. */
function namesOf(targets: readonly Target[]): ReadonlyMap<string, string> {
  const label = (path: string, language: 'sv' | 'en') =>
    (fieldWords[language] as Readonly<Record<string, string>>)[path] ?? path
  const rounds: ((path: string) => readonly string[])[] = [
    (path) => [path],
    (path) => headingWords[path] ?? [],
    (path) => [label(path, 'sv'), label(path, 'en')],
    (path) => [path.split('.').at(-1) ?? path],
  ]
  const names = new Map<string, string>()
  for (const round of rounds) {
    for (const { path } of targets) {
      for (const name of round(path).map(normalHeading)) if (!names.has(name)) names.set(name, path)
    }
  }
  return names
}

const samplesMax = 20

const within = (most: number) => (cell: string) => {
  const number = Number(cell.trim().replace(',', '.').replaceAll(' ', ''))
  return Math.abs(number) <= most || isGridMetres(number)
}

const looksLikeId = (cell: string) => /^\S*\d\S*$/.test(cell.trim())

const isOneWord = (cell: string) => !/\s/.test(cell.trim())

/** What a value of a target looks like: `x` may as well be metres of a grid that is not known, and a parent may be given by name. */
const looks: Readonly<Record<string, (cell: string) => boolean>> = {
  latitude: within(90),
  longitude: within(180),
  'owner.id': isOneWord,
  'parent.id': isOneWord,
}

/** A column of owners holds their ids or their names; where another column has the ids, it is what they are called. */
function ownerPath(table: Table, index: number, taken: ReadonlySet<string>): string {
  if (taken.has('owner.id')) return 'owner.name'
  return mostFit(looksLikeId, table, index) ? 'owner.id' : 'ownerName'
}

/** Whether most values look like what the target wants. */
function isPlausible(path: string, table: Table, index: number): boolean {
  const fits = looks[path]
  return !fits || mostFit(fits, table, index)
}

function mostFit(fits: (cell: string) => boolean, { rows }: Table, index: number): boolean {
  const given = rows
    .slice(0, samplesMax)
    .map(({ cells }) => cells[index])
    .filter((cell) => cell !== undefined)
  const fitting = given.filter((cell) => fits(String(cell)))
  return fitting.length * 2 > given.length
}
