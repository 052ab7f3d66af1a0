import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import pg from 'pg'
import type { DatabaseLimits } from '../../src/store/postgres/address.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import { create, simpleRules, write } from '../store/commands.ts'
import { type Answer, accepted, type Client, client, type PageAnswer, refused, validPlace } from '../support/client.ts'
import { openLink } from '../support/cluster/link.ts'
import { administer, rowsOf, testDatabases } from '../support/postgres/databases.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'

const databases = await testDatabases()
const skip = 'missing' in databases && databases.missing
const anHour = 3_600_000

let url: string
before(async () => {
  if (!('missing' in databases)) url = await databases.create()
})

/** Waits for the database as long as a test does. */
const patient = { lockMillis: anHour, statementMillis: anHour, answerMillis: anHour }

async function serve(
  context: TestContext,
  env: Readonly<Record<string, string>>,
  database: Partial<DatabaseLimits>,
): Promise<Client> {
  const service = await startService({ env, limits: { database } })
  context.after(() => service.close())
  return client(service.url, service.adminKey)
}

function comesBack(answer: Answer<unknown>, says: RegExp): void {
  refused(answer, 503, says)
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
}

test('a statement that takes the database too long is given up: 503 with Retry-After, and nothing is written', {
  skip,
}, async (context) => {
  const replica = await serve(context, { DATABASE_URL: url }, patient)
  const hasty = await serve(context, { DATABASE_URL: url }, { statementMillis: 300 })
  accepted(await replica.put('/place', validPlace({ name: 'Före' })), 201)
  await administer(
    url,
    `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$;
     create trigger slow before insert on journal for each row execute function slow()`,
  )
  const given = await hasty.put('/place', validPlace({ name: 'Under' }))
  comesBack(given, /the database takes too long; nothing was written/)
  await administer(url, 'drop trigger slow on journal')
  accepted(await replica.put('/place', validPlace({ name: 'Efter' })), 201)
  const { Results } = accepted(await replica.get<PageAnswer>('/place?orderby=name'))
  assert.deepEqual(
    Results.map(({ name }) => name),
    ['Efter', 'Före'],
  )
})

test('what others keep locked for too long is 503 with Retry-After, of writes, of histories, and of searches inside', {
  skip,
}, async (context) => {
  const hasty = { lockMillis: 100 }
  const [indexed, searching] = await Promise.all([
    serve(context, { DATABASE_URL: url }, hasty),
    serve(context, { DATABASE_URL: url, SEARCH: 'database' }, hasty),
  ])
  const { id } = accepted(await searching.put('/place', validPlace({ name: 'Låst' })), 201)
  const locking = new pg.Client({ connectionString: url })
  await locking.connect()
  try {
    await locking.query('begin; lock table journal')
    const [written, history, found, read] = await Promise.all([
      indexed.put('/place', validPlace({ name: 'Under' })),
      indexed.get(`/place/${id}/revisions`),
      searching.get('/place'),
      indexed.get(`/place?name=F%C3%B6re`),
    ])
    for (const answer of [written, history, found]) comesBack(answer, /others have been writing for too long/)
    assert.doesNotMatch(history.text, /nothing was written/)
    accepted(read)
  } finally {
    await locking.end()
  }
  accepted(await indexed.put('/place', validPlace({ name: 'Efter' })), 201)
})

test('writes that come while another waits share a transaction, and reads do not wait for them', {
  skip,
}, async (context) => {
  const replica = await serve(context, { DATABASE_URL: url }, patient)
  const { id } = accepted(await replica.put('/place', validPlace({ name: 'Först' })), 201)
  const counted = 'select count(distinct mark)::int as groups, count(*)::int as entries from journal'
  const count = async () => (await rowsOf<{ groups: number; entries: number }>(url, counted))[0]!
  const before = await count()
  const locking = new pg.Client({ connectionString: url })
  await locking.connect()
  try {
    await locking.query('begin; select from journal_end for update')
    let answered = 0
    const writes = Array.from({ length: 60 }, (_, n) =>
      replica.put('/place', validPlace({ name: `Plats ${n}` })).finally(() => answered++),
    )
    await until('a write waits', async () => (await rowsOf(url, 'select from pg_locks where not granted')).length > 0)
    // Meanwhile the others have come.
    for (let reads = 0; reads < 20; reads++) {
      accepted(await replica.get(`/place/${id}`))
      accepted(await replica.get(`/place/${id}/revisions`))
    }
    assert.equal(answered, 0)
    await locking.query('rollback')
    for (const answer of await Promise.all(writes)) accepted(answer, 201)
  } finally {
    await locking.end()
  }
  const after = await count()
  assert.equal(after.entries, before.entries + 60)
  const groups = after.groups - before.groups
  assert.ok(groups < 20, `${groups} transactions for 60 writes`)
})

test('a commit whose answer was lost is found without reading what was written long before', {
  skip,
}, async (context) => {
  assert.ok(!('missing' in databases))
  const direct = await databases.create()
  const { hostname, port } = new URL(direct)
  const link = await openLink(Number(port), hostname)
  context.after(() => link.close())
  const linked = Object.assign(new URL(direct), { hostname: '127.0.0.1', port: String(link.port) })
  const model = { placeTypeSchemas: {}, locale: 'sv' }
  const parts = { model, locator: { layers: [] }, rules: simpleRules, limits: { lockMillis: anHour } }
  const store = await openPostgresStore({ url: linked.href, ...parts })
  context.after(() => store.close())
  for (const name of ['a', 'b', 'c', 'd']) await write(store, create({ name }))
  // The old entries stand for millions. A commit waits while somebody has the lock 1.
  await administer(
    direct,
    `create function slow(revision bigint, mark bigint) returns bigint language plpgsql as $$
       begin if revision < 4 then perform pg_sleep(2); end if; return mark; end $$;
     alter table journal rename to entries;
     create view journal as
       select revision, kind, id, action, time, who, document, import_key, source, slow(revision, mark) as mark, caller, act
       from entries;
     create function put() returns trigger language plpgsql as $$
       begin
         insert into entries (revision, kind, id, action, time, who, document, import_key, source, mark, caller,
           act)
         values (new.revision, new.kind, new.id, new.action, new.time, new.who, new.document, new.import_key, new.source,
           new.mark, new.caller, new.act);
         return new;
       end $$;
     create trigger put instead of insert on journal for each row execute function put();
     create function wait() returns trigger language plpgsql as $$
       begin perform pg_advisory_xact_lock(1); return null; end $$;
     create constraint trigger wait after insert on entries deferrable initially deferred
       for each row execute function wait()`,
  )
  const locking = new pg.Client({ connectionString: direct })
  await locking.connect()
  try {
    await locking.query('select pg_advisory_lock(1)')
    const writing = write(store, create({ name: 'e' }))
    writing.catch(() => {})
    const committing = `select from pg_stat_activity where query = 'commit' and wait_event = 'advisory'`
    await until('the commit is under way', async () => (await locking.query(committing)).rowCount === 1)
    link.cut()
    await locking.query('select pg_advisory_unlock(1)')
    link.heal()
    assert.deepEqual(
      (await writing).entries.map(({ revision }) => revision),
      [5],
    )
  } finally {
    await locking.end()
  }
})
