import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { parseDatabaseAddress } from '../../src/store/postgres/address.ts'
import { openOne } from '../../src/store/postgres/postgres-database.ts'
import type { Database } from '../../src/store/sql/database.ts'
import { migrate, schemaSteps } from '../../src/store/sql/migrate.ts'
import { sqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts'
import { testDatabases } from '../support/postgres/databases.ts'
import { assertWhole } from './assert-whole.ts'
import { create, openSimpleStore, patch, temporaryFolder, write, writePlace } from './commands.ts'

const databases = await testDatabases()

function openRaw(folder: string): { database: DatabaseSync; db: Database } {
  const database = new DatabaseSync(join(folder, 'gazetteer.db'))
  return { database, db: sqliteDatabase(database) }
}

test('an empty folder gets the newest schema, and keeps its identity when it is opened again', async (context) => {
  const folder = temporaryFolder(context)
  const first = await openSimpleStore(folder)
  await first.close()
  const second = await openSimpleStore(folder)
  await second.close()
  assert.equal(second.historyId, first.historyId)
  const { database, db } = openRaw(folder)
  const steps = database.prepare('select name from kysely_migration order by name').all()
  assert.deepEqual(
    steps.map(({ name }) => name),
    schemaSteps,
  )
  await db.close()
})

test('a record of the first schema is brought to the newest with everything in it', async (context) => {
  const folder = temporaryFolder(context)
  const { database, db } = openRaw(folder)
  const historyId = await migrate(db, schemaSteps[0])
  const place = { id: '01890000-0000-7000-8000-000000000001', name: 'Kyrka', slug: 'Kyrka' }
  database
    .prepare("insert into journal values (1, 'place', ?, 'create', 0, 'Ada', ?, null)")
    .run(place.id, JSON.stringify(place))
  database.prepare('insert into place values (?, 1, ?, null, null, 0)').run(place.id, place.slug)
  assert.throws(() => database.prepare('select * from former_slug').all(), /no such table/)
  await db.close()
  const store = await openSimpleStore(folder)
  context.after(() => store.close())
  assert.equal(store.historyId, historyId)
  assert.equal((await writePlace(store, create({ name: 'Kyrka' }))).slug, 'Kyrka-2')
  await write(store, patch(place.id, { name: 'Kapell' }))
  assert.equal((await store.formerSlugs('Kyrka'))[0], place.id)
  await assertWhole(store)
})

/** Instants of places at the step that knows of publications, and the one that is to be told of then. */
const [past, first, second] = ['2020', '9000', '9001'].map((year) => `${year}-01-01T00:00:00.00000Z`)
const dated = [
  [{}, null],
  [{ published: past }, null],
  [{ published: past, depublished: first }, first],
  [{ published: first, depublished: second }, first],
  [{ published: second, depublished: first }, null],
  [{ depublished: first }, null],
] as const

async function tellsWhatIsToCome(db: Database): Promise<void> {
  await migrate(db, '0005-webhooks')
  for (const [index, [dates]] of dated.entries()) {
    const [id, revision, document] = [`p${index}`, index + 1, JSON.stringify({ name: 'a', ...dates })]
    await db.query(
      `insert into journal (revision, kind, id, action, time, who, document) values (?, 'place', ?, 'create', 0, '', ?)`,
      [revision, id, document],
    )
    await db.query('insert into place (id, revision, slug, deleted) values (?, ?, ?, 0)', [id, revision, id])
  }
  await migrate(db)
  const rows = await db.query<{ due: string | null }>('select due from place order by revision')
  assert.deepEqual(
    rows.map(({ due }) => due),
    dated.map(([, due]) => due),
  )
  await db.close()
}

test('D57: only instants of publication that come after its step are told of', async (context) => {
  await tellsWhatIsToCome(openRaw(temporaryFolder(context)).db)
})

test('D57: so it is on PostgreSQL', { skip: 'missing' in databases && databases.missing }, async () => {
  assert.ok(!('missing' in databases))
  const address = parseDatabaseAddress(await databases.create())
  await tellsWhatIsToCome(await openOne(address, { purpose: 'write' }))
})

/** Keys of a record from before sources belong to `import`, each with its owner, and stay unique there only. */
async function keepsKeys(db: Database): Promise<void> {
  await migrate(db, '0007-child-events')
  const long = 'ö'.repeat(900)
  const places = [
    ['p1', 'k1', 'f1'],
    ['p2', 'k2', long],
    ['p3', null, 'f1'],
  ] as const
  for (const [index, [id, key, owner]] of places.entries()) {
    const values = [index + 1, id, JSON.stringify({ name: 'a', owner: { id: owner } }), key]
    await db.query(
      `insert into journal (revision, kind, id, action, time, who, document, import_key) values (?, 'place', ?, 'create', 0, '', ?, ?)`,
      values,
    )
    await db.query('insert into place (id, revision, slug, deleted, import_key, parent_id) values (?, ?, ?, 0, ?, ?)', [
      ...[id, index + 1, id],
      ...[key, index === 0 ? null : 'p1'],
    ])
  }
  await migrate(db)
  const rows = await db.query('select id, parent_id, import_key, source, owner_id from place order by revision')
  assert.deepEqual(
    rows.map((row) => Object.values(row as object)),
    [
      ['p1', null, 'k1', 'import', 'f1'],
      ['p2', 'p1', 'k2', 'import', 'ö'.repeat(200)],
      ['p3', 'p1', null, 'import', null],
    ],
  )
  const insert = (id: string, source: string) =>
    db.query('insert into place (id, revision, slug, deleted, import_key, source) values (?, 9, ?, 0, ?, ?)', [
      ...[id, id],
      ...['k1', source],
    ])
  await assert.rejects(insert('p4', 'import'))
  await insert('p5', 'other')
  await db.close()
}

test('D49: keys from before sources belong to one source, in which they are unique', async (context) => {
  await keepsKeys(openRaw(temporaryFolder(context)).db)
})

test('D49: so it is on PostgreSQL', { skip: 'missing' in databases && databases.missing }, async () => {
  assert.ok(!('missing' in databases))
  await keepsKeys(await openOne(parseDatabaseAddress(await databases.create()), { purpose: 'write' }))
})

test('a step that fails leaves nothing of itself behind', async (context) => {
  const folder = temporaryFolder(context)
  const { database, db } = openRaw(folder)
  database.exec('create table slug_base (other text)')
  await assert.rejects(migrate(db), /slug_base/)
  assert.throws(() => database.prepare('select * from former_slug').all(), /no such table/)
  await db.close()
})

/** The columns of all tables, by table and name. */
function columnsOf(database: DatabaseSync) {
  const rows = database
    .prepare(
      `select m.name || '.' || c.name as name, m.name as of, c.type, c."notnull" as needed, c.dflt_value as given, c.pk
       from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table' and m.name not like 'kysely%'`,
    )
    .all() as { name: string; of: string; type: string; needed: number; given: string | null; pk: number }[]
  return new Map(rows.map((row) => [row.name, row]))
}

test('each step only adds, so that replicas of the version before can go on beside those of the next', async (context) => {
  const { database, db } = openRaw(temporaryFolder(context))
  await migrate(db, schemaSteps[0])
  let before = columnsOf(database)
  for (const step of schemaSteps.slice(1)) {
    await migrate(db, step)
    const after = columnsOf(database)
    const tables = new Set([...before.values()].map(({ of }) => of))
    for (const [name, column] of before) assert.deepEqual(after.get(name), column, `${step} leaves ${name} as it is`)
    for (const [name, { of, needed, given }] of after) {
      const canBeLeftOut = needed === 0 || given !== null
      assert.ok(before.has(name) || !tables.has(of) || canBeLeftOut, `${step}: who does not know ${name} can write`)
    }
    before = after
  }
  await db.close()
})
