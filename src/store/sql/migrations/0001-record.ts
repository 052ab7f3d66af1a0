import { type Kysely, sql } from 'kysely'
import type { DatabaseTraits } from '../traits.ts'

/** The journal of revisions, and what is there now of places, directory and keys. */
export async function up(db: Kysely<unknown>, traits: DatabaseTraits): Promise<void> {
  const { wholeNumber, text, indexesLongTexts } = traits
  await db.schema
    .createTable('journal')
    .addColumn('revision', wholeNumber, (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('time', wholeNumber, (column) => column.notNull())
    .addColumn('who', 'text', (column) => column.notNull())
    .addColumn('document', 'text')
    .addColumn('import_key', text)
    .execute()
  const ofKind = db.schema.createIndex('journal_of').on('journal').columns(['kind', 'id', 'revision'])
  // Only the ids of places are short everywhere, and only their history is asked for.
  await (indexesLongTexts ? ofKind : ofKind.where('kind', '=', sql.lit('place'))).execute()
  await db.schema
    .createTable('place')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('revision', wholeNumber, (column) => column.notNull().unique())
    .addColumn('slug', text, (column) => column.notNull().unique())
    .addColumn('parent_id', text)
    .addColumn('import_key', text, (column) => column.unique())
    .addColumn('deleted', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('place_parent')
    .on('place')
    .column('parent_id')
    .where('parent_id', 'is not', null)
    .execute()
  for (const table of ['directory_entry', 'access_key']) {
    await db.schema
      .createTable(table)
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('revision', wholeNumber, (column) => column.notNull().unique())
      .execute()
  }
  await db.schema
    .createTable('meta')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}
