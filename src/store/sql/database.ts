import { hash } from 'node:crypto'

/** An open database of either kind. */
export interface Database {
  readonly traits: DatabaseTraits
  /** Returns the rows of a statement; `?` stands for each of its values. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
  /** Commits all changes that `work` makes through its database, or none. */
  transaction<Result>(work: (db: Database) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/**
 * Returns the text as every database can store it: NUL and lone surrogates become U+FFFD. Documents do not need this,
 * since JSON escapes both.
 */
export function storable(text: string): string {
  const wellFormed = text.toWellFormed()
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\uFFFD') : wellFormed
}

/** Returns the result of `use` and closes the database. */
export async function useOnce<Result>(db: Database, use: (db: Database) => Promise<Result>): Promise<Result> {
  return use(db).finally(() => db.close())
}

/** The differences between databases as facts, so that no other file asks which database it is. */
export interface DatabaseTraits {
  /** A column type for whole numbers up to 2^53 that needs no second index as a primary key. */
  readonly wholeNumber: 'integer' | 'bigint'
  /** A column type for texts that are compared by code point. */
  readonly text: string
  /** True if an index takes texts of any length; otherwise the limit is some 2,700 bytes. */
  readonly indexesLongTexts: boolean
  /**
   * True if several processes write at the same time. The end of the journal is then a row of its own, which each
   * writing transaction locks, so that numbers have no gaps and come in the order of commit.
   */
  readonly sharedWriting: boolean
  /** Reads the position at the end of the journal; returns no row if there is none. */
  readonly readEnd: string
  /** Does the same, and keeps others from taking a number until the end of the transaction. */
  readonly takeEnd: string
  /** Begins an insert that rolls back the whole transaction if it fails, where that saves undoing the one statement. */
  readonly insertOrRollback: string
  /** True if constraints of a table can be dropped; otherwise the table is made anew without them. */
  readonly dropsConstraints: boolean
  /** True if statements may be sent without waiting for earlier ones: after one fails, all later ones fail. */
  readonly pipelines: boolean
  /** The document of the journal as an operand of `->>`. */
  readonly json: string
  /** Returns a row if there is a table of that name. */
  readonly findTable: string
  /** Keeps other processes from changing the schema until the end of the transaction. */
  readonly lockSchema?: string
}

const lastEntry = 'select revision, mark as "transactionId" from journal order by revision desc limit 1'

/** SQLite: only one process has the file. */
export const sqliteTraits: DatabaseTraits = {
  wholeNumber: 'integer',
  text: 'text',
  indexesLongTexts: true,
  sharedWriting: false,
  readEnd: lastEntry,
  takeEnd: lastEntry,
  insertOrRollback: 'insert or rollback into',
  dropsConstraints: false,
  pipelines: false,
  json: 'journal.document',
  findTable: `select name from sqlite_master where type = 'table' and name = ?`,
}

const endRow = 'select revision, mark as "transactionId" from journal_end'

/** The channel of the notification that each commit sends; its payload is the last revision. */
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
  dropsConstraints: true,
  pipelines: true,
  json: 'journal.document::json',
  findTable: 'select name from (select to_regclass(?) as name) found where name is not null',
  // The lock number of Kysely, with which earlier versions change the schema.
  lockSchema: 'select pg_advisory_xact_lock(3853314791062309107)',
}

/** An id of up to this many bytes fits into an index of every database. */
const indexedBytesMax = 2_000

/** Returns the id of a directory entry as its row has it: the id itself, or its hash if it is too long for an index. */
export function indexedId(id: string, { indexesLongTexts }: DatabaseTraits): string {
  const isShort = indexesLongTexts || Buffer.byteLength(id) <= indexedBytesMax
  return isShort ? id : `sha256:${hash('sha256', id)}`
}

/**
 * Maximum number of values in a list and of rows in a statement: the widest table stays far below both databases'
 * limits.
 */
const listMax = 256

/**
 * Returns the rows of a query that ends with a list of values, in as many statements as the list needs. Lists are
 * padded with their last value to a power of two, so that there are few statements to prepare and keep.
 */
export async function queryList<Row>(
  db: Pick<Database, 'query'>,
  textBefore: string,
  values: readonly string[],
): Promise<Row[]> {
  return queryParts(values, (part) => db.query<Row>(`${textBefore} (${repeated('?', part.length)})`, part))
}

/** Does the same for a query that ends with a list of pairs. */
export async function queryPairs<Row>(
  db: Pick<Database, 'query'>,
  textBefore: string,
  pairs: readonly (readonly [string, string])[],
): Promise<Row[]> {
  return queryParts(pairs, (part) =>
    db.query<Row>(`${textBefore} (values ${repeated('(?, ?)', part.length)})`, part.flat()),
  )
}

async function queryParts<Value, Row>(
  values: readonly Value[],
  query: (part: readonly Value[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < values.length; start += listMax) {
    const part = values.slice(start, start + listMax)
    const size = 2 ** Math.ceil(Math.log2(part.length))
    rows.push(...(await query([...part, ...new Array<Value>(size - part.length).fill(part.at(-1)!)])))
  }
  return rows
}

/** The target of inserted rows; `into` names the table, `after` handles conflicts. */
export interface InsertOptions<Row> {
  readonly into: string
  readonly columns: readonly (keyof Row & string)[]
  readonly after?: string
}

/** Inserts rows, many in one statement. */
export async function insertRows<Row>(db: Database, rows: readonly Row[], options: InsertOptions<Row>): Promise<void> {
  const { into, columns, after = '' } = options
  // A document may be bytes; the cast makes them a text.
  const row = `(${columns.map((column) => (column === 'document' ? 'cast(? as text)' : '?')).join(', ')})`
  for (let start = 0; start < rows.length; ) {
    const size = Math.min(listMax, 2 ** Math.floor(Math.log2(rows.length - start)))
    // Without flatMap, which takes several times as long for the thousands of values of a group.
    const values: unknown[] = []
    for (let at = start; at < start + size; at++) for (const column of columns) values.push(rows[at]![column])
    await db.query(`${into} (${columns.join(', ')}) values ${repeated(row, size)} ${after}`, values)
    start += size
  }
}

function repeated(item: string, count: number): string {
  return new Array<string>(count).fill(item).join(', ')
}
