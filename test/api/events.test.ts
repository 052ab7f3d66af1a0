import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { accepted, client, refused, validPlace } from '../support/client.ts'
import { temporaryFolder } from '../support/process.ts'
import { databasePrefix } from '../support/record.ts'
import { startService } from '../support/service.ts'
import { suite, suiteStart } from '../support/suite.ts'
import { stopTimeouts } from '../support/timeouts.ts'
import { until } from '../support/until.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const env = { WEBHOOK_HTTP: 'true', WEBHOOK_ALLOW: '127.0.0.0/8', SECRETS_KEY: 'a-key-of-the-tests-with-32-characters' }
const api = suite({ env })

/** A receiver and its webhook; `told` gives what it has got of a place: type, kinds and changed members. */
async function hooked(context: TestContext, more: JsonObject = {}) {
  const receiver = await startReceiver(context)
  const keys = { name: 'hook', permissions: ['read'] }
  const { id: key } = accepted(await api.admin.post<{ id: string }>('/keys', keys), 201)
  const { id } = accepted(await api.admin.post<{ id: string }>('/webhooks', { url: receiver.url, key, ...more }), 201)
  context.after(() => api.admin.delete(`/webhooks/${id}`))
  const events = () => receiver.received.map(({ body }) => JSON.parse(body))
  const short = (type: string) => type.replace('gazetteer.place.', '')
  const told = () =>
    events().map(({ type, data }) => [short(type), data.kinds.map(short).join(), ...(data.changed ?? []).toSorted()])
  return { receiver, path: `/webhooks/${id}`, events, told }
}

test('a change is one event, of the type that says most, with the list of all that it was', async (context) => {
  const [all, changed] = [await hooked(context), await hooked(context, { types: ['gazetteer.place.changed'] })]
  const scene = api.scene()
  const { id } = await scene.add({ published: '2020-01-01' })
  await scene.patch(id, { shortDescription: 'Ny', published: null })
  await scene.patch(id, { shortDescription: 'Nyare', published: '2020-01-01' })
  await scene.patch(id, { shortDescription: 'Nyast' })
  await scene.remove(id)
  accepted(await api.admin.post(`/place/${id}/restore?updatedby=a`))
  // The purge replaces what has not been sent by then.
  await all.receiver.until((received) => received.length === 6)
  await changed.receiver.until((received) => received.length === 5)
  accepted(await api.admin.post(`/place/${id}/purge?confirm=${id}`), 204)
  await all.receiver.until((received) => received.length === 7)
  const expected = [
    ['created', 'created,published'],
    ['unpublished', 'unpublished,changed', 'published', 'shortDescription'],
    ['published', 'published,changed', 'published', 'shortDescription'],
    ['changed', 'changed', 'shortDescription'],
    ['deleted', 'deleted,unpublished,changed', 'deleted', 'deletedBy'],
    ['restored', 'restored,published,changed', 'deleted', 'deletedBy'],
    ['purged', 'purged'],
  ]
  const types = all.told().map(([type, kinds]) => [type, kinds])
  assert.deepEqual(
    types,
    expected.map(([type, kinds]) => [type, kinds]),
  )
  assert.deepEqual(all.told().slice(1, 4), expected.slice(1, 4))
  assert.deepEqual(
    changed.told().map(([type]) => type),
    ['unpublished', 'published', 'changed', 'deleted', 'restored'],
    'types look at all kinds',
  )
})

test('a purge replaces the events of its place that wait behind one that is not answered yet', async (context) => {
  const { receiver, events } = await hooked(context)
  await receiver.order({ next: ['take later', 'take later'] })
  // However long that takes here, nobody gives an answer up.
  stopTimeouts(context)
  const scene = api.scene()
  const first = await scene.add('Först')
  await receiver.until((received) => received.length === 1)
  const { id } = await scene.add('Borta')
  await scene.patch(id, { shortDescription: 'Väntar' })
  await receiver.order({ release: true })
  // Now the sender has read the change too, which waits.
  await receiver.until((received) => received.length === 2)
  await scene.remove(id)
  accepted(await api.admin.post(`/place/${id}/purge?confirm=${id}`), 204)
  const last = await scene.add('Sist')
  await receiver.order({ release: true })
  await receiver.until((received) => received.length >= 4)
  assert.deepEqual(
    events().map(({ type, subject }) => [type.replace('gazetteer.place.', ''), subject]),
    [
      ['created', first.id],
      ['created', id],
      ['purged', id],
      ['created', last.id],
    ],
  )
})

test('an event is a CloudEvent, which has the address of a place that is large', async (context) => {
  const { receiver, events } = await hooked(context)
  const scene = api.scene()
  const [small, large] = [await scene.add('Liten'), await scene.add({ longDescription: 'å'.repeat(40_000) })]
  await receiver.until((received) => received.length === 2)
  const [one, other] = events()
  const { History } = accepted(await api.admin.get<{ History: string }>('/changes?limit=1'))
  const { specversion, id, source, subject, datacontenttype, data } = one
  assert.deepEqual([specversion, subject, datacontenttype], ['1.0', small.id, 'application/json'])
  assert.deepEqual([id, source], [`${History}-${data.revision}`, `urn:uuid:${History}`])
  assert.deepEqual([data.place.name, data.address], ['Liten', undefined])
  assert.deepEqual([other.data.place, other.data.address], [undefined, `/place/${large.id}`])
  assert.ok(receiver.received.every(({ body, id }) => Buffer.byteLength(body) < 65_536 && JSON.parse(body).id === id))
})

