import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import type { JournalEnd, Store } from '../../src/store/store.ts'
import { administer, testDatabases } from '../support/postgres/databases.ts'
import { until } from '../support/until.ts'
import { create, simpleRules } from './commands.ts'

const databases = await testDatabases()
const skip = 'missing' in databases && databases.missing
const anHour = 3_600_000

async function openStore(context: TestContext, url: string, pollMillis: number): Promise<Store> {
  const model = { placeTypeSchemas: {}, locale: 'sv' }
  const store = await openPostgresStore({
    url,
    model,
    locator: { layers: [] },
    rules: simpleRules,
    limits: { pollMillis },
  })
  context.after(() => store.close())
  return store
}

/** What a watch has reported. */
function listen(context: TestContext, store: Store): readonly (JournalEnd | undefined)[] {
  const reported: (JournalEnd | undefined)[] = []
  const watch = store.watch!((each) => reported.push(each))
  context.after(() => watch.close())
  return reported
}

/** Writes an entry of the journal without a notification, as where one is lost. */
function writeWithoutNotification(url: string): Promise<void> {
  return administer(
    url,
    `with next as (update journal_end set revision = revision + 1, mark = 7 returning revision)
     insert into journal (revision, kind, id, action, time, who, document, mark)
     select next.revision, 'place', 'unreported', 'create', 0, 'nobody', '{}', 7 from next`,
  )
}

test('a write is reported at once to who listens, without polling', { skip }, async (context) => {
  assert.ok(!('missing' in databases))
  const url = await databases.create()
  const [writing, listening] = [await openStore(context, url, anHour), await openStore(context, url, anHour)]
  const reported = listen(context, listening)
  await until('it listens', () => reported.length > 0)
  await writing.write([create({ name: 'a' })])
  await until('the write is reported', () => reported.includes(1))
})

test('a notification that is lost costs no more than the interval of polling', { skip }, async (context) => {
  assert.ok(!('missing' in databases))
  const url = await databases.create()
  const [listening, polling] = [await openStore(context, url, anHour), await openStore(context, url, 50)]
  const [reported, polled] = [listen(context, listening), listen(context, polling)]
  await until('both listen', () => reported.length > 0 && polled.length > 0)
  await writeWithoutNotification(url)
  await until('the journal was polled', () =>
    polled.some((each) => isDeepStrictEqual(each, { revision: 1, transactionId: 7 })),
  )
  assert.ok(
    reported.every((each) => each === undefined),
    'nothing was reported',
  )
  const [entry] = await polling.follow({ revision: 0, transactionId: 0 }, 10)
  assert.equal(entry?.id, 'unreported')
})
