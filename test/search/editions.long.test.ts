import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createModel, type Model } from '../../src/place/model.ts'
import { DatabaseSearch } from '../../src/sql-search/database-search.ts'
import { tablesOf } from '../../src/sql-search/edition.ts'
import { parseDatabaseAddress } from '../../src/store/postgres/address.ts'
import { SessionPool } from '../../src/store/postgres/pool.ts'
import { openSession } from '../../src/store/postgres/session.ts'
import { arbitraryPlace } from '../support/generate.ts'
import { everyPlace, placeIdOf } from '../support/pools.ts'
import { administer, testDatabases } from '../support/postgres/databases.ts'
import { SearchWorld } from './search-world.ts'

const databases = await testDatabases()
const skip = 'missing' in databases && databases.missing
const [swedish, english] = ['sv', 'en'].map((locale) => createModel({ locale })) as [Model, Model]

/** Another edition of the tables on the same record, such as that of replicas of another version. */
function openSearch(model: Model, url: string, names: SearchWorld['names']): DatabaseSearch {
  const open = () => openSession(parseDatabaseAddress(url), { purpose: 'write' })
  const primary = new SessionPool({ open, sessionsMax: 4, waitingMax: 100, waitMillis: 60_000 })
  return new DatabaseSearch({ sessions: { primary }, model, names })
}

async function byName(search: DatabaseSearch, model: Model): Promise<string[]> {
  return (await search.search(everyPlace(model, { limit: 10 }), 0)).places.map(({ id }) => id)
}

test('editions of the tables stand side by side on one record, and one goes without harm to the other', {
  skip,
}, async () => {
  assert.ok(!('missing' in databases))
  const url = await databases.create()
  const world = await SearchWorld.open(swedish, url)
  const other = openSearch(english, url, world.names)
  try {
    const [place] = fc.sample(arbitraryPlace(placeIdOf(0)), { numRuns: 1, seed: 1 })
    const { parent: _, ...rest } = place!
    const named = (number: number, name: string) => ({ ...rest, id: placeIdOf(number), slug: `place-${number}`, name })
    const [zink, angel, oland] = [0, 1, 2].map(placeIdOf)
    await world.put(named(0, 'Zink'), named(1, 'Ängel'))
    await world.search.follow()
    await other.open()
    await other.follow()
    assert.deepEqual(await byName(world.search, swedish), [zink, angel])
    assert.deepEqual(await byName(other, english), [angel, zink])
    await world.put(named(2, 'Öland'))
    await Promise.all([world.search.follow(), other.follow()])
    assert.deepEqual(await byName(world.search, swedish), [zink, angel, oland])
    assert.deepEqual(await byName(other, english), [angel, oland, zink])
    const { keys: _keys, instants: _instants, ...tables } = tablesOf(english)
    await administer(url, `drop table ${Object.values(tables).join(', ')}`)
    await world.purge(placeIdOf(1))
    await world.search.follow()
    assert.deepEqual(await byName(world.search, swedish), [zink, oland])
  } finally {
    await other.close()
    await world.close()
  }
})
