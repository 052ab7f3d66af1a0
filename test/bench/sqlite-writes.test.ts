import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { createPlaceRows } from '../../bench/peers/servers/place-rows.ts'
import { indexes, schema, searchStatements } from '../../bench/peers/servers/sqlite-search.ts'
import { PlaceWriter, rankGap } from '../../bench/peers/servers/sqlite-writes.ts'
import { validPlace } from '../support/client.ts'

test('places made between two others get ranks in the order of their names, however many there are', async () => {
  const database = new DatabaseSync(':memory:')
  database.exec(schema)
  database.exec(indexes)
  const writer = new PlaceWriter(database, await createPlaceRows({}))
  const create = (name: string) => writer.create({ ...validPlace({ name }) })
  await Promise.all(['A', 'C', 'D', 'E'].map(create))
  // Each just below the one before, which leaves no room the soonest.
  const between = Array.from({ length: 4 * rankGap }, (_, number) => `B ${999 - number}`)
  await Promise.all(between.map(create))

  const { page, count } = searchStatements({ what: 'search', limit: 1000, offset: 0 })
  const found = database.prepare(page.text).all(...page.values)
  const names = found.map(({ body }) => (JSON.parse(String(body)) as { readonly name: string }).name)
  assert.deepEqual(names, ['A', ...between.toReversed(), 'C', 'D', 'E'])
  assert.equal(database.prepare(count.text).get(...count.values)?.total, names.length)
  const moved = searchStatements({ what: 'search', words: ['b'], limit: 1000, offset: 0 })
  assert.equal(database.prepare(moved.page.text).all(...moved.page.values).length, between.length)
})
