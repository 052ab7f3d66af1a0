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
  const store = await openPostgresStore({ url, model, locator: { layers: [] }, rules: simpleRules, pollMillis })
  context.after(() => store.close())
  return store
}

/** What a watch has told. */
function listen(context: TestContext, store: Store): readonly (JournalEnd | undefined)[] {
  const heard: (JournalEnd | undefined)[] = []
  const watch = store.watch!((each) => heard.push(each))
  context.after(() => watch.close())
  return heard
}

/** Has the journal go on with nobody being told, as where a notification is lost. */
function writeUnheard(url: string): Promise<void> {
  return administer(
    url,
    `with next as (update journal_end set revision = revision + 1, mark = 7 returning revision)
     insert into journal (revision, kind, id, action, time, who, document, mark)
     select next.revision, 'place', 'unheard', 'create', 0, 'nobody', '{}', 7 from next`,
  )
}

test('who listens is told of a write at once, without asking', { skip }, async (context) => {
  assert.ok(!('missing' in databases))
  const url = await databases.create()
  const [writing, listening] = [await openStore(context, url, anHour), await openStore(context, url, anHour)]
  const heard = listen(context, listening)
  await until('it listens', () => heard.length > 0)
  await writing.write([create({ name: 'a' })])
  await until('it has heard of the write', () => heard.includes(1))
})

test('a notification that is lost costs no more than the interval of asking', { skip }, async (context) => {
  assert.ok(!('missing' in databases))
  const url = await databases.create()
  const [deaf, asking] = [await openStore(context, url, anHour), await openStore(context, url, 50)]
  const [heard, asked] = [listen(context, deaf), listen(context, asking)]
  await until('both listen', () => heard.length > 0 && asked.length > 0)
  await writeUnheard(url)
  await until('the journal was asked', () =>
    asked.some((each) => isDeepStrictEqual(each, { revision: 1, transactionId: 7 })),
  )
  assert.ok(
    heard.every((each) => each === undefined),
    'nobody was told',
  )
  const [entry] = await asking.follow({ revision: 0, transactionId: 0 }, 10)
  assert.equal(entry?.id, 'unheard')
})
