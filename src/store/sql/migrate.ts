import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrationProvider, schemaSteps } from './migrations/migrations.ts'
import type { Tables } from './tables.ts'
import type { DatabaseTraits } from './traits.ts'

/** The record was written by a newer version of the program, which may keep what this one would destroy. */
class NewerSchemaError extends Error {
  constructor(unknownStep: string) {
    super(
      `the data was written by a newer version of this program: its schema has the step ${unknownStep}, ` +
        `this version knows them up to ${schemaSteps.at(-1)}; start the newer version, or restore a backup`,
    )
    this.name = 'NewerSchemaError'
  }
}

/**
 * Brings the schema to what this program knows (or to the step `last`) and gives the identity of the history, a random
 * UUID made with the record. Rejects with a `NewerSchemaError`, or with the error of the step that failed, which has
 * then changed nothing.
 */
export async function migrate(db: Kysely<Tables>, traits: DatabaseTraits, last?: string): Promise<string> {
  const id = await migrateUnfinished(db, traits, last)
  await refuseUnfinishedCopy(db)
  return id
}

/** The same where the record may be a copy that is not complete. */
export async function migrateUnfinished(db: Kysely<Tables>, traits: DatabaseTraits, last?: string): Promise<string> {
  const migrator = new Migrator({ db, provider: migrationProvider(traits, last) })
  await refuseNewerSchema(db)
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  return historyId(db)
}

/** The identity of the history of a database that cannot be written now; rejects when its schema is another than ours. */
export async function checkSchema(db: Kysely<Tables>): Promise<string> {
  await refuseNewerSchema(db)
  const done = await stepsDone(db)
  const missing = schemaSteps.find((step) => !done.includes(step))
  if (missing !== undefined) {
    throw new Error(`the schema lacks the step ${missing}, which a start makes when the database takes writes`)
  }
  await refuseUnfinishedCopy(db)
  return readHistoryId(db)
}

/** The row of `meta` that a copy has until it is complete: the identity of the record that it is of. */
export const unfinishedCopy = 'unfinished_copy_of'

async function refuseUnfinishedCopy(db: Kysely<Tables>): Promise<void> {
  const found = await db.selectFrom('meta').select('value').where('name', '=', unfinishedCopy).executeTakeFirst()
  if (found) throw new Error('the record is a copy that is not complete: run the same `gazetteer copy` again')
}

async function refuseNewerSchema(db: Kysely<Tables>): Promise<void> {
  const unknown = (await stepsDone(db)).find((name) => !schemaSteps.includes(name))
  if (unknown !== undefined) throw new NewerSchemaError(unknown)
}

async function stepsDone(db: Kysely<Tables>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const migrations = db as unknown as Kysely<{ kysely_migration: { name: string } }>
  const done = await migrations.selectFrom('kysely_migration').select('name').orderBy('name').execute()
  return done.map(({ name }) => name)
}

async function historyId(db: Kysely<Tables>): Promise<string> {
  await db
    .insertInto('meta')
    .values({ name: 'history_id', value: randomUUID() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return readHistoryId(db)
}

async function readHistoryId(db: Kysely<Tables>): Promise<string> {
  const row = await db.selectFrom('meta').select('value').where('name', '=', 'history_id').executeTakeFirstOrThrow()
  return row.value
}
