import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Problem } from '../../src/common/problem.ts'
import { parseDatabaseAddress } from '../../src/store/postgres/address.ts'
import { type PoolOptions, SessionPool } from '../../src/store/postgres/pool.ts'
import { openSession, type Session, withSession } from '../../src/store/postgres/session.ts'
import { testDatabases } from '../support/postgres/databases.ts'
import { until } from '../support/until.ts'

const databases = await testDatabases()
const skip = 'missing' in databases && databases.missing
const anHour = 3_600_000

async function openPool(context: TestContext, limits: Omit<PoolOptions, 'open'>): Promise<SessionPool> {
  assert.ok(!('missing' in databases))
  const address = parseDatabaseAddress(await databases.create())
  const pool = new SessionPool({ ...limits, open: () => openSession(address, { purpose: 'write' }) })
  context.after(() => pool.close())
  return pool
}

const openNow = `select count(*) as open from pg_stat_activity
  where application_name like 'gazetteer %' and datname = current_database()`

function isRefusal(says: RegExp): (error: unknown) => boolean {
  return (error) =>
    error instanceof Problem &&
    error.code === 'unavailable' &&
    says.test(error.message) &&
    /^\d+$/.test(new Headers(error.headers).get('retry-after') ?? '')
}

test('however many ask at once, no more sessions are open than the bound, and all are answered', {
  skip,
}, async (context) => {
  const pool = await openPool(context, { sessionsMax: 3, waitingMax: 100, waitMillis: anHour })
  const counts = await Promise.all(
    Array.from({ length: 40 }, () =>
      withSession(pool, async (session) => {
        const count = async () => (await session.query<{ open: number }>(openNow)).rows[0]!.open
        await until('as many are open as may be', async () => (await count()) >= 3)
        return count()
      }),
    ),
  )
  assert.equal(Math.max(...counts), 3)
})

test('who comes when too many wait is refused at once, who waits too long after that time', {
  skip,
}, async (context) => {
  const pool = await openPool(context, { sessionsMax: 1, waitingMax: 1, waitMillis: 100 })
  const held = await pool.acquire()
  const waiting = pool.acquire()
  await assert.rejects(pool.acquire(), isRefusal(/1 reads of the database are waiting already/))
  await assert.rejects(waiting, isRefusal(/takes too long/))
  pool.release(held)
  assert.equal(await pool.acquire(), held, 'what nobody waits for any more is there for the next')
  pool.release(held)
})

test('those who wait get the session in the order in which they came', { skip }, async (context) => {
  const pool = await openPool(context, { sessionsMax: 1, waitingMax: 10, waitMillis: anHour })
  const held = await pool.acquire()
  const order: number[] = []
  const all = [0, 1, 2].map((n) => withSession(pool, async () => void order.push(n)))
  pool.release(held)
  await Promise.all(all)
  assert.deepEqual(order, [0, 1, 2])
})

test('a session that was lost makes room for another, also for those who wait', { skip }, async (context) => {
  const pool = await openPool(context, { sessionsMax: 1, waitingMax: 10, waitMillis: anHour })
  const lost = await pool.acquire()
  const waiting = pool.acquire()
  lost.destroy()
  await until('the connection is gone', () => lost.lost)
  pool.release(lost)
  const next: Session = await waiting
  assert.notEqual(next, lost)
  assert.equal((await next.query<{ open: number }>(openNow)).rows.length, 1)
  pool.release(next)
  assert.equal(await pool.acquire(), next)
  pool.release(next)
})

test('a server that cannot be reached keeps nobody waiting for a session', { skip }, async () => {
  const open = () => Promise.reject(new Error('no server'))
  const pool = new SessionPool({ sessionsMax: 1, waitingMax: 10, waitMillis: anHour, open })
  const outcomes = await Promise.allSettled([pool.acquire(), pool.acquire(), pool.acquire()])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  await pool.close()
})
