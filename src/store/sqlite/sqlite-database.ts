import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { makePrivateFile } from '../data-folder.ts'
import { type Database, sqliteTraits } from '../sql/database.ts'

/**
 * Pages that the log gathers before a checkpoint, here about 80 MB. With fewer, an import writes the same pages again
 * and again. With more, a restart after a crash and the checkpoint itself take longer.
 */
const checkpointPages = 20_000
/** Size to which the log shrinks after it was larger. */
const logBytesMax = 100_000_000
const writeCacheKibibytes = 128 * 1024
const readCacheKibibytes = 16 * 1024

/** Time limits for the locks and the log of a file, in milliseconds; tests use shorter ones. */
export const defaultLimits = {
  /** A statement waits this long for a lock of another process. */
  busyMillis: 5_000,
  /** Pause before a checkpoint that a reader blocked is tried again, unless a write comes first. */
  retryMillis: 1_000,
  /** Time without a write before a checkpoint: the log may be a hundred times as large as the file. */
  idleMillis: 5_000,
}
export type SqliteLimits = Readonly<typeof defaultLimits>

/** The file to write, its maximum size, and its time limits. */
export interface WriterOptions {
  readonly file: string
  /** Maximum number of pages of the main file; a full file then behaves like a full disk. */
  readonly maxPages?: number
  readonly limits?: Partial<SqliteLimits> | undefined
}

/** Opens the file for writing; makes it if needed, readable only by its owner (it holds hashes of keys). */
export function openWriter({ file, maxPages, limits }: WriterOptions): DatabaseSync {
  makePrivateFile(file)
  const database = new DatabaseSync(file, { timeout: { ...defaultLimits, ...limits }.busyMillis })
  database.exec('pragma journal_mode = wal')
  // FULL: a commit is flushed before it is answered. secure_delete: purged data is overwritten.
  database.exec('pragma synchronous = full; pragma secure_delete = on; pragma temp_store = memory')
  database.exec(`pragma wal_autocheckpoint = ${checkpointPages}; pragma journal_size_limit = ${logBytesMax}`)
  database.exec(`pragma cache_size = -${writeCacheKibibytes}`)
  if (maxPages !== undefined) database.exec(`pragma max_page_count = ${maxPages}`)
  return database
}

/** Opens an existing file for reading; sees every commit of the writer at once. */
export function openReader(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: defaultLimits.busyMillis })
  database.exec(`pragma cache_size = -${readCacheKibibytes}`)
  return database
}

/**
 * Checkpoints the write-ahead log and truncates it, so that purged data is in neither the log nor the file. Returns
 * false without waiting if a reader was in the way; then it must be tried again.
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

/**
 * Adapts a connection of Node's own SQLite to a Database. Statements are prepared once and kept, since they are few.
 */
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
      // IMMEDIATE: no other write may come between the first read of a transaction and its writes.
      connection.exec('begin immediate')
      try {
        const result = await work(db)
        connection.exec('commit')
        return result
      } catch (error) {
        // SQLite itself has rolled back after some errors, such as a full disk.
        if (connection.isTransaction) connection.exec('rollback')
        throw error
      }
    },
    close: async () => connection.close(),
  }
  return db
}