test('five days of refusals disable a webhook that skips them too, and one that is taken begins them anew', async (context) => {
  const { receiver, path } = await hooked(context, { skipAfter: 1 })
  const shown = async () => accepted(await api.admin.get<{ state: string; after: number }>(path))
  const lag = new RegExp(`^gazetteer_webhook_lag_events\\{webhook="${path.split('/').at(-1)}"\\} 0$`, 'm')
  const isBehindIt = async () =>
    lag.test((await api.admin.get('/metrics')).text) || (await shown()).state === 'disabled'
  const scene = api.scene()
  const send = async (always: 'take' | 'refuse', days = 1.5) => {
    await receiver.order({ always })
    const count = receiver.received.length
    await scene.add()
    await receiver.until((received) => received.length > count)
    await until('the sender is behind the event', isBehindIt)
    api.advance(days * 86_400_000)
  }
  // Between the first two nothing was sent, which is no failure.
  await send('refuse', 6)
  for (const always of ['refuse', 'take', 'refuse', 'refuse', 'refuse', 'refuse'] as const) {
    await send(always)
    assert.equal((await shown()).state, 'active')
  }
  await send('refuse')
  await until('it is disabled', async () => (await shown()).state === 'disabled')
  const { reason } = accepted(await api.admin.get<{ reason?: string }>(path))
  assert.match(reason ?? '', /has refused events for 5 days/)
  const letters = accepted(await api.admin.get<readonly unknown[]>(`${path}/dead-letters`))
  assert.equal(letters.length, 6)
})

test('there are 100 webhooks at most', async (context) => {
  const { id: key } = accepted(await api.admin.post<{ id: string }>('/keys', { name: 'k', permissions: ['read'] }), 201)
  const body = { url: 'http://127.0.0.1:9/', key, enabled: false }
  const made: string[] = []
  context.after(() => Promise.all(made.map((id) => api.admin.delete(`/webhooks/${id}`))))
  const before = accepted(await api.admin.get<readonly unknown[]>('/webhooks')).length
  for (let count = before; count < 100; count++)
    made.push(accepted(await api.admin.post<{ id: string }>('/webhooks', body), 201).id)
  refused(await api.admin.post('/webhooks', body), 409, /100 webhooks/)
})

test('how long an event has waited is known after a restart too, be others refused before it', async (context) => {
  const dataDir = temporaryFolder(context)
  const receiver = await startReceiver(context)
  await receiver.order({ always: 'refuse' })
  const now = Date.parse(suiteStart)
  const start = async (now: number) => {
    const service = await startService({ dataDir, env, now })
    return { service, admin: client(service.url, service.adminKey) }
  }
  const first = await start(now)
  const keys = { name: 'k', permissions: ['read'] }
  const { id: key } = accepted(await first.admin.post<{ id: string }>('/keys', keys), 201)
  const made = await first.admin.post<{ id: string }>('/webhooks', { url: receiver.url, key, skipAfter: 2 })
  const path = `/webhooks/${accepted(made, 201).id}`
  const refusedNext = async () => {
    accepted(await first.admin.put('/place', validPlace()), 201)
    const next = async () => (await first.admin.get<{ refused?: { next: string } }>(path)).body.refused?.next
    await until('it is refused', async () => (await next()) !== undefined)
    return Date.parse((await next())!)
  }
  const later = await refusedNext()
  first.service.setNow(later)
  const letters = async () => accepted(await first.admin.get<readonly unknown[]>(`${path}/dead-letters`))
  await until('it is skipped', async () => (await letters()).length === 1)
  await refusedNext()
  await first.service.close()
  // Before it is sent again.
  const { service, admin } = await start(later + 4_000)
  context.after(() => service.close())
  const lag = async () => /^gazetteer_webhook_lag_seconds\{.*\} (.*)$/m.exec((await admin.get('/metrics')).text)?.[1]
  await until('it sends', async () => (await lag()) !== undefined)
  assert.deepEqual([await lag(), receiver.received.length], ['4', 3])
})

test('no secret of a webhook stands in the record; a stop ends a stream in order', {
  skip: process.env[databasePrefix] !== undefined && 'the record is in no folder',
}, async (context) => {
  // What encrypts them is in the data folder then, beside the record, of which alone a backup is made.
  const { SECRETS_KEY: _, ...without } = env
  const service = await startService({ env: without })
  let isClosed = false
  context.after(() => isClosed || service.close())
  const admin = client(service.url, service.adminKey)
  const { id: key } = accepted(await admin.post<{ id: string }>('/keys', { name: 'k', permissions: ['read'] }), 201)
  const made = await admin.post<{ id: string; secret: string }>('/webhooks', { url: 'http://127.0.0.1:9/', key })
  const { id, secret } = accepted(made, 201)
  const rotated = accepted(await admin.post<{ secret: string }>(`/webhooks/${id}/rotate`)).secret
  const files = readdirSync(service.dataDir).filter((name) => name.startsWith('gazetteer.db'))
  const bytes = Buffer.concat(files.map((name) => readFileSync(join(service.dataDir, name))))
  assert.ok(bytes.includes(id))
  assert.ok(!bytes.includes(readFileSync(join(service.dataDir, 'secrets.key'))))
  for (const one of [secret, rotated]) {
    assert.match(one, /^whsec_.{44}$/)
    const raw = Buffer.from(one.slice('whsec_'.length), 'base64')
    assert.ok(!bytes.includes(one.slice('whsec_'.length)) && !bytes.includes(raw))
  }
  const headers = { accept: 'text/event-stream', 'x-api-key': service.adminKey }
  const stream = await fetch(`${service.url}/changes`, { headers })
  isClosed = true
  // What is cut off would reject.
  const [text] = await Promise.all([stream.text(), service.close()])
  assert.match(text, /^id: \d+\nevent: history\n/)
})
