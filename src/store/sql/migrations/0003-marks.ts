import { type Kysely, sql } from 'kysely'
import type { DatabaseTraits } from '../traits.ts'

/** The marks that tell histories apart which number alike, and the end of the journal where several processes write. */
export async function up(db: Kysely<unknown>, { wholeNumber, sharedWriting }: DatabaseTraits): Promise<void> {
  await db.schema
    .alterTable('journal')
    .addColumn('mark', wholeNumber, (column) => column.notNull().defaultTo(sql.lit(0)))
    .execute()
  if (!sharedWriting) return
  await db.schema
    .createTable('journal_end')
    .addColumn('one', 'integer', (column) => column.primaryKey().check(sql`one = 1`))
    .addColumn('revision', wholeNumber, (column) => column.notNull())
    .addColumn('mark', wholeNumber, (column) => column.notNull())
    .execute()
  await sql`insert into journal_end (one, revision, mark) values (1, 0, 0)`.execute(db)
}
