import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { makePrivateFile } from '../data-folder.ts'
import { type Database, sqliteTraits } from '../sql/database.ts'

/** How long a statement waits for a lock of another process, in milliseconds. */
const busyTimeoutMillis = 5_000
/**
 * Pages that the log gathers before they go into the main file, here about 80 MB. Fewer write the same page again and
 * again while places are imported; more make restart after a crash, and the pause when they go, longer.
 */
const checkpointPages = 20_000
/** What the log shrinks to when it has been larger. */
const logBytesMax = 100_000_000
const writeCacheKibibytes = 128 * 1024
const readCacheKibibytes = 16 * 1024

/** The file that is written, and how large it may get. */
export interface WriterOptions {
  readonly file: string
  /** Most pages of the main file; a full file then behaves as a full disk. */
  readonly maxPages?: number
}

/** Opens the file for writing, making it when it is not there, readable by its owner only (it holds hashes of keys). */
export function openWriter({ file, maxPages }: WriterOptions): DatabaseSync {
  makePrivateFile(file)
  const database = new DatabaseSync(file, { timeout: busyTimeoutMillis })
  database.exec('pragma journal_mode = wal')
  // FULL: a commit is flushed before it is answered. secure_delete: what was purged is overwritten.
  database.exec('pragma synchronous = full; pragma secure_delete = on; pragma temp_store = memory')
  database.exec(`pragma wal_autocheckpoint = ${checkpointPages}; pragma journal_size_limit = ${logBytesMax}`)
  database.exec(`pragma cache_size = -${writeCacheKibibytes}`)
  if (maxPages !== undefined) database.exec(`pragma max_page_count = ${maxPages}`)
  return database
}

/** Opens a file that is there for reading; sees every commit of the writer at once. */
export function openReader(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMillis })
  database.exec(`pragma cache_size = -${readCacheKibibytes}`)
  return database
}

/**
 * Checkpoints the write-ahead log and truncates it, so that what was purged is in neither it nor the file. False when a
 * reader was in the way, which is not waited for; then it must be tried again.
 */
export function truncateLog(database: DatabaseSync): boolean {
  database.exec('pragma busy_timeout = 0')
  try {
    return database.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 0
  } finally {
    database.exec(`pragma busy_timeout = ${busyTimeoutMillis}`)
  }
}

interface Prepared {
  readonly statement: StatementSync
  readonly returnsRows: boolean
}

/** Node's own SQLite as a Database: one open connection, whose statements are prepared once and kept, since they are few. */
export function sqliteDatabase(connection: DatabaseSync): Database {
  const statements = new Map<string, Prepared>()
  const prepare = (text: string): Prepared => {
    const statement = connection.prepare(text)
    return { statement, returnsRows: statement.columns().length > 0 }
  }
  const db: Database = {
    traits: sqliteTraits,
    async query<Row>(text: string, given: readonly unknown[] = []) {
      const { statement, returnsRows } = statements.getOrInsertComputed(text, prepare)
      const values = given as readonly SQLInputValue[]
      if (returnsRows) return statement.all(...values) as Row[]
      statement.run(...values)
      return []
    },
    async transaction(work) {
      // IMMEDIATE: a transaction that reads first and writes later must never find that another wrote between.
      connection.exec('begin immediate')
      try {
        const result = await work(db)
        connection.exec('commit')
        return result
      } catch (error) {
        // SQLite itself has rolled back after some errors, a full disk among them.
        if (connection.isTransaction) connection.exec('rollback')
        throw error
      }
    },
    close: async () => connection.close(),
  }
  return db
}
