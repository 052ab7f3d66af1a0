import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import { accepted, type Client, client, type PageAnswer, refused, validPlace } from '../support/client.ts'
import { freePort } from '../support/ports.ts'
import { administer, rowsOf } from '../support/postgres/databases.ts'
import { findOrInstall } from '../support/postgres/install.ts'
import { type ServerPair, startPair } from '../support/postgres/pair.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { storeParts } from './random-commands.ts'

const found = findOrInstall()
const skip = 'missing' in found && found.missing
const written = 30

let pair: ServerPair
let addresses: { readonly DATABASE_URL: string; readonly DATABASE_READ_URL: string }
/** All places as they are answered while both servers are there. */
let everything: readonly string[]

before(async () => {
  if ('missing' in found) return
  pair = await startPair(found.programs, 'places')
  addresses = { DATABASE_URL: pair.primary.url('places'), DATABASE_READ_URL: pair.standby.url('places') }
})
after(() => pair?.remove())

async function serve(context: TestContext, env: Readonly<Record<string, string>> = {}): Promise<Client> {
  const service = await startService({
    env: { ...addresses, ...env },
    limits: { database: { patienceMillis: 50 }, replica: { reachMillis: 50, applyTimeoutMillis: 2_000 } },
  })
  context.after(() => service.close())
  return client(service.url, service.adminKey)
}

async function allPlaces({ get }: Client): Promise<readonly string[]> {
  const { Results } = accepted(await get<PageAnswer>('/place?limit=500&orderby=slug'))
  return Results.map((place) => JSON.stringify(place))
}

/** How often rows of places were read of the server, as far as it has told. */
async function placesRead(url: string): Promise<number> {
  const [row] = await rowsOf<{ read: number }>(
    url,
    `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_user_tables where relname = 'place'`,
  )
  return row?.read ?? 0
}

/** Has a replica fill the tables of the search, and gives up to where they are complete. */
async function fillTables(): Promise<number> {
  const service = await startService({ env: { ...addresses, SEARCH: 'database' } })
  try {
    const replica = client(service.url, service.adminKey)
    assert.deepEqual(await allPlaces(replica), everything)
    return Number((await replica.get('/place?limit=0')).headers.get('gazetteer-revision'))
  } finally {
    await service.close()
  }
}

/** Writes a place that the tables of the search do not have yet, as where the server is lost just then. */
async function writeBehindTheSearch(name: string): Promise<number> {
  const store = await openPostgresStore({ url: addresses.DATABASE_URL, ...storeParts })
  try {
    const common = { now: Date.UTC(2026, 0, 1), ownerEntries: {}, allowOverposting: false }
    const newId = '01890a5d-ac96-7000-8000-000000000001'
    const [outcome] = await store.write([
      { kind: 'place', request: { ...common, action: 'create', body: validPlace({ name }), newId } },
    ])
    assert.ok(outcome?.done)
    return outcome.entries.at(-1)!.revision
  } finally {
    await store.close()
  }
}

const having = (revision: number) => ({ 'gazetteer-revision': String(revision) })

test('a replica reads its index from the standby, and what that lacks from the primary', { skip }, async (context) => {
  const first = await serve(context)
  for (let n = 0; n < written; n++) accepted(await first.put('/place', validPlace({ name: `Plats ${n}` })), 201)
  await pair.caughtUp()
  await administer(addresses.DATABASE_READ_URL, 'select pg_wal_replay_pause()')
  accepted(await first.put('/place', validPlace({ name: 'Medan den står still' })), 201)
  const readBefore = await placesRead(addresses.DATABASE_READ_URL)

  const second = await serve(context)
  everything = await allPlaces(second)
  assert.equal(everything.length, written + 1, 'what the standby lacks is there when the replica is ready')
  assert.deepEqual(everything, await allPlaces(first))
  await until('the standby tells that places were read', async () => {
    return (await placesRead(addresses.DATABASE_READ_URL)) >= readBefore + written
  })
  await administer(addresses.DATABASE_READ_URL, 'select pg_wal_replay_resume()')
})

