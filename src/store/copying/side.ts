import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type FolderLock, lockDataFolder, makePrivateFolder } from '../data-folder.ts'
import { parseDatabaseAddress } from '../postgres/address.ts'
import { openOne } from '../postgres/database.ts'
import type { Database } from '../sql/database.ts'
import { openWriter, sqliteDatabase } from '../sqlite/database.ts'
import { hasRecord, recordFile } from '../sqlite/sqlite.ts'

/** A record, of either database, that is copied from or to. */
export interface Side {
  readonly db: Database
  /** As it may be shown: without a password. */
  readonly shown: string
  /** Reads everything as of one moment. */
  readWhole<Result>(read: (db: Database) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** What is wrong with an address, or with what is found there. */
export class SideError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SideError'
  }
}

/**
 * Opens `sqlite:<data folder>` or `postgres://…`. What is copied from must be there; a folder must not be in use. Throws a
 * SideError for what the operator has to change.
 */
export async function openSide(address: string, use: 'from' | 'to'): Promise<Side> {
  const [, folder] = /^sqlite:(.+)$/s.exec(address) ?? []
  if (folder !== undefined) return openFolder(resolve(folder), use)
  if (/^postgres(?:ql)?:/.test(address)) return openDatabase(address)
  throw new SideError(`--${use} must be sqlite:<data folder> or postgres://user@host/database`)
}

async function openFolder(folder: string, use: 'from' | 'to'): Promise<Side> {
  if (use === 'from' && !hasRecord(folder)) throw new SideError(`there is no data in ${folder}`)
  makePrivateFolder(folder)
  const lock = lockDataFolder(folder)
  if (!lock) throw new SideError(`${folder} is in use by another process: stop it first`)
  if (use === 'to' && existsSync(join(folder, 'index'))) {
    lock.release()
    throw new SideError(`${folder} holds a snapshot of an index: name a folder that was not served`)
  }
  return folderSide(folder, lock)
}

function folderSide(folder: string, lock: FolderLock): Side {
  const db = sqliteDatabase(openWriter({ file: join(folder, recordFile) }))
  return {
    db,
    shown: folder,
    // Nobody else has the folder.
    readWhole: (read) => read(db),
    async close() {
      await db.close()
      lock.release()
    },
  }
}

async function openDatabase(url: string): Promise<Side> {
  const address = parseSide(url)
  const db = await openOne(address, { purpose: 'write', unlimited: true })
  return {
    db,
    shown: address.shown,
    readWhole: (read) =>
      db.transaction(async (transaction) => {
        await transaction.query('set transaction isolation level repeatable read, read only')
        return read(transaction)
      }),
    close: () => db.close(),
  }
}

function parseSide(url: string) {
  try {
    return parseDatabaseAddress(url)
  } catch (error) {
    throw new SideError(`the address of the database ${(error as Error).message}`)
  }
}
