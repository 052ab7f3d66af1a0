import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isJsonObject } from '../place/json.ts'
import { sqliteCode } from './sqlite/sqlite-faults.ts'

/** The lock of a data folder, which only this process serves. */
export interface FolderLock {
  /** Unlocks the folder and withdraws the announcement. */
  release(): void
}

/** The address of the server of a data folder, for commands on the same machine. */
export interface Announcement {
  readonly url: string
  /** Proves to the server that a caller may read the data folder. */
  readonly secret: string
  /** The file that BOUNDARIES named when the server started; absent if it named none. */
  readonly boundariesFile?: string
}

/** Outlasts a process that only checks whether the folder is locked. */
const lockTimeoutMillis = 500
const busy = 5

/**
 * Locks a data folder, which it makes if needed; returns undefined if another process has it. The lock is an SQLite
 * lock on a file of its own, so the operating system releases it however the process ends.
 */
export function lockDataFolder(folder: string): FolderLock | undefined {
  makePrivateFolder(folder)
  const file = join(folder, 'lock.db')
  // A user who can read the file can lock it, and so keep the service from starting.
  makePrivateFile(file)
  const database = new DatabaseSync(file, { timeout: lockTimeoutMillis })
  try {
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    if (sqliteCode(error) === busy) return undefined
    throw error
  }
  // The announcement of a killed server leads nowhere.
  withdraw(folder)
  return {
    release() {
      if (!database.isOpen) return
      withdraw(folder)
      database.close()
    },
  }
}

/** Announces the server to commands on the same machine, in a file that only its user can read. */
export function announceServer(folder: string, announcement: Announcement): void {
  const file = announcementFile(folder)
  const part = `${file}.part`
  writeFileSync(part, `${JSON.stringify(announcement)}\n`, { mode: 0o600 })
  chmodSync(part, 0o600)
  renameSync(part, file)
}

/** Returns the announcement of the server that has the folder, or undefined if none has. */
export function runningServer(folder: string): Announcement | undefined {
  const announced = readAnnouncement(folder)
  return announced && isLocked(folder) ? announced : undefined
}

function isLocked(folder: string): boolean {
  using database = new DatabaseSync(join(folder, 'lock.db'), { readOnly: true })
  try {
    database.prepare('select count(*) from sqlite_schema').get()
    return false
  } catch (error) {
    if (sqliteCode(error) === busy) return true
    throw error
  }
}

function readAnnouncement(folder: string): Announcement | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(announcementFile(folder), 'utf8'))
    if (!isJsonObject(value) || typeof value.url !== 'string' || typeof value.secret !== 'string') return undefined
    const { url, secret, boundariesFile } = value
    return { url, secret, ...(typeof boundariesFile === 'string' && { boundariesFile }) }
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function withdraw(folder: string): void {
  rmSync(announcementFile(folder), { force: true })
}

function announcementFile(folder: string): string {
  return join(folder, 'server.json')
}

/**
 * Makes a folder that only its user can enter, and its missing parents likewise. Node's `recursive` option never ends
 * on a file system that answers "no such file" to everything, such as /proc.
 */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return
  makePrivateFolder(dirname(folder))
  unlessThere(() => mkdirSync(folder, { mode: 0o700 }))
}

/**
 * Makes an empty file that only its user can read, unless it exists. An existing file is not opened: closing any
 * descriptor of a file releases all locks that the process has on it (POSIX), including those of SQLite.
 */
export function makePrivateFile(file: string): void {
  unlessThere(() => closeSync(openSync(file, 'ax', 0o600)))
}

function unlessThere(make: () => void): void {
  try {
    make()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Returns the secret of the data folder, from a file that only its user can read; makes it on first use. */
export function keyOfFolder(folder: string): string {
  const file = join(folder, 'secrets.key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8')
}
