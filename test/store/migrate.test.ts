import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Kysely } from 'kysely'
import { migrate } from '../../src/store/sql/migrate.ts'
import { schemaSteps } from '../../src/store/sql/migrations/migrations.ts'
import type { Tables } from '../../src/store/sql/tables.ts'
import { sqliteTraits } from '../../src/store/sql/traits.ts'
import { sqliteDialect } from '../../src/store/sqlite/dialect.ts'
import { create, openSimpleStore, patch, temporaryFolder, write, writePlace } from './commands.ts'
import { assertWhole } from './whole.ts'

function openRaw(folder: string): { database: DatabaseSync; db: Kysely<Tables> } {
  const database = new DatabaseSync(join(folder, 'gazetteer.db'))
  return { database, db: new Kysely<Tables>({ dialect: sqliteDialect(database) }) }
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
  await db.destroy()
})

test('a record of the first schema is brought to the newest with everything in it', async (context) => {
  const folder = temporaryFolder(context)
  const { database, db } = openRaw(folder)
  const historyId = await migrate(db, sqliteTraits, schemaSteps[0])
  const place = { id: '01890000-0000-7000-8000-000000000001', name: 'Kyrka', slug: 'Kyrka' }
  database
    .prepare("insert into journal values (1, 'place', ?, 'create', 0, 'Ada', ?, null)")
    .run(place.id, JSON.stringify(place))
  database.prepare('insert into place values (?, 1, ?, null, null, 0)').run(place.id, place.slug)
  assert.throws(() => database.prepare('select * from former_slug').all(), /no such table/)
  await db.destroy()
  const store = await openSimpleStore(folder)
  context.after(() => store.close())
  assert.equal(store.historyId, historyId)
  assert.equal((await writePlace(store, create({ name: 'Kyrka' }))).slug, 'Kyrka-2')
  await write(store, patch(place.id, { name: 'Kapell' }))
  assert.equal(await store.formerSlug('Kyrka'), place.id)
  await assertWhole(store)
})

test('a step that fails leaves nothing of itself behind', async (context) => {
  const folder = temporaryFolder(context)
  const { database, db } = openRaw(folder)
  database.exec('create table slug_base (other text)')
  await assert.rejects(migrate(db, sqliteTraits), /slug_base/)
  assert.throws(() => database.prepare('select * from former_slug').all(), /no such table/)
  await db.destroy()
})
