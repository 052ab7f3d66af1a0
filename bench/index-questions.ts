import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { demoRecords } from '../src/demo/demo.ts'
import { mercatorCell, mercatorX, mercatorY } from '../src/geo/mercator.ts'
import { encodeTile } from '../src/http/vector-tile.ts'
import { createPlaceIndex, type LoadablePlaceIndex } from '../src/index/create-place-index.ts'
import type { DirectoryEntry, DirectoryKind, Names } from '../src/place/directory-entry.ts'
import type { JournalEntry } from '../src/place/journal.ts'
import { createModel } from '../src/place/model.ts'
import type { OpenHours } from '../src/place/place.ts'
import { parseSearch } from '../src/query/parse.ts'
import type { PlaceQuery } from '../src/query/query.ts'
import { readSuggest } from '../src/query/suggestion.ts'
import { quantile } from './support/figures.ts'
import { createRandom } from './support/random.ts'

/**
 * Asks the index alone, in process: for each question the time of its first use in a new process, of its first use in
 * an index that is opened anew over the same segments, as after a merge, and the median and the 99th percentile of the
 * others, in milliseconds. Two runs of a question differ in a word or a position, so that what is measured is not one
 * cached selection.
 */
const { values } = parseArgs({
  options: {
    places: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '200' },
    data: { type: 'string', default: join(import.meta.dirname, '../../shared/data') },
    only: { type: 'string', default: '' },
  },
})

const count = Number(values.places)
const random = createRandom(Number(values.seed))
const now = Date.UTC(2026, 0, 1)
const model = createModel()
const form = { restricted: false, owner: false, categories: false, tags: false, distance: false }

type Line = { readonly [member: string]: unknown }

/** The lines of a file of real venues, or those of the demo where there is none. */
async function* linesOf(file: 'directory-million' | 'places-million'): AsyncIterable<Line> {
  const path = join(values.data, `${file}.ndjson.gz`)
  if (!existsSync(path)) {
    for (const record of demoRecords()) if ('kind' in record === (file === 'directory-million')) yield record
    return
  }
  for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()) })) {
    yield JSON.parse(line)
  }
}

const kinds: Readonly<Record<string, DirectoryKind>> = { owner: 'owners', category: 'categories', tag: 'tags' }
const entries = new Map<string, DirectoryEntry>()
for await (const { kind, ...entry } of linesOf('directory-million')) {
  entries.set(`${kinds[String(kind)]}/${String(entry.id)}`, entry as unknown as DirectoryEntry)
}
const names: Names = { version: 1, entry: (kind, id) => entries.get(`${kind}/${id}`) }

