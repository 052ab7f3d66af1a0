import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import type { Command, Store } from '../../src/store/store.ts'
import { createPlaceRules } from '../../src/store/writing/place-rules.ts'
import { precompute } from '../../src/store/writing/precomputed.ts'
import { randomCommands, storeParts } from '../postgres/random-commands.ts'
import { validPlace } from '../support/client.ts'
import { testDatabases } from '../support/postgres/databases.ts'
import { assertWhole } from './assert-whole.ts'
import { allChanges, type ImportKeys, importing, patch, placeOf, refusal, temporaryFolder, write } from './commands.ts'

const rules = await createPlaceRules(storeParts)
const databases = await testDatabases()

function open(context: TestContext): Promise<Store> {
  return openSqliteStore({ folder: temporaryFolder(context), ...storeParts })
}

function importOf(more: Parameters<typeof validPlace>[0] = {}, keys: ImportKeys = {}, dryRun = false): Command {
  return importing(validPlace(more), keys, dryRun)
}

/** The journal without the ids of transactions and acts, which are drawn. */
async function journal(store: Store) {
  return (await allChanges(store)).map(({ transactionId, act, ...entry }) => entry)
}

/** Judges random commands as they come in one store and ahead in another. */
async function assertSameJournal(plain: Store, ahead: Store): Promise<void> {
  try {
    let count = 0
    for (let seed = 1; seed <= 8; seed++) {
      const draws = [randomCommands(seed, 1), randomCommands(seed, 2)]
      for (let round = 0; round < 25; round++) {
        const commands = draws.flatMap((draw) => draw().map(({ command }) => command))
        const precomputed = commands.map((command) => precompute(command, rules))
        count += precomputed.filter(({ kind }) => kind === 'precomputed').length
        const expected = await plain.write(commands)
        const outcomes = await ahead.write(precomputed)
        assert.deepEqual(outcomes.map(refusal), expected.map(refusal), `seed ${seed}, round ${round}`)
      }
    }
    assert.ok(count > 50, `${count} imports were precomputed`)
    assert.deepEqual(await journal(ahead), await journal(plain))
    await assertWhole(ahead)
  } finally {
    await plain.close()
    await ahead.close()
  }
}

test('D49: what is precomputed becomes the very journal that it becomes without', async (context) => {
  await assertSameJournal(await open(context), await open(context))
})

test('D49: the same on PostgreSQL', { skip: 'missing' in databases && databases.missing }, async (context) => {
  assert.ok('create' in databases)
  const url = await databases.create()
  await assertSameJournal(await open(context), await openPostgresStore({ url, ...storeParts }))
})

test('D21, D49: slugs, keys, parents and faults are judged with what is there when the precomputed is written', async (context) => {
  const store = await open(context)
  try {
    const commands = [
      importOf({ name: 'Hus' }, { importKey: 'a' }),
      importOf({ name: 'Hus' }, { importKey: 'b' }),
      importOf({ name: 'Hus' }, { importKey: 'a' }),
      importOf({ name: 'Rum' }, { importKey: 'a' }),
      importOf({ name: 'Sal' }, { importKey: 'c', parentKey: 'a' }),
      importOf({ name: null }, { importKey: 'd' }),
      importOf({ name: 'Hus' }),
    ].map((command) => precompute(command, rules))
    assert.deepEqual(
      commands.map(({ kind }) => kind),
      ['precomputed', 'precomputed', 'precomputed', 'precomputed', 'place', 'place', 'precomputed'],
    )
    const outcomes = await store.write(commands)
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.done ? outcome.entries.map(({ action }) => action) : outcome.problem.code)),
      [['create'], ['create'], [], ['replace'], ['create'], 'invalid-body', ['create']],
    )
    const slugs = (await allChanges(store)).map(({ document }) => JSON.parse(document ?? '{}').slug)
    const base = slugs[0]
    assert.deepEqual([slugs[1], slugs[4]], [`${base}-2`, base])
    const { id } = placeOf(outcomes[3]).place
    const patched = await write(store, patch(id, { name: 'Kammare', updatedBy: 'Bo' }))
    assert.equal(patched.entries[0]?.sourceKey?.key, 'a')
    await assertWhole(store)
  } finally {
    await store.close()
  }
})

test('D49: what is precomputed of a record with much to clean is unchanged when the record comes again', async (context) => {
  const record = {
    name: '  A\u030Asele kyrka ',
    shortDescription: ' ',
    longDescription: null,
    updatedBy: ' Anna ',
    published: '2024-02-29T12:00+01:00',
    owner: { id: ' a ', name: 'a', type: 'Pastorat' },
    contactInfo: { fetchAutomatically: true, email: ' a@example.org ' },
    geolocation: {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-0, 64.16] },
      properties: { a: [], b: '' },
    },
    openHours: [{ days: { mo: [] } }],
    placeTypes: {},
  }
  const ownerEntries = { a: { id: 'a', name: 'A', contactInfo: { email: 'a@example.org' } } }
  const again = () => {
    const command = importOf(record, { importKey: ' a ' }) as Command & { kind: 'place' }
    return precompute({ kind: 'place', request: { ...command.request, ownerEntries } }, rules)
  }
  const store = await open(context)
  try {
    const commands = [again(), again()]
    assert.deepEqual(
      commands.map(({ kind }) => kind),
      ['precomputed', 'precomputed'],
    )
    const outcomes = await store.write(commands)
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.done ? outcome.entries.length : outcome.problem)),
      [1, 0],
    )
  } finally {
    await store.close()
  }
})

test('a dry run and what is no import are not precomputed', () => {
  const [dry, change] = [importOf({}, { importKey: 'a' }, true), patch('x', { name: 'a' })]
  assert.equal(precompute(dry, rules), dry)
  assert.equal(precompute(change, rules), change)
})
