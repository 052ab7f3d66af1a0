import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createRandom } from '../../bench/support/random.ts'
import { openSearchDatabase, type SearchDatabase } from '../../bench/support/search-database.ts'
import { createDraw, searchQuestions } from '../../bench/support/search-questions.ts'
import { venueEntries } from '../../bench/support/venue-entries.ts'
import type { JournalEntry } from '../../src/place/journal.ts'
import { createModel } from '../../src/place/model.ts'
import type { Place } from '../../src/place/place.ts'
import { parseSearch } from '../../src/query/parse.ts'
import { tablesOf } from '../../src/search/schema.ts'
import { administer, testDatabases } from '../support/postgres/databases.ts'

const databases = await testDatabases()
const skip = 'missing' in databases && databases.missing
const model = createModel()
const tables = tablesOf(model)
const now = Date.UTC(2026, 0, 1)
const made = 2_000
/** Each place is there so often, so that looking at all of them costs more than an index. */
const times = 12

let database: SearchDatabase
const places: Place[] = []

/** What a place is to be found by is the same for its copies, so that each condition holds for the same share. */
function multiply(table: string): string {
  return `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('id', t.id || '-' || n))).*
    from ${table} t, generate_series(2, ${times}) n`
}

before(async () => {
  if ('missing' in databases) return
  const url = await databases.create()
  const venues = await venueEntries({ count: made, random: createRandom(1), data: '', now })
  const entries: JournalEntry[][] = []
  for await (const batch of venues.batches()) {
    entries.push(batch)
    places.push(...batch.map(({ document = '' }) => JSON.parse(document) as Place))
  }
  database = await openSearchDatabase({ url, model, names: venues.names })
  await database.fill(inOrder(entries), made)
  for (const table of [tables.place, tables.detail, tables.document]) {
    await administer(url, multiply(table))
    await administer(url, `vacuum analyze ${table}`)
  }
})
after(() => database?.close())

async function* inOrder<Item>(items: readonly Item[]): AsyncIterable<Item> {
  yield* items
}

/** What they ask is about every match, all places: each has its own values to be counted. */
const aboutAll = ['facets of all']

test('no search reads a table from end to end: of the bench, none the documents, and few what is filtered by', {
  skip,
}, async () => {
  const draw = createDraw({
    random: createRandom(2),
    count: made * times,
    ids: places.map(({ id }) => id),
    positions: places.map(({ geolocation }) => geolocation.geometry.coordinates.join(',')),
    cities: places.flatMap(({ visitingInfo }) => visitingInfo?.city ?? []),
  })
  const read = new Map<string, Set<string>>()
  for (const [name, question] of Object.entries(searchQuestions(draw))) {
    const { query } = parseSearch(question(), { model, seesRestricted: false })
    for (const plan of await database.search.explain(query, now)) {
      const scanned = [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table!)
      read.set(name, new Set([...(read.get(name) ?? []), ...scanned]))
    }
  }
  assert.ok(read.size > 35, 'every question has plans')
  for (const [name, scanned] of read) {
    assert.ok(!scanned.has(tables.document), `${name} reads all documents`)
    const allowed = [tables.schedule, ...(aboutAll.includes(name) ? [tables.place] : [])]
    assert.deepEqual(
      [...scanned].filter((table) => !allowed.includes(table)),
      [],
      name,
    )
  }
  assert.ok(read.get('facets of all')?.has(tables.place), 'a plan tells when a table is read from end to end')
})