function idOf(number: number): string {
  const time = (now - count + number).toString(16).padStart(12, '0')
  const rest = Array.from({ length: 4 }, () =>
    Math.floor(random() * 0x10000)
      .toString(16)
      .padStart(4, '0'),
  )
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest[0]!.slice(1)}-a${rest[1]!.slice(1)}-${rest[2]}${rest[3]}0000`
}

/** So many places of an import share the instants of their creation. */
const commitPlaces = 500
const ids: string[] = []
const idsOfKeys = new Map<unknown, string>()

/** The venues have no opening hours, so each second one gets some of so many. */
const schedules = 10_000

function hoursOf(number: number): OpenHours[] | undefined {
  if (number % 2 === 1) return undefined
  const schedule = (number / 2) % schedules
  const time = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const spans = [{ from: time(300 + ((schedule * 7) % 500)), to: time(900 + ((schedule * 13) % 530)) }]
  const closed = `2026-${String(1 + (schedule % 12)).padStart(2, '0')}-15`
  return [
    { validFrom: '2020-01-01', validTo: '9999-12-31', days: { mo: spans, tu: spans, we: spans, th: spans, fr: spans } },
    { validFrom: closed, validTo: closed, days: { mo: [] } },
  ]
}

function entryOf({ key, parentKey, ...body }: Line, number: number): JournalEntry {
  const id = idOf(number)
  ids.push(id)
  idsOfKeys.set(key, id)
  const parent = idsOfKeys.get(parentKey)
  const instant = `${new Date(now - 1e9 + Math.floor(number / commitPlaces) * 37).toISOString().slice(0, -1)}00Z`
  const slug = `${String(body.name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')}-${number}`
  const { published, ...rest } = body
  const openHours = hoursOf(number)
  const place = {
    ...rest,
    id,
    slug,
    ...(openHours && { openHours }),
    ...(parent !== undefined && { parent: { id: parent } }),
    ...(published !== undefined && { published: `${new Date(String(published)).toISOString().slice(0, -1)}00Z` }),
    created: instant,
    createdBy: 'import',
    updated: instant,
    publishedBy: 'import',
  }
  const common = { revision: number + 1, kind: 'place', action: 'create', time: now, who: 'import' } as const
  return { ...common, id, document: JSON.stringify(place) }
}

async function* batches(): AsyncIterable<JournalEntry[]> {
  let batch: JournalEntry[] = []
  for await (const line of linesOf('places-million')) {
    if (ids.length >= count) break
    batch.push(entryOf(line, ids.length))
    if (batch.length === 1000) {
      yield batch
      batch = []
    }
  }
  yield batch
}

const index = createPlaceIndex({ model, names, sealing: 'worker' })
const started = performance.now()
await index.load(batches(), count)
const loadSeconds = (performance.now() - started) / 1000
const { columnBytes, documentBytes, places } = index.stats()
console.log(`${places} places, seed ${values.seed}, loaded in ${loadSeconds.toFixed(1)} s`)
console.log(
  `columns ${(columnBytes / places).toFixed(1)} bytes a place, documents ${(documentBytes / places).toFixed(1)}`,
)

const words = [
  'church',
  'auto',
  'pizza',
  'dental',
  'school',
  'farm',
  'bank',
  'hotel',
  'garage',
  'salon',
  'law',
  'center',
]
const starts = ['ch', 'st', 'pi', 'sch', 'ba', 'ho', 'ga', 'sal', 'ce', 'br', 'mc', 'de']
const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)]!
const letter = () => String.fromCharCode(97 + Math.floor(random() * 26))
const start = () => `${letter()}${letter()}`
const someId = () => ids[Math.floor(random() * ids.length)]!
const somePlaces = Array.from({ length: 200 }, () => JSON.parse(index.document(index.find(someId())!, form).toString()))
const positions = somePlaces.map((place) => place.geolocation.geometry.coordinates.join(','))
const cities = somePlaces.map((place) => encodeURIComponent(place.visitingInfo?.city ?? 'Aarhus'))
const near = () => pick(positions)
const day = () => `2025-12-${String(10 + Math.floor(random() * 20))}`

/** The query string of a search, or what else is asked of an index. */
type Question = string | ((asked: LoadablePlaceIndex) => void)

const tileOf = (zoom: number, position: string, search = '') => {
  const [longitude, latitude] = position.split(',').map(Number) as [number, number]
  const [x, y] = [mercatorCell(mercatorX(longitude), 2 ** zoom), mercatorCell(mercatorY(latitude), 2 ** zoom)]
  return (asked: LoadablePlaceIndex) => encodeTile(asked.tile(parsed(search), { zoom, x, y }, now))
}

const suggestFor = (typed: string) => (asked: LoadablePlaceIndex) => {
  const request = readSuggest({ q: typed, limit: 10, is: [], include: [] }, model)
  if (request) asked.suggest(request, now)
}
const slipped = (word: string) => word.slice(0, 2) + word.slice(3, 4) + word.slice(2, 3) + word.slice(4)
const someName = () => String(somePlaces[Math.floor(random() * somePlaces.length)]!.name)

