import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { accepted, type Client, client, type PlaceAnswer, validPlace } from '../support/client.ts'
import { startService } from '../support/service.ts'
import { suite, suiteStart } from '../support/suite.ts'
import { until } from '../support/until.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const env = { WEBHOOK_HTTP: 'true', WEBHOOK_ALLOW: '127.0.0.0/8', SECRETS_KEY: 'a-key-of-the-tests-with-32-characters' }
const api = suite({ env })
const minute = 60_000
const start = Date.parse(suiteStart)
const inMinutes = (minutes: number) => new Date(start + minutes * minute).toISOString().replace('Z', '00Z')

interface Told {
  readonly revision: number
  readonly kind: string
  readonly id: string
  readonly action: string
  readonly time: string
  readonly place?: PlaceAnswer
}

/** All that the feed tells after a revision of what time did. */
async function toldOf({ get }: Client, query = 'after=0') {
  const { Results } = accepted(await get<{ Results: readonly Told[] }>(`/changes?limit=1000&${query}`))
  return Results.filter(({ kind }) => kind === 'publication')
}

/** Registers a webhook by a new key, and gives what it receives. */
async function hooked(context: Parameters<typeof startReceiver>[0], admin: Client, permissions: readonly string[]) {
  const receiver = await startReceiver(context)
  const { id: key } = accepted(await admin.post<{ id: string }>('/keys', { name: 'hook', permissions }), 201)
  const types = ['gazetteer.place.published', 'gazetteer.place.unpublished']
  const body = { url: receiver.url, key, types }
  const { secret } = accepted(await admin.post<{ secret: string }>('/webhooks', body), 201)
  await receiver.order({ secrets: [secret] })
  return receiver
}

const eventOf = ({ body }: { readonly body: string }) => JSON.parse(body)

test('D57: time publishes and unpublishes, which feed and webhooks tell and nothing else shows', async (context) => {
  const [whole, narrowed] = [
    await hooked(context, api.admin, ['read']),
    await hooked(context, api.admin, ['read-published']),
  ]
  const scene = api.scene()
  const place = await scene.add({ name: 'Snart', published: inMinutes(10), depublished: inMinutes(20) })
  const path = `/place/${place.id}`
  const before = await api.admin.get<PlaceAnswer>(path)
  const revisions = accepted(await api.admin.get(`${path}/revisions`))
  for (const [minutes, type] of [
    [10, 'published'],
    [25, 'unpublished'],
  ] as const) {
    api.setNow(inMinutes(minutes))
    await until('both are told', () =>
      [whole, narrowed].every(({ received }) => received.length === (minutes === 10 ? 1 : 2)),
    )
    const [one, other] = [whole, narrowed].map(({ received }) => eventOf(received.at(-1)!))
    const due = inMinutes(minutes === 10 ? 10 : 20)
    assert.deepEqual([one.type, one.subject, one.time], [`gazetteer.place.${type}`, place.id, due])
    assert.deepEqual([one.data.kinds, one.data.changed, one.data.place.name], [[one.type], [], 'Snart'])
    assert.deepEqual(
      [other.id, other.type, other.data.place?.name],
      [one.id, one.type, minutes === 10 ? 'Snart' : undefined],
    )
    assert.ok([...whole.received, ...narrowed.received].every(({ isSigned }) => isSigned))
  }
  const told = await toldOf(api.admin, `after=0&owner_id=${scene.owner}`)
  assert.deepEqual(
    told.map(({ action, time, place }) => [action, time, place?.name]),
    [
      ['publish', inMinutes(10), 'Snart'],
      ['unpublish', inMinutes(20), 'Snart'],
    ],
  )
  assert.equal((await toldOf(api.admin, `after=0&owner_id=${scene.owner}&type=published`)).length, 1)
  const now = await api.admin.get<PlaceAnswer>(path)
  assert.deepEqual([now.headers.get('etag'), now.body], [before.headers.get('etag'), before.body])
  assert.deepEqual(accepted(await api.admin.get(`${path}/revisions`)), revisions)
  const unchanged = { headers: { 'if-match': before.headers.get('etag') ?? '' } }
  accepted(await api.admin.patch(path, { name: 'Annat', updatedBy: 'a' }, unchanged.headers), 204)
  const exported = (await api.admin.get('/export')).text
  assert.ok(exported.includes(place.id) && !exported.includes('publication'))
  accepted(await api.admin.post(`${path}/purge?confirm=${place.id}`), 204)
  assert.deepEqual(
    (await toldOf(api.admin)).filter(({ id }) => id === place.id),
    [],
  )
})

test('D57: an instant that is moved or taken away is not told', async () => {
  api.setNow(suiteStart)
  const scene = api.scene()
  const [moved, taken, gone, last] = await scene.addAll(
    ...[1, 2, 3, 4].map((number) => ({ name: `Plats ${number}`, published: inMinutes(10) })),
  )
  await scene.patch(moved!.id, { published: inMinutes(30) })
  await scene.patch(taken!.id, { published: null })
  await scene.remove(gone!.id)
  const own = `after=0&owner_id=${scene.owner}`
  api.setNow(inMinutes(11))
  await until('the last is told', async () => (await toldOf(api.admin, own)).length > 0)
  await scene.add({ published: inMinutes(5) })
  api.setNow(inMinutes(31))
  await until('what was moved is told', async () => (await toldOf(api.admin, own)).length > 1)
  assert.deepEqual(
    (await toldOf(api.admin, own)).map(({ id, time }) => [id, time]),
    [
      [last!.id, inMinutes(10)],
      [moved!.id, inMinutes(30)],
    ],
  )
})

test('D57: what was due while nothing ran is told at the next start, by the instant it was due', async (context) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gazetteer-due-'))
  context.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const first = await startService({ dataDir, env, now: start })
  const admin = client(first.url, first.adminKey)
  const receiver = await hooked(context, admin, ['read'])
  const dates = { published: inMinutes(10), depublished: inMinutes(20) }
  const place = accepted(await admin.put<PlaceAnswer>('/place', validPlace(dates)), 201)
  const later = accepted(await admin.put<PlaceAnswer>('/place', validPlace({ published: inMinutes(90) })), 201)
  await first.close()
  assert.equal(receiver.received.length, 0)
  for (let starts = 0; starts < 2; starts++) {
    const next = await startService({ dataDir, env, now: start + 60 * minute })
    await receiver.until((received) => received.length >= 2)
    const told = await toldOf(client(next.url, next.adminKey))
    assert.deepEqual(
      told.map(({ id, time }) => [id, time]),
      [
        [place.id, inMinutes(10)],
        [place.id, inMinutes(20)],
      ],
      'once, however often it starts',
    )
    if (starts === 1) {
      next.setNow(start + 91 * minute)
      await until('the other is told', async () => (await toldOf(client(next.url, next.adminKey))).length === 3)
      await receiver.until((received) => received.length >= 3)
    }
    await next.close()
  }
  assert.deepEqual(
    receiver.received.map((one) => [eventOf(one).subject, eventOf(one).time]),
    [
      [place.id, inMinutes(10)],
      [place.id, inMinutes(20)],
      [later.id, inMinutes(90)],
    ],
  )
})
