import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { lockDataFolder, makePrivateFolder } from '../data-folder.ts'
import { useOnce } from '../sql/database.ts'
import { migrate } from '../sql/migrate.ts'
import { createReads } from '../sql/reads.ts'
import type { Store } from '../store.ts'
import type { StoreOptions } from '../thread/messages.ts'
import { WritingThread } from '../thread/writer.ts'
import { backupSqlite, restoreSqlite } from './backup.ts'
import { findDamage } from './integrity.ts'
import { openReader, openWriter, type SqliteLimits, sqliteDatabase, type WriterOptions } from './sqlite-database.ts'

/** The name of the record in a data folder. */
export const recordFile = 'gazetteer.db'

/** The folder of a record, and the rules of its places. */
export interface SqliteStoreOptions extends StoreOptions {
  /** The data folder; made if needed. The record is its file `gazetteer.db`. */
  readonly folder: string
  /** Maximum size of the file in pages of 4 KiB; a full file behaves like a full disk. Absent: no limit. */
  readonly maxPages?: number
  readonly limits?: Partial<SqliteLimits> | undefined
}

/** Returns true if a data folder contains a record. */
export function hasRecord(folder: string): boolean {
  return existsSync(join(folder, recordFile))
}

/**
 * Restores a backup into a data folder without a record, which it makes if needed and locks. Throws an Error with the reason
 * if the folder is in use or has a record, or if the file is no sound backup.
 */
export async function restoreRecord(backup: string, folder: string): Promise<void> {
  const lock = lockDataFolder(folder)
  if (!lock) throw new Error(`${folder} is in use by another process: stop it first`)
  try {
    await restoreSqlite(backup, join(folder, recordFile))
  } finally {
    lock.release()
  }
}

/** Returns true if a data folder has no record, or one without an entry. */
export function isEmptyRecord(folder: string): boolean {
  if (!hasRecord(folder)) return true
  try {
    using database = openReader(join(folder, recordFile))
    return database.prepare('select revision from journal limit 1').get() === undefined
  } catch {
    // Opening the record reports this.
    return false
  }
}

/**
 * Opens the record on SQLite: one thread writes, the caller's thread reads. Rejects if the file cannot be opened, is no
 * database, or has the schema of a newer version.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { folder, maxPages, limits } = options
  makePrivateFolder(folder)
  const file = join(folder, recordFile)
  const historyId = await useOnce(sqliteDatabase(openWriter({ file })), migrate)
  const database = new URL('./database-writer.ts', import.meta.url).href
  const argument: WriterOptions = { file, ...(maxPages !== undefined && { maxPages }), limits }
  const writer = new WritingThread({ database, argument }, options)
  const reader = sqliteDatabase(openReader(file))
  await writer.open().catch(async (error: unknown) => {
    await reader.close()
    throw error
  })
  const reads = createReads(reader)
  return {
    historyId,
    ...reads,
    presentPlaces: async () => ({
      source: { module: new URL('./sqlite-present-places.ts', import.meta.url).href, argument: file },
      position: await reads.end(),
    }),
    write: (commands) => writer.write(commands),
    backup: (target) => backupSqlite(file, target),
    findDamage: (signal) => findDamage(file, signal),
    // The last connection to close moves the log into the file and removes it, which only a writing connection can do.
    async close() {
      await reader.close()
      await writer.close()
    },
  }
}
