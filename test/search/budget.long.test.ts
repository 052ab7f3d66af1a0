import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchMillisMax } from '../../src/common/search-budget.ts'
import { tablesOf } from '../../src/sql-search/edition.ts'
import { parseDatabaseAddress } from '../../src/store/postgres/address.ts'
import { openSession } from '../../src/store/postgres/session.ts'
import { everyPlace, manyKindsModel, plainPlace } from '../support/pools.ts'
import { testDatabases } from '../support/postgres/databases.ts'
import { until } from '../support/until.ts'
import { SearchWorld } from './search-world.ts'

const databases = await testDatabases()
const skip = 'missing' in databases && databases.missing
const model = manyKindsModel()
const everything = everyPlace(model, { limit: 10 })

test('a search that takes the database more than two seconds, or whose caller has gone, ends there too', {
  skip,
}, async () => {
  assert.ok(!('missing' in databases))
  const url = await databases.create()
  const world = await SearchWorld.open(model, url, { millisMax: searchMillisMax })
  const locking = await openSession(parseDatabaseAddress(url), { purpose: 'write' })
  try {
    await world.put(plainPlace(0))
    await world.search.follow()
    // Each search waits for the lock, as it would work for as long.
    await locking.query('begin')
    await locking.query(`lock table ${tablesOf(model).document} in access exclusive mode`)
    const begun = performance.now()
    await assert.rejects(world.search.search(everything, 0), {
      code: 'unavailable',
      message: /more than 2 s.*narrow it/,
    })
    assert.ok(performance.now() - begun > 1_900, 'it had its time')
    await assert.rejects(
      world.search.search(everything, 0, () => true),
      { code: 'unavailable', message: 'the caller has gone' },
    )
    await until('the server has given both up', async () => {
      const { rows } = await locking.query('select from pg_locks where not granted and database is not null')
      return rows.length === 0
    })
    await locking.query('rollback')
    await world.check(everything, 0)
  } finally {
    await locking.end()
    await world.close()
  }
})
