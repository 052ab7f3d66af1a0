import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createRandom } from '../../src/demo/template.ts'
import { mercatorCell, mercatorX, mercatorY } from '../../src/geo/mercator.ts'
import { createModel } from '../../src/place/model.ts'
import type { Place } from '../../src/place/place.ts'
import { parseSearch } from '../../src/query/parse/parse.ts'
import { readSuggest } from '../../src/query/results/suggestion.ts'
import { DatabaseSearch } from '../../src/sql-search/database-search.ts'
import { tablesOf } from '../../src/sql-search/edition.ts'
import { parseDatabaseAddress } from '../../src/store/postgres/address.ts'
import { SessionPool } from '../../src/store/postgres/pool.ts'
import { openSession, type Session } from '../../src/store/postgres/session.ts'
import { administer, testDatabases } from '../support/postgres/databases.ts'
import { openSearchDatabase, type SearchDatabase } from './search-database.ts'
import { createDraw, searchQuestions } from './search-questions.ts'
import { venueEntries } from './venue-entries.ts'

const databases = await testDatabases()
const skip = 'missing' in databases && databases.missing
const model = createModel()
const tables = tablesOf(model)
const now = Date.UTC(2026, 0, 1)
const made = 2_000
/** Each place is there so often, so that looking at all of them costs more than an index. */
const times = 12

/** Everything that a search asks of the server. */
const asked: { readonly text: string; readonly values: readonly unknown[] }[] = []
let database: SearchDatabase
let search: DatabaseSearch
let explainer: Session
const places: Place[] = []

/** A session that notes what is asked in it. */
async function openNoting(url: string): Promise<Session> {
  const session = await openSession(parseDatabaseAddress(url), { purpose: 'read' })
  const query = session.query.bind(session)
  const noting: Session['query'] = (text, values, name) => {
    asked.push({ text, values: values ?? [] })
    return query(text, values, name)
  }
  return Object.assign(session, { query: noting })
}

/** What a place is to be found by is the same for its copies, so that each condition holds for the same share. */
function multiply(table: string): string {
  return `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('id', t.id || '-' || n))).*
    from ${table} t, generate_series(2, ${times}) n`
}

before(async () => {
  if ('missing' in databases) return
  const url = await databases.create()
  const venues = venueEntries({ count: made, random: createRandom(1), now })
  places.push(...venues.batches.flat().map(({ document = '' }) => JSON.parse(document) as Place))
  database = await openSearchDatabase({ url, model, names: venues.names })
  await database.fill(venues.batches)
  for (const table of [tables.place, tables.detail, tables.document]) {
    await administer(url, multiply(table))
    await administer(url, `vacuum analyze ${table}`)
  }
  const limits = { sessionsMax: 1, waitingMax: 10, waitMillis: 60_000 }
  const primary = new SessionPool({ open: () => openNoting(url), ...limits })
  search = new DatabaseSearch({ sessions: { primary }, model, names: venues.names, millisMax: 60_000 })
  explainer = await openSession(parseDatabaseAddress(url), { purpose: 'read' })
})
after(async () => {
  await search?.close()
  await explainer?.end()
  await database?.close()
})

/** The tables that the statements of one search read from end to end, as the server explains them. */
async function readWhole(ask: () => Promise<unknown>): Promise<Set<string>> {
  asked.length = 0
  await ask()
  const whole = new Set<string>()
  for (const { text, values } of [...asked]) {
    if (!/^\s*(select|with)\b/.test(text) || !text.includes('search_')) continue
    const { rows } = await explainer.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    for (const row of rows) for (const [, table] of row['QUERY PLAN'].matchAll(/Seq Scan on (\w+)/g)) whole.add(table!)
  }
  assert.ok(asked.length > 3, 'what is asked is noted')
  return whole
}

/** Tables that have a row for many places, or one of all. */
const small = [tables.schedule, tables.reference, tables.word, tables.position]
/** What these ask is about every match, all places, each with its own values to be counted; or about what places lack. */
const aboutAll = ['facets of all', 'facets of many kinds', 'one that is there, or not']

