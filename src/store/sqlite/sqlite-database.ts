import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { makePrivateFile } from '../data-folder.ts'
import { type Database, sqliteTraits } from '../sql/database.ts'

/**
 * Pages that the log gathers before they go into the main file, here about 80 MB. Fewer write the same page again and
 * again while places are imported; more make restart after a crash, and the pause when they go, longer.
 */
const checkpointPages = 20_000
/** What the log shrinks to when it has been larger. */
const logBytesMax = 100_000_000
const writeCacheKibibytes = 128 * 1024
const readCacheKibibytes = 16 * 1024

/** How long locks and the log of a file wait, in milliseconds; tests wait less. */
export const defaultLimits = {
  /** A statement waits so long for a lock of another process. */
  busyMillis: 5_000,
  /** How long after a reader was in the way the checkpoint is tried again, where nothing is written before. */
  retryMillis: 1_000,
  /** After so long without a write there is a checkpoint: the log may be a hundred times as large as the file. */
  idleMillis: 5_000,
}
export type SqliteLimits = Readonly<typeof defaultLimits>

/** The file that is written, how large it may get, and how long is waited for it. */
export interface WriterOptions {
  readonly file: string
  /** Most pages of the main file; a full file then behaves as a full disk. */
  readonly maxPages?: number
  readonly limits?: Partial<SqliteLimits> | undefined
}

/** Opens the file for writing, making it when it is not there, readable by its owner only (it holds hashes of keys). */
export function openWriter({ file, maxPages, limits }: WriterOptions): DatabaseSync {
  makePrivateFile(file)
  const database = new DatabaseSync(file, { timeout: { ...defaultLimits, ...limits }.busyMillis })
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
  const database = new DatabaseSync(file, { readOnly: true, timeout: defaultLimits.busyMillis })
  database.exec(`pragma cache_size = -${readCacheKibibytes}`)
  return database
}

/**
 * Checkpoints the write-ahead log and truncates it, so that what was purged is in neither it nor the file. False when a
 * reader was in the way, which is not waited for; then it must be tried again.
 */
export function truncateLog(database: DatabaseSync): boolean {
  const { timeout } = database.prepare('pragma busy_timeout').get() as { timeout: number }
  database.exec('pragma busy_timeout = 0')
  try {
    return database.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 0
  } finally {
    database.exec(`pragma busy_timeout = ${timeout}`)
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