test('a key that was revoked stays revoked for a replica that starts while the standby is behind', {
  skip,
}, async (context) => {
  const first = await serve(context)
  const keyNamed = async (name: string) =>
    accepted(await first.post<{ id: string }>('/keys', { name, permissions: ['read'] }), 201).id
  const [kept, revoked] = [await keyNamed('stannar'), await keyNamed('snart borta')]
  await pair.caughtUp()
  await administer(addresses.DATABASE_READ_URL, 'select pg_wal_replay_pause()')
  context.after(() => administer(addresses.DATABASE_READ_URL, 'select pg_wal_replay_resume()'))
  accepted(await first.delete(`/keys/${revoked}`), 204)
  const { DATABASE_URL: url, DATABASE_READ_URL: readUrl } = addresses
  const store = await openPostgresStore({ url, readUrl, ...storeParts })
  context.after(() => store.close())
  const present = (await Array.fromAsync(store.present('key'))).flat().map(({ id }) => id)
  assert.deepEqual([present.includes(kept), present.includes(revoked)], [true, false])
})

test('with the primary gone replicas start from the standby alone, whatever they search in, and go on with the primary', {
  skip,
}, async (context) => {
  const before = await fillTables()
  const later = await writeBehindTheSearch('Strax före')
  await pair.caughtUp()
  await pair.primary.kill()

  const [indexed, searching] = await Promise.all([serve(context), serve(context, { SEARCH: 'database' })])
  const told = accepted(await searching.get('/health/ready'))
  assert.equal(told.writes, 'unavailable', 'from the first answer on')
  assert.match(String(told.reason), /database/)
  assert.equal((await allPlaces(indexed)).length, written + 2)
  assert.deepEqual(await allPlaces(searching), everything, 'what the tables have, all as of one revision')
  const { headers } = await searching.get('/place?limit=0')
  assert.equal(Number(headers.get('gazetteer-revision')), before)
  const behind = await searching.get('/place?limit=0', having(later))
  refused(behind, 503, /seen the changes up to revision \d+, not up to/)
  assert.match(behind.headers.get('retry-after') ?? '', /^\d+$/)
  refused(await searching.put('/place', validPlace({ name: 'Vem skriver?' })), 503, /database/)
  const ahead = later + 1_000
  for (const replica of [indexed, searching]) {
    refused(await replica.get('/place?limit=0', having(ahead)), 503, /not up to/)
    const changes = await replica.get(`/changes?after=${ahead}`)
    refused(changes, 503, /the standby has the journal up to revision \d+, not up to/)
    assert.match(changes.headers.get('retry-after') ?? '', /^\d+$/)
  }

  await pair.primary.start()
  await until('the tables take in what they lacked', async () => {
    return (await searching.get('/place?limit=0', having(later))).status === 200
  })
  await until('the primary is asked again', async () => {
    return (await indexed.get('/place?limit=0', having(ahead))).status === 409
  })
  refused(await indexed.get('/place?limit=0', having(ahead)), 409, /the journal ends at revision/)
  refused(await indexed.get(`/changes?after=${ahead}`), 409, /is not in this history/)
  const { id } = accepted(await searching.put('/place', validPlace({ name: 'Efter' })), 201)
  assert.equal(accepted(await searching.get(`/place/${id}`)).name, 'Efter')
  assert.equal((await allPlaces(searching)).length, written + 3)
  const ready = async () => accepted(await searching.get('/health/ready'))
  await until('it is noticed that writes are taken again', async () => (await ready()).writes === undefined)
})

test('with the primary gone and no tables on the standby a replica says what it waits for, and is ready after it', {
  skip,
}, async (context) => {
  await pair.caughtUp()
  await pair.primary.kill()
  const port = await freePort()
  // Another locale has tables of its own.
  const starting = serve(context, { SEARCH: 'database', LOCALE: 'da', PORT: String(port) })
  starting.catch(() => {})
  const waiting = client(`http://127.0.0.1:${port}`)
  const said = () => waiting.get('/health/ready').catch(() => undefined)
  await until('the replica says what it waits for', async () =>
    /search cannot be made now/.test((await said())?.text ?? ''),
  )
  refused((await said())!, 503, /tables of the search cannot be made now: .*database/)
  await pair.primary.start()
  assert.equal((await allPlaces(await starting)).length, written + 3)
})
