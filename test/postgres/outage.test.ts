import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, client, refused, validPlace } from '../support/client.ts'
import { administer, startTestServer } from '../support/postgres/databases.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'

/** A server of its own, since it is killed. */
const server = await startTestServer()
const missing = 'missing' in server && server.missing

test('while the database is gone reads go on and writes are 503; afterwards all goes on as it was', {
  skip: missing,
}, async (context) => {
  assert.ok(!('missing' in server))
  context.after(() => server.remove())
  await administer(server.url(), 'create database places')
  const service = await startService({
    env: { DATABASE_URL: server.url('places') },
    limits: { database: { patienceMillis: 50 } },
  })
  context.after(() => service.close())
  const admin = client(service.url, service.adminKey)
  const written = await admin.put('/place', validPlace({ name: 'Före' }))
  const { id } = accepted(written, 201)
  await server.kill()

  assert.equal(accepted(await admin.get(`/place/${id}`)).name, 'Före')
  assert.equal(accepted(await admin.get('/place?name=F%C3%B6re')).TotalHits, 1)
  const revision = { 'gazetteer-revision': written.headers.get('gazetteer-revision') ?? '' }
  accepted(await admin.get(`/place/${id}`, revision))
  const lost = await admin.put('/place', validPlace({ name: 'Under' }))
  refused(lost, 503, /database/)
  assert.match(lost.headers.get('retry-after') ?? '', /^\d+$/)
  refused(await admin.get(`/place/${id}/revisions`), 503, /database/)
  const { writes, reason } = accepted(await admin.get('/health/ready'))
  assert.equal(writes, 'unavailable')
  assert.match(String(reason), /database/)

  await server.start()
  const { id: later } = accepted(await admin.put('/place', validPlace({ name: 'Efter' })), 201)
  assert.equal(accepted(await admin.get(`/place/${later}`)).name, 'Efter')
  assert.equal(accepted(await admin.get('/place?limit=0')).TotalHits, 2, 'what was refused was not written')
  const ready = async () => accepted(await admin.get('/health/ready'))
  await until('it is noticed that writes are taken again', async () => (await ready()).writes === undefined)
  const told = service.logged.filter((line) => line.includes('what others have written could not be read'))
  assert.ok(told.length <= 1, 'an outage is told once')
})