function draws() {
  return createDraw({
    random: createRandom(2),
    count: made * times,
    ids: places.map(({ id }) => id),
    positions: places.map(({ geolocation }) => geolocation.geometry.coordinates.join(',')),
    cities: places.flatMap(({ visitingInfo }) => visitingInfo?.city ?? []),
  })
}

test('no search reads a table from end to end: of the bench, none the documents, and few what is filtered by', {
  skip,
}, async () => {
  const draw = draws()
  const { commonStart, city, word, near, start } = draw
  const questions: Readonly<Record<string, () => string>> = {
    ...searchQuestions(draw),
    'facets of many kinds': () => 'facets=is,state,owner_name,tags_id,categories_name,media_links_title',
    'negation of an exact value': () => `visitinginfo_city=!${city()}`,
    'negation of words': () => `shortdescription=!~${word()}`,
    'one that is there, or not': () => `visitinginfo_city=${city()},!`,
    'deep page of a prefix': () => `name=^${commonStart()}&offset=300`,
    'deep page of q, by another field': () => `q=${commonStart()}&orderby=visitinginfo_city&offset=200`,
    'deep page of what is open': () => `openAt=2026-02-12T12:07Z&offset=${made}`,
    'open then, and none of q': () => `openAt=2026-02-12T12:07Z&q=${start()}&orderby=updated-`,
    box: () =>
      `bbox=${near()},${near()}`.replace(/=(.*),(.*),(.*),(.*)/, (_, ...of) => boxOf(of.slice(0, 4).map(Number))),
  }
  const read = new Map<string, Set<string>>()
  for (const [name, question] of Object.entries(questions)) {
    const { query } = parseSearch(question(), { model, sees: 'public' })
    read.set(name, await readWhole(() => search.search(query, now)))
  }
  assert.ok(read.size > 45, 'every question has plans')
  for (const [name, scanned] of read) {
    const allowed = [...small, ...(aboutAll.includes(name) ? [tables.place] : [])]
    assert.deepEqual(
      [...scanned].filter((table) => !allowed.includes(table)),
      [],
      name,
    )
  }
  assert.ok(read.get('facets of all')?.has(tables.place), 'a plan tells when a table is read from end to end')
})

test('no tile and no suggestion reads all documents, and none all places but a tile of what is open', {
  skip,
}, async () => {
  const { near, start, letter, word } = draws()
  for (const zoom of [0, 4, 8, 11, 14]) {
    for (const text of ['', `q=${start()}`, 'openAt=2026-02-12T12:07Z']) {
      const { query } = parseSearch(text, { model, sees: 'public' })
      const [longitude, latitude] = near().split(',').map(Number) as [number, number]
      const x = mercatorCell(mercatorX(longitude), 2 ** zoom)
      const y = mercatorCell(mercatorY(latitude), 2 ** zoom)
      const scanned = await readWhole(() => search.tile(query, { zoom, x, y }, now))
      // Half of all are open, and which patch they are in and when they are open is not in one index.
      const allowed = [...small, ...(query.openAt === undefined ? [] : [tables.place])]
      assert.deepEqual(
        [...scanned].filter((table) => !allowed.includes(table)),
        [],
        `zoom ${zoom}, ${text}`,
      )
    }
  }
  for (const typed of [letter(), start(), word(), `${word().slice(0, 3)}q`, String(places[7]!.name)]) {
    const request = readSuggest({ q: typed, limit: 10, is: [], include: [] }, model)
    assert.ok(request)
    const scanned = await readWhole(() => search.suggest(request, now))
    assert.deepEqual(
      [...scanned].filter((table) => !small.includes(table)),
      [],
      typed,
    )
  }
})

/** A box about two positions. */
function boxOf([west = 0, south = 0, east = 0, north = 0]: readonly number[]): string {
  const [left, right] = [Math.min(west, east), Math.max(west, east)]
  return `=${left},${Math.min(south, north)},${right},${Math.max(south, north)}`
}
