import { hash } from 'node:crypto'

/** An open database of either kind. */
export interface Database {
  readonly traits: DatabaseTraits
  /** The rows that a statement gives; `?` stands for each of its values. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
  /** Keeps all or nothing of what is done to the database that `work` gets. */
  transaction<Result>(work: (db: Database) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/**
 * The text as every database can keep it: without NUL and lone surrogates, which become U+FFFD. Documents need none of
 * this, since JSON escapes both.
 */
export function storable(text: string): string {
  const wellFormed = text.toWellFormed()
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\uFFFD') : wellFormed
}

/** The result of what is done with a database, which is closed then. */
export async function useOnce<Result>(db: Database, use: (db: Database) => Promise<Result>): Promise<Result> {
  return use(db).finally(() => db.close())
}

/** Where databases differ, as facts about them, so that no other file asks which database it is. */
export interface DatabaseTraits {
  /** A column type for whole numbers up to 2^53 that, as a primary key, costs no second index. */
  readonly wholeNumber: 'integer' | 'bigint'
  /** A column type for texts that are compared by code point. */
  readonly text: string
  /** Whether an index takes texts of any length; else of some 2,700 bytes. */
  readonly indexesLongTexts: boolean
  /**
   * Whether several processes write at the same time. Then the end of the journal is a row of its own, which a writing
   * transaction locks, so that numbers have no gaps and come in the order of commit.
   */
  readonly sharedWriting: boolean
  /** Reads the position at the end of the journal; gives no row where there is none. */
  readonly readEnd: string
  /** The same, after which nobody else gets a number until the end of the transaction. */
  readonly takeEnd: string
  /** Begins an insert that ends the whole transaction when it fails, where that spares the undoing of the one statement. */
  readonly insertOrRollback: string
  /** Whether statements may be sent without waiting for those before: one that fails makes all behind it fail. */
  readonly pipelines: boolean
  /** A document of the journal as what `->>` takes members of. */
  readonly json: string
  /** Gives a row where there is a table of the name. */
  readonly findTable: string
  /** Lets one process at a time change the schema, until the end of the transaction. */
  readonly lockSchema?: string
}

const lastEntry = 'select revision, mark as "transactionId" from journal order by revision desc limit 1'

/** SQLite: one process has the file. */
export const sqliteTraits: DatabaseTraits = {
  wholeNumber: 'integer',
  text: 'text',
  indexesLongTexts: true,
  sharedWriting: false,
  readEnd: lastEntry,
  takeEnd: lastEntry,
  insertOrRollback: 'insert or rollback into',
  pipelines: false,
  json: 'journal.document',
  findTable: `select name from sqlite_master where type = 'table' and name = ?`,
}

const endRow = 'select revision, mark as "transactionId" from journal_end'

/** The channel of the notification that comes with the commit of a transaction: the last revision. */
export const journalChannel = 'gazetteer_journal'

/** PostgreSQL: many processes write. */
export const postgresTraits: DatabaseTraits = {
  wholeNumber: 'bigint',
  text: 'text collate "C"',
  indexesLongTexts: false,
  sharedWriting: true,
  readEnd: endRow,
  takeEnd: `${endRow} for update`,
  insertOrRollback: 'insert into',
  pipelines: true,
  json: 'journal.document::json',
  findTable: 'select name from (select to_regclass(?) as name) found where name is not null',
  // The number that Kysely takes, which earlier versions change the schema with.
  lockSchema: 'select pg_advisory_xact_lock(3853314791062309107)',
}

/** An id in this many bytes can be in an index everywhere. */
const indexedBytesMax = 2_000

/** What stands for the id of a directory entry in its row. */
export function indexedId(id: string, { indexesLongTexts }: DatabaseTraits): string {
  const isShort = indexesLongTexts || Buffer.byteLength(id) <= indexedBytesMax
  return isShort ? id : `sha256:${hash('sha256', id)}`
}

/** Most values in a list, and most rows in a statement: the widest table stays far below both databases' limits. */
const listMax = 256

/**
 * The rows of a query that ends with a list of values, in as many statements as the list needs. Lengths are powers of two,
 * the last value repeated, so that there are few statements to prepare and to keep.
 */
export async function queryList<Row>(db: Database, textBefore: string, values: readonly string[]): Promise<Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < values.length; start += listMax) {
    const part = values.slice(start, start + listMax)
    const size = 2 ** Math.ceil(Math.log2(part.length))
    const padded = [...part, ...new Array<string>(size - part.length).fill(part.at(-1)!)]
    rows.push(...(await db.query<Row>(`${textBefore} (${repeated('?', size)})`, padded)))
  }
  return rows
}

/** Where rows are inserted; `into` names the table, `after` says what happens on a conflict. */
export interface InsertOptions<Row> {
  readonly into: string
  readonly columns: readonly (keyof Row & string)[]
  readonly after?: string
}

/** Inserts rows, many in a statement. */
export async function insertRows<Row>(db: Database, rows: readonly Row[], options: InsertOptions<Row>): Promise<void> {
  const { into, columns, after = '' } = options
  // A document may come as bytes, which a cast makes a text.
  const row = `(${columns.map((column) => (column === 'document' ? 'cast(? as text)' : '?')).join(', ')})`
  for (let start = 0; start < rows.length; ) {
    const size = Math.min(listMax, 2 ** Math.floor(Math.log2(rows.length - start)))
    // Not by flatMap, which takes several times as long for the thousands of values of a group.
    const values: unknown[] = []
    for (let at = start; at < start + size; at++) for (const column of columns) values.push(rows[at]![column])
    await db.query(`${into} (${columns.join(', ')}) values ${repeated(row, size)} ${after}`, values)
    start += size
  }
}

function repeated(item: string, count: number): string {
  return new Array<string>(count).fill(item).join(', ')
}
