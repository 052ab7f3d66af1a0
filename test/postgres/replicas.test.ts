import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answer, accepted, type Client, client, type PageAnswer, refused, validPlace } from '../support/client.ts'
import { administer, testDatabases } from '../support/postgres/databases.ts'
import { startService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { env as hookEnv } from '../support/webhook-kills.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const databases = await testDatabases()
const missing = 'missing' in databases && databases.missing

/** Three services side by side on one database, which start together. */
const services: TestService[] = []
let replicas: readonly Client[] = []

before(async () => {
  if ('missing' in databases) return
  const env = { DATABASE_URL: await databases.create() }
  services.push(...(await Promise.all([0, 1, 2].map(() => startService({ env })))))
  replicas = services.map(({ url, adminKey }) => client(url, adminKey))
})
after(() => Promise.all(services.map((service) => service.close())))

const revisionOf = ({ headers }: Answer<unknown>) => headers.get('gazetteer-revision') ?? ''
const having = (revision: string) => ({ 'gazetteer-revision': revision })

/** All places as a replica answers them, at most 500. */
async function allPlaces({ get }: Client): Promise<string[]> {
  const { Results } = accepted(await get<PageAnswer>('/place?limit=500'))
  return Results.map((place) => JSON.stringify(place)).toSorted()
}

test('replicas that start together make the tables once, and write into one journal', { skip: missing }, async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => replicas[n % 3]!.put('/place', validPlace({ name: 'Samma namn' }))),
  )
  const slugs = answers.map((answer) => accepted(answer, 201).slug)
  assert.equal(new Set(slugs).size, 60, 'a slug is given once, whoever writes')
  const revision = String(Math.max(...answers.map((answer) => Number(revisionOf(answer)))))
  assert.equal(revision, '60', 'numbers have no gaps')
  for (const replica of replicas) {
    accepted(await replica.get('/place?limit=0', having(revision)))
    assert.deepEqual((await allPlaces(replica)).length, 60)
  }
  const [first, ...others] = await Promise.all(replicas.map(allPlaces))
  for (const other of others) assert.deepEqual(other, first)
})

test('a request that carries a revision is answered by what has seen it, at whichever replica', {
  skip: missing,
}, async () => {
  const [writing, reading] = replicas
  for (let n = 0; n < 30; n++) {
    const written = await writing!.put('/place', validPlace({ name: `Plats ${n}` }))
    const { id } = accepted(written, 201)
    const read = await reading!.get(`/place/${id}`, having(revisionOf(written)))
    assert.equal(accepted(read).name, `Plats ${n}`)
    const patched = await writing!.patch(`/place/${id}`, { name: `Ny ${n}`, updatedBy: 'a' })
    accepted(patched, 204)
    assert.equal(accepted(await reading!.get(`/place/${id}`, having(revisionOf(patched)))).name, `Ny ${n}`)
  }
})

test('without a revision a replica sees what others wrote, soon', { skip: missing }, async () => {
  const [writing, reading] = replicas
  const { id } = accepted(await writing!.put('/place', validPlace()), 201)
  await until('the replica has it', async () => (await reading!.get(`/place/${id}`)).status === 200)
})

test('a revision that no journal has is 409, one that is no number 400', { skip: missing }, async () => {
  const [replica] = replicas
  refused(await replica!.get('/place', having('999999')), 409, /ends at revision \d+, before 999999/)
  refused(await replica!.get('/place', having('-1')), 400, /whole number/)
  refused(await replica!.get('/place', having('1e3')), 400, /whole number/)
})

test('a key that is revoked at one replica is refused by the others', { skip: missing }, async () => {
  const [one, other] = replicas
  const made = await one!.post<{ key: string; id: string }>('/keys', { name: 'k', permissions: ['read'] })
  const { key, id } = accepted(made, 201)
  const { headers } = await one!.get('/place?limit=0')
  accepted(await other!.get('/place?limit=0', having(headers.get('gazetteer-revision') ?? '')))
  accepted(await client(other!.url, key).get('/place'))
  const revoked = await one!.delete(`/keys/${id}`)
  accepted(await other!.get('/place?limit=0', having(revisionOf(revoked))))
  refused(await client(other!.url, key).get('/place'), 401)
})

test('no webhook is registered where its secret could not be read by other replicas', { skip: missing }, async () => {
  const [{ post } = { post: undefined }] = replicas
  const { id: key } = accepted(await post!<{ id: string }>('/keys', { name: 'k', permissions: ['read'] }), 201)
  refused(await post!('/webhooks', { url: 'https://example.org/', key }), 409, /SECRETS_KEY must be set/)
})

test('an owner that is renamed at one replica is found by its new name at the others', { skip: missing }, async () => {
  const [one, other] = replicas
  accepted(await one!.put('/place', validPlace({ owner: { id: 'o', type: 'Församling' } })), 201)
  const named = await one!.put('/directory/owners/o', { name: 'Nya namnet' })
  assert.ok(named.status < 300, named.text)
  const found = await other!.get<PageAnswer>('/place?owner_name=Nya%20namnet', having(revisionOf(named)))
  assert.equal(accepted(found).TotalHits, 1)
})

