import type { Kysely } from 'kysely'
import type { DatabaseTraits } from '../traits.ts'

/** The slugs that places had, and the counters that make new ones unique (D21). */
export async function up(db: Kysely<unknown>, { wholeNumber, text }: DatabaseTraits): Promise<void> {
  await db.schema
    .createTable('former_slug')
    .addColumn('slug', text, (column) => column.notNull())
    .addColumn('place_id', text, (column) => column.notNull())
    .addColumn('revision', wholeNumber, (column) => column.notNull())
    .addPrimaryKeyConstraint('former_slug_key', ['slug', 'place_id'])
    .execute()
  await db.schema.createIndex('former_slug_place').on('former_slug').column('place_id').execute()
  await db.schema
    .createTable('slug_base')
    .addColumn('base', text, (column) => column.primaryKey().notNull())
    .addColumn('next', wholeNumber, (column) => column.notNull())
    .execute()
}
