import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { mercatorCell, mercatorX, mercatorY } from '../src/geo/mercator.ts'
import { encodeTile } from '../src/http/routes/tiles.ts'
import { createPlaceIndex, type LoadablePlaceIndex } from '../src/index/create-place-index.ts'
import { createModel } from '../src/place/model.ts'
import { Problem } from '../src/problem.ts'
import { parseSearch } from '../src/query/parse.ts'
import type { PlaceQuery } from '../src/query/query.ts'
import { readSuggest } from '../src/query/suggestion.ts'
import { quantile } from './support/figures.ts'
import { createRandom } from './support/random.ts'
import { openSearchDatabase, type SearchDatabase } from './support/search-database.ts'
import { createDraw, searchQuestions } from './support/search-questions.ts'
import { venueEntries } from './support/venue-entries.ts'

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
    database: { type: 'string', default: '' },
    'database-rounds': { type: 'string', default: '10' },
  },
})

const count = Number(values.places)
const random = createRandom(Number(values.seed))
const now = Date.UTC(2026, 0, 1)
const model = createModel()
const form = { restricted: false, owner: false, categories: false, tags: false, distance: false }

const { names, ids, batches } = await venueEntries({ count, random, data: values.data, now })

const index = createPlaceIndex({ model, names, sealing: 'worker' })
const started = performance.now()
await index.load(batches(), count)
const loadSeconds = (performance.now() - started) / 1000
const { columnBytes, documentBytes, places } = index.stats()
console.log(`${places} places, seed ${values.seed}, loaded in ${loadSeconds.toFixed(1)} s`)
console.log(
  `columns ${(columnBytes / places).toFixed(1)} bytes a place, documents ${(documentBytes / places).toFixed(1)}`,
)

const someId = () => ids[Math.floor(random() * ids.length)]!
const somePlaces = Array.from({ length: 200 }, () => JSON.parse(index.document(index.find(someId())!, form).toString()))
const draw = createDraw({
  random,
  count,
  ids,
  positions: somePlaces.map((place) => place.geolocation.geometry.coordinates.join(',')),
  cities: somePlaces.map((place) => place.visitingInfo?.city ?? 'Aarhus'),
})
const { letter, start, word, near } = draw

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
  ...searchQuestions(draw),
  'tile of the world': () => tileOf(0, near()),
  'tile of the world, q': () => tileOf(0, near(), `q=${start()}`),
  'tile of zoom 4': () => tileOf(4, near()),
  'tile of zoom 8': () => tileOf(8, near()),
  'tile of zoom 11': () => tileOf(11, near()),
  'tile of zoom 14': () => tileOf(14, near()),
  'tile of zoom 14, q': () => tileOf(14, near(), `q=${start()}`),
  'suggest for a letter': () => suggestFor(letter()),
  'suggest for two letters': () => suggestFor(start()),
  'suggest for a word': () => suggestFor(word()),
  'suggest for a word mistyped': () => suggestFor(`${slipped(word())}q`),
  'suggest for a name': () => suggestFor(someName().slice(0, 4 + Math.floor(random() * 20))),
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
  .filter(([name]) => values.only.split(',').some((part) => name.includes(part)))
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
if (values.database) await askDatabase(values.database)
await Promise.all([index.close(), opened.close()])

/** The same searches of the same places inside PostgreSQL. */
async function askDatabase(url: string): Promise<void> {
  const database = await openSearchDatabase({ url, model, names })
  try {
    const again = await venueEntries({ count, random: createRandom(Number(values.seed)), data: values.data, now })
    const seconds = await database.fill(again.batches(), count)
    const gigabytes = (await database.bytes()) / 1e9
    console.log(`\nin the database: taken in for ${seconds.toFixed(1)} s, ${gigabytes.toFixed(2)} GB\n`)
    console.log(`${'question'.padEnd(34)}     index  database       max processor     ratio`)
    const ratios: number[] = []
    for (const { name, question, sorted } of asked) {
      const times: number[] = []
      const before = await database.cpuSeconds()
      for (let round = 0; round < Number(values['database-rounds']); round++) {
        const search = question()
        if (typeof search !== 'string') break
        times.push(await askOnce(database, search))
      }
      if (times.length === 0) continue
      const processor = ((await database.cpuSeconds()) - before) * (1_000 / times.length)
      times.sort((a, b) => a - b)
      const [own, median] = [quantile(sorted, 0.5), quantile(times, 0.5)]
      ratios.push(median / own)
      console.log(
        name.padEnd(34) +
          [own, median, times.at(-1)!, processor].map(millis).join('') +
          (median / own).toFixed(0).padStart(10),
      )
    }
    ratios.sort((a, b) => a - b)
    console.log(`${'median of the ratios'.padEnd(74)}${quantile(ratios, 0.5).toFixed(0).padStart(10)}`)
  } finally {
    await database.close()
  }
}

/** Milliseconds until the database has answered; infinite where it takes longer than the service lets it. */
async function askOnce({ search }: SearchDatabase, question: string): Promise<number> {
  const query = parsed(question)
  const from = performance.now()
  const found = await search.search(query, now).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'unavailable') return undefined
    throw error
  })
  const millis = performance.now() - from
  if (found === undefined) return Number.POSITIVE_INFINITY
  const { total } = index.search(query, now)
  if (found.total !== total) throw new Error(`${question}: the database finds ${found.total}, the index ${total}`)
  return millis
}
