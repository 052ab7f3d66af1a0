import { type Expression, sql } from 'kysely'

/** Where databases differ, as facts about them, so that no other file asks which database it is. */
export interface DatabaseTraits {
  /** The name of a column type that holds whole numbers up to 2^53 and, as a primary key, costs no second index. */
  readonly wholeNumber: 'integer' | 'bigint'
  /** A column type for texts that are compared by code point. */
  readonly text: 'text' | Expression<unknown>
  /** Whether an index takes texts of any length; else of some 2,700 bytes. */
  readonly indexesLongTexts: boolean
  /**
   * Whether several processes write at the same time. Then the end of the journal is a row of its own, which a writing
   * transaction locks, so that numbers have no gaps and come in the order of commit.
   */
  readonly sharedWriting: boolean
  /**
   * Whether an insert can be told to end the whole transaction when it fails, which spares the database what it would
   * need to undo that one statement.
   */
  readonly insertsEndTransaction: boolean
  /** Whether statements may be sent without waiting for those before: one that fails makes all behind it fail. */
  readonly pipelines: boolean
}

/** SQLite: one process has the file. */
export const sqliteTraits: DatabaseTraits = {
  wholeNumber: 'integer',
  text: 'text',
  indexesLongTexts: true,
  sharedWriting: false,
  insertsEndTransaction: true,
  pipelines: false,
}

/** PostgreSQL: many processes write. */
export const postgresTraits: DatabaseTraits = {
  wholeNumber: 'bigint',
  text: sql`text collate "C"`,
  indexesLongTexts: false,
  sharedWriting: true,
  insertsEndTransaction: false,
  pipelines: true,
}
