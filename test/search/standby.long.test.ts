import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, client, type PageAnswer, refused, validPlace } from '../support/client.ts'
import { administer, rowsOf } from '../support/postgres/databases.ts'
import { findOrInstall } from '../support/postgres/install.ts'
import { startPair } from '../support/postgres/pair.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'

const found = findOrInstall()
const skip = 'missing' in found && found.missing

/** How many sessions of a server have searched last: a search ends as it has begun, with nothing written. */
async function searching(url: string): Promise<number> {
  const ended = `select from pg_stat_activity where application_name like 'gazetteer %' and query = 'rollback'`
  return (await rowsOf(url, ended)).length
}

test('the search asks a standby, but never one that lacks what was seen; with the primary gone it goes on', {
  skip,
}, async (context) => {
  assert.ok(!('missing' in found))
  const { primary, standby, remove } = await startPair(found.programs, 'places')
  context.after(remove)
  const env = {
    SEARCH: 'database',
    DATABASE_URL: primary.url('places'),
    DATABASE_READ_URL: standby.url('places'),
  }
  const limits = { database: { patienceMillis: 50 } }
  const services = await Promise.all([startService({ env, limits }), startService({ env, limits })])
  for (const service of services) context.after(() => service.close())
  const [writing, reading] = services.map(({ url, adminKey }) => client(url, adminKey))

  for (let n = 0; n < 40; n++) {
    const written = await writing!.put('/place', validPlace({ name: `Plats ${n}` }))
    const { id } = accepted(written, 201)
    const seen = { 'gazetteer-revision': written.headers.get('gazetteer-revision') ?? '' }
    assert.equal(accepted(await reading!.get(`/place/${id}`, seen)).name, `Plats ${n}`)
    assert.equal(accepted(await reading!.get<PageAnswer>(`/place?name=Plats%20${n}`, seen)).TotalHits, 1)
    assert.equal(accepted(await writing!.get<PageAnswer>('/place')).TotalHits, n + 1, 'every writer sees its writes')
  }

  await until('a search is asked of the standby', async () => {
    accepted(await reading!.get<PageAnswer>('/place'))
    return (await searching(standby.url('places'))) > 0
  })

  await administer(standby.url('places'), 'select pg_wal_replay_pause()')
  const { id: late } = accepted(await writing!.put('/place', validPlace({ name: 'Medan den står still' })), 201)
  for (const at of [writing!]) {
    assert.equal(accepted(await at.get(`/place/${late}`)).name, 'Medan den står still')
    assert.equal(accepted(await at.get<PageAnswer>('/place')).TotalHits, 41)
  }
  await until('the primary is asked', async () => (await searching(primary.url('places'))) > 0)
  await administer(standby.url('places'), 'select pg_wal_replay_resume()')
  const caughtUp = `select from place where id = '${late}'`
  await until('the standby follows', async () => (await rowsOf(standby.url('places'), caughtUp)).length > 0)

  await primary.kill()
  assert.equal(accepted(await writing!.get(`/place/${late}`)).name, 'Medan den står still')
  assert.equal(accepted(await writing!.get<PageAnswer>('/place?q=plats')).TotalHits, 40)
  refused(await writing!.put('/place', validPlace({ name: 'Vem skriver?' })), 503, /database/)
})