test('patches of one place from several replicas at once are all kept', { skip: missing }, async () => {
  const { id } = accepted(await replicas[0]!.put('/place', validPlace()), 201)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => replicas[n % 3]!.patch(`/place/${id}`, { name: `n${n}`, updatedBy: `w${n}` })),
  )
  for (const answer of answers) accepted(answer, 204)
  const last = String(Math.max(...answers.map((answer) => Number(revisionOf(answer)))))
  const page = accepted(await replicas[1]!.get<PageAnswer>(`/place/${id}/revisions?limit=0`, having(last)))
  assert.equal(page.TotalHits, 31)
})

test('a replica forgets what the journal has no longer, as after a failover that it did not notice', {
  skip: missing,
}, async (context) => {
  assert.ok(!('missing' in databases))
  const url = await databases.create()
  const service = await startService({ env: { DATABASE_URL: url }, limits: { database: { pollMillis: 50 } } })
  context.after(() => service.close())
  const replica = client(service.url, service.adminKey)
  const { id: kept } = accepted(await replica.put('/place', validPlace()), 201)
  const written = await replica.put('/place', validPlace())
  const { id: lost } = accepted(written, 201)
  const last = Number(revisionOf(written))
  await administer(
    url,
    `delete from place where revision = ${last};
     delete from journal where revision = ${last};
     update journal_end set revision = ${last - 1}, mark = (select mark from journal where revision = ${last - 1})`,
  )
  await until('it is noticed', async () => (await replica.get(`/place/${lost}`)).status === 404)
  accepted(await replica.get(`/place/${kept}`))
})

test('D57: time is told once by several replicas, and goes on where the one that told is gone', {
  skip: missing,
}, async () => {
  assert.ok(!('missing' in databases))
  const env = { DATABASE_URL: await databases.create() }
  const start = Date.UTC(2026, 0, 1)
  const pair = [await startService({ env, now: start }), await startService({ env, now: start })]
  const [one, other] = pair.map(({ url, adminKey }) => client(url, adminKey)) as [Client, Client]
  const minutes = (count: number) => new Date(start + count * 60_000).toISOString().replace('Z', '00Z')
  const dates = { published: minutes(10), depublished: minutes(20) }
  const ids: string[] = []
  for (let n = 0; n < 20; n++) ids.push(accepted(await one.put('/place', validPlace(dates)), 201).id)
  const toldBy = async ({ get }: Client) => {
    const { Results } = accepted(
      await get<{ Results: { kind: string; id: string; time: string }[] }>('/changes?limit=1000'),
    )
    return Results.flatMap(({ kind, id, time }) => (kind === 'publication' ? [`${id} ${time}`] : []))
  }
  const expected = (instants: readonly string[]) =>
    ids.flatMap((id) => instants.map((instant) => `${id} ${instant}`)).toSorted()
  try {
    for (const service of pair) service.setNow(start + 10 * 60_000)
    await until('all are told', async () => (await toldBy(other)).length >= 20)
    await pair[0]!.close()
    pair[1]!.setNow(start + 21 * 60_000)
    await until('the other goes on', async () => (await toldBy(other)).length >= 40)
    assert.deepEqual((await toldBy(other)).toSorted(), expected([minutes(10), minutes(20)]))
  } finally {
    await pair[1]!.close()
  }
})

test('D57: a replica whose clock is ahead neither loses nor doubles what another sends of its publications', {
  skip: missing,
}, async (context) => {
  assert.ok(!('missing' in databases))
  const env = { ...hookEnv, DATABASE_URL: await databases.create() }
  const now = Date.UTC(2026, 0, 1)
  const pair = [await startService({ env, now }), await startService({ env, now })]
  try {
    const [one, other] = pair.map(({ url, adminKey }) => client(url, adminKey)) as [Client, Client]
    const receiver = await startReceiver(context)
    const narrowed = { name: 'k', permissions: ['read-published'] }
    const { id: key } = accepted(await one.post<{ id: string }>('/keys', narrowed), 201)
    accepted(await one.post('/webhooks', { url: receiver.url, key }), 201)
    const sends = async ({ get }: Client) => (await get('/metrics')).text.includes('webhook_lag_events{')
    await until('one of them sends', async () => (await sends(one)) || (await sends(other)))
    const [sender, ahead] = (await sends(one)) ? pair : pair.toReversed()

    const published = new Date(now + 60_000).toISOString().replace('Z', '00Z')
    const { id } = accepted(await one.put('/place', validPlace({ name: 'Strax', published })), 201)
    sender!.setNow(now + 55_000)
    ahead!.setNow(now + 60_000)
    await receiver.until((received) => received.length > 0)
    const { type, time, data } = JSON.parse(receiver.received[0]!.body)
    assert.deepEqual([type, time, data.place?.name], ['gazetteer.place.published', published, 'Strax'])
    sender!.setNow(now + 61_000)
    const written = await one.patch(`/place/${id}`, { name: 'Nu', updatedBy: 'a' })
    accepted(written, 204)
    await receiver.until((received) => received.some(({ body }) => JSON.parse(body).data.place?.name === 'Nu'))
    assert.equal(new Set(receiver.received.map((event) => event.id)).size, 2)
  } finally {
    for (const service of pair) await service.close()
  }
})
