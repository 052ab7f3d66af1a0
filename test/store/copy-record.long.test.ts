import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { checksumOf, copyRecord, openSide, type Side } from '../../src/store/copy-record.ts'
import type { DatabaseLimits } from '../../src/store/postgres/address.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import type { Database } from '../../src/store/sql/database.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import type { Command, Store } from '../../src/store/store.ts'
import { testDatabases } from '../support/postgres/databases.ts'
import { assertWhole } from './assert-whole.ts'
import {
  allChanges,
  allPresent,
  create,
  importing,
  now,
  patch,
  placeOf,
  purging,
  remove,
  simpleRules,
} from './commands.ts'

const databases = await testDatabases()
const missing = 'missing' in databases && databases.missing
const common = {
  model: { placeTypeSchemas: {}, locale: 'sv' },
  locator: { layers: [] },
  rules: simpleRules,
}

/** An address of an empty record of each kind, and a store on it. */
const kinds = {
  sqlite: {
    async address(context: TestContext) {
      const folder = mkdtempSync(join(tmpdir(), 'gazetteer-copy-'))
      context.after(() => rmSync(folder, { recursive: true, force: true }))
      return `sqlite:${folder}`
    },
    open: (address: string) => openSqliteStore({ folder: address.replace('sqlite:', ''), ...common }),
  },
  postgres: {
    async address() {
      assert.ok(!('missing' in databases))
      return databases.create()
    },
    open: (url: string) => openPostgresStore({ url, ...common }),
  },
}
type Kind = keyof typeof kinds

const longId = '🏛'.repeat(2_000)

/** Writes something of every kind, in more entries than one batch has. */
async function fill(store: Store): Promise<void> {
  const outcomes = await store.write([
    ...Array.from({ length: 1_100 }, (_, n) => create({ name: n % 3 ? 'Samma "namn" å\u2028' : `p${n}` })),
    importing({ name: 'nyckel' }, { importKey: 'k\\1' }),
  ])
  const ids = outcomes.map((outcome) => placeOf(outcome).place.id)
  const owner = { kind: 'directory', list: 'owners', who: 'a', now } as const
  await store.write([
    patch(ids[0]!, { name: 'Nytt' }),
    create({ name: 'barn', parent: { id: ids[1]! } }),
    remove(ids[2]!),
    purging(ids[4]!),
    { ...owner, id: longId, entry: { id: longId, name: 'Lång' } },
    { ...owner, id: '1', entry: { id: '1', name: 'Ett' } },
    { kind: 'key', key: { id: 'k1', name: 'k', permissions: ['read'], hash: 'ab', created: now }, who: 'a', now },
  ] satisfies Command[])
}