const questions: Readonly<Record<string, () => Question>> = {
  'by id': () => `id=${someId()}`,
  'first page': () => 'limit=100',
  'deep page': () => `offset=${count >> 1}`,
  'one filter': () => `visitinginfo_city=${pick(cities)}`,
  'three filters, order': () =>
    `visitinginfo_city=${pick(cities)}&name=^${letter()}&owner_type=!x&orderby=visitinginfo_address`,
  'order by slug': () => 'orderby=slug',
  'order by slug, descending, offset': () => `orderby=slug-&offset=${Math.floor(random() * 1000)}`,
  'order by address, offset': () => `orderby=visitinginfo_address&offset=${Math.floor(random() * 1000)}`,
  'order by city, name descending': () => 'orderby=visitinginfo_city,name-',
  'order by owner name': () => 'orderby=owner_name',
  'order by owner id': () => 'orderby=owner_id-',
  'order by short description': () => 'orderby=shortdescription',
  'order by created': () => 'orderby=created-',
  'order by updated, id': () => 'orderby=updated,id-',
  'order by slug, deep': () => `orderby=slug&offset=${count >> 1}`,
  'q letter': () => `q=${letter()}`,
  'q short prefix': () => `q=${pick(starts)}`,
  'q two letters': () => `q=${start()}`,
  'q word': () => `q=${pick(words)}`,
  'q two prefixes': () => `q=${pick(starts)}%20${pick(starts)}`,
  'q, filter, order': () => `q=${pick(starts)}&visitinginfo_city=${pick(cities)}&orderby=slug-`,
  prefix: () => `name=^${start()}`,
  'prefix of address': () => `visitinginfo_address=^${1 + Math.floor(random() * 99)}`,
  negation: () => `name=!^${start()}`,
  words: () => `name=~${pick(words)}`,
  'date range': () =>
    `created=${day()}-${day()}`.replace(/=(.{10})-(.{10})/, (_, a, b) => (a < b ? `=${a}-${b}` : `=${b}-${a}`)),
  'nearby 1 km': () => `nearby=${near()}&nearbyradius=1000`,
  'nearby 20 km': () => `nearby=${near()}&nearbyradius=20000`,
  'nearby 200 km': () => `nearby=${near()}&nearbyradius=200000`,
  'nearby, no radius': () => `nearby=${near()}`,
  'nearby, type, q': () => `nearby=${near()}&nearbyradius=20000&is=External&q=${pick(starts)}`,
  'facets of all': () => 'limit=100&facets=is,owner_id,visitinginfo_city,categories_id,placedetails_hastoilet',
  'facets of q': () => `q=${start()}&facets=is,owner_id,visitinginfo_city,categories_id`,
  'facets of a prefix of the address': () =>
    `visitinginfo_address=^${1 + Math.floor(random() * 99)}&facets=owner_id,visitinginfo_city,categories_id`,
  'facets of 20 km': () => `nearby=${near()}&nearbyradius=20000&facets=is,owner_id,visitinginfo_city,categories_id`,
  'facet name': () => 'facets=name',
  'open then': () =>
    `openAt=2026-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 10)}T1${Math.floor(random() * 10)}:07Z`,
  'open now': () => 'openAt=now',
  'open now, 20 km': () => `openAt=now&nearby=${near()}&nearbyradius=20000`,
  'open now, q': () => `openAt=now&q=${start()}`,
  'tile of the world': () => tileOf(0, near()),
  'tile of the world, q': () => tileOf(0, near(), `q=${start()}`),
  'tile of zoom 4': () => tileOf(4, near()),
  'tile of zoom 8': () => tileOf(8, near()),
  'tile of zoom 11': () => tileOf(11, near()),
  'tile of zoom 14': () => tileOf(14, near()),
  'tile of zoom 14, q': () => tileOf(14, near(), `q=${start()}`),
  'suggest for a letter': () => suggestFor(letter()),
  'suggest for two letters': () => suggestFor(start()),
  'suggest for a word': () => suggestFor(pick(words)),
  'suggest for a word mistyped': () => suggestFor(`${slipped(pick(words))}q`),
  'suggest for a name': () => suggestFor(someName().slice(0, 4 + Math.floor(random() * 20))),
  '50 ids': () => `id=${Array.from({ length: 50 }, someId).join(',')}`,
}

/** Milliseconds that the index takes to find the hits of the question. */
function ask(asked: LoadablePlaceIndex, question: () => Question): number {
  const next = question()
  const query = typeof next === 'string' ? parsed(next) : undefined
  const from = performance.now()
  if (query) asked.search(query, now)
  else if (typeof next === 'function') next(asked)
  return performance.now() - from
}

function parsed(search: string): PlaceQuery {
  return parseSearch(search, { model, seesRestricted: false }).query
}

interface Asked {
  readonly name: string
  readonly question: () => Question
  readonly first: number
  readonly sorted: readonly number[]
}

function askOften([name, question]: [string, () => Question]): Asked {
  const first = ask(index, question)
  const times = Array.from({ length: Number(values.rounds) }, () => ask(index, question))
  return { name, question, first, sorted: times.sort((a, b) => a - b) }
}

const asked = Object.entries(questions)
  .filter(([name]) => name.includes(values.only))
  .map(askOften)
const opened = createPlaceIndex({ model, names, sealing: 'worker' })
const state = index.state()
const opening = performance.now()
if (state) opened.restore(state)
console.log(`opened anew in ${(performance.now() - opening).toFixed(1)} ms\n`)

const millis = (value: number) => value.toFixed(3).padStart(10)
console.log(`${'question'.padEnd(34)}     first     anew    median       p99       max`)
for (const { name, question, first, sorted } of asked) {
  const figures = [first, ask(opened, question), ...[0.5, 0.99, 1].map((share) => quantile(sorted, share))]
  console.log(name.padEnd(34) + figures.map(millis).join(''))
}
const medians = asked.map(({ sorted }) => quantile(sorted, 0.5)).sort((a, b) => a - b)
console.log(`${'median of the medians'.padEnd(54)}${millis(quantile(medians, 0.5))}`)
await Promise.all([index.close(), opened.close()])