async function withStore<Result>(kind: Kind, address: string, use: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await kinds[kind].open(address)
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

async function withSides<Result>(
  addresses: readonly [string, string],
  use: (from: Side, to: Side) => Promise<Result>,
  limits: Partial<DatabaseLimits> = {},
): Promise<Result> {
  const from = await openSide(addresses[0], 'from', limits)
  const to = await openSide(addresses[1], 'to', limits)
  try {
    return await use(from, to)
  } finally {
    await from.close()
    await to.close()
  }
}

const everything = async (store: Store) => ({
  history: store.historyId,
  entries: await allChanges(store),
  places: await allPresent(store),
  owners: await allPresent(store, 'directory'),
  keys: await allPresent(store, 'key'),
})

function interrupt(): never {
  throw new Error('interrupted')
}

const ways: readonly (readonly [Kind, Kind])[] = [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
]
for (const [one, other] of ways) {
  const title = `a record goes from ${one} to ${other} with its identity, every revision, name and key, and goes on there`
  test(title, { skip: missing }, async (context) => {
    const addresses = [await kinds[one].address(context), await kinds[other].address(context)] as const
    const before = await withStore(one, addresses[0], async (store) => {
      await fill(store)
      return everything(store)
    })
    const copied = await withSides(addresses, async (from, to) => {
      const told = await copyRecord({ from, to })
      assert.equal(await checksumOf(to.db), told.checksum)
      assert.equal(await checksumOf(from.db), told.checksum)
      return told
    })
    assert.equal(copied.revision, before.entries.length)
    await withStore(other, addresses[1], async (store) => {
      assert.deepEqual(await everything(store), before)
      await assertWhole(store)
      const owner = { kind: 'directory', list: 'owners', who: 'a', now } as const
      const outcomes = await store.write([
        create({ name: 'Samma "namn" å\u2028' }),
        patch(before.places[7]!.id, { name: 'Efter' }),
        { ...owner, id: longId },
      ])
      assert.ok(outcomes.every(({ done }) => done))
      assert.equal(await store.lastRevision(), copied.revision + 3)
      await assertWhole(store)
    })
  })
}

test('a copy that was interrupted goes on where it was; nobody opens it before it is complete', {
  skip: missing,
}, async (context) => {
  const addresses = [await kinds.sqlite.address(context), await kinds.postgres.address()] as const
  await withStore('sqlite', addresses[0], fill)
  await withSides(addresses, async (from, to) => {
    await assert.rejects(copyRecord({ from, to, onProgress: interrupt }), /interrupted/)
  })
  await assert.rejects(kinds.postgres.open(addresses[1]), /copy that is not complete/)
  const copied = await withSides(addresses, (from, to) => copyRecord({ from, to }))
  assert.equal(copied.foundThere, 500)
  await withStore('postgres', addresses[1], assertWhole)
})

test('a record that is there is never copied over, nor a part of another', { skip: missing }, async (context) => {
  const addresses = [await kinds.sqlite.address(context), await kinds.postgres.address()] as const
  await withStore('sqlite', addresses[0], (store) => store.write([create({ name: 'a' })]))
  await withStore('postgres', addresses[1], (store) => store.write([create({ name: 'b' })]))
  await assert.rejects(
    withSides(addresses, (from, to) => copyRecord({ from, to })),
    /holds a record already/,
  )
  await withStore('postgres', addresses[1], async (store) => assert.equal(await store.lastRevision(), 1))
  await assert.rejects(openSide(await kinds.sqlite.address(context), 'from'), /there is no data/)
  await assert.rejects(openSide('mysql://a', 'to'), /must be sqlite:<data folder> or postgres/)
})

test('a copy that differs from what was copied is refused', { skip: missing }, async (context) => {
  const addresses = [await kinds.sqlite.address(context), await kinds.postgres.address()] as const
  await withStore('sqlite', addresses[0], fill)
  await withSides(addresses, async (from, to) => {
    await assert.rejects(copyRecord({ from, to, onProgress: interrupt }), /interrupted/)
    await to.db.query(`update journal set document = '{}' where revision = 3`)
    await assert.rejects(copyRecord({ from, to }), /the copy differs from/)
  })
  await assert.rejects(kinds.postgres.open(addresses[1]), /copy that is not complete/)
})

test('neither side is given up while the other takes its time', { skip: missing }, async () => {
  const addresses = [await kinds.postgres.address(), await kinds.postgres.address()] as const
  await withStore('postgres', addresses[0], fill)
  let pauseMillis = 500
  const copySlowly = async (from: Side, to: Side) => {
    // Both are in a transaction when these rows are written.
    const slow = (db: Database): Database => ({
      ...db,
      query: (text, values) => {
        if (text.startsWith('insert into directory_entry')) {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMillis)
          pauseMillis = 0
        }
        return db.query(text, values)
      },
    })
    const transaction: Database['transaction'] = (work) => to.db.transaction((db) => work(slow(db)))
    await copyRecord({ from, to: { ...to, db: { ...to.db, transaction } } })
  }
  await withSides(addresses, copySlowly, { idleInTransactionMillis: 50 })
  assert.equal(pauseMillis, 0)
  await withStore('postgres', addresses[1], assertWhole)
})
