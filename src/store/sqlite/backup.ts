import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, link, open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backup } from 'node:sqlite'
import { Problem, unavailable } from '../../common/problem.ts'
import { findDamage } from './integrity.ts'
import { openReader, openWriter } from './sqlite-database.ts'
import { sqliteCode } from './sqlite-faults.ts'

/** All pages in one step: a copy in several steps restarts after every write, and never ends under load. */
const pagesPerStep = 0x7fffffff

/**
 * Writes a consistent copy of a database in use to a new file, which appears only once it is complete, on disk, and
 * checked for damage. Rejects with `conflict` if the file exists or the process may not write there, with `not-found`
 * if its folder does not exist, and with `unavailable` if the disk or the process has no room for it, or the record is
 * damaged.
 */
export async function backupSqlite(file: string, target: string): Promise<void> {
  const part = `${target}.${randomUUID()}.part`
  try {
    await copyTo(file, part)
    await requireSound(part)
    await publish(part, target)
  } catch (error) {
    throw problemOfBackup(error)
  } finally {
    await removePart(part)
  }
}

/** A file that cannot be restored, or a folder that it cannot be restored to. */
class RestoreError extends Error {
  override name = 'RestoreError'
}

/**
 * Restores a backup into a folder without a record: `record` appears there once it is complete, on disk, checked for damage,
 * and has a history of its own, since what was written after the backup had the same revisions. The file stays as it is.
 * Throws a RestoreError for what the operator has to change, else the error of the file system.
 */
export async function restoreSqlite(backup: string, record: string): Promise<void> {
  const present = ['', '-wal', '-journal'].map((end) => `${record}${end}`).find(existsSync)
  if (present !== undefined) throw new RestoreError(`${present} is there, and is not overwritten: move it away first`)
  const log = await stat(`${backup}-wal`).catch(() => undefined)
  if (log && log.size > 0) {
    throw new RestoreError(
      `${backup}-wal has changes that ${backup} lacks: make a backup of them with \`gazetteer backup\``,
    )
  }
  const part = `${record}.${randomUUID()}.part`
  try {
    await copyFile(backup, part)
    await chmod(part, 0o600)
    const [fault] = await findDamage(part)
    if (fault !== undefined) throw new RestoreError(`${backup} is damaged, or no backup (${fault.slice(0, 200)})`)
    if (!beginHistory(part)) throw new RestoreError(`${backup} is a database, but no backup of a record`)
    await using handle = await open(part)
    await handle.sync()
    await publish(part, record)
  } finally {
    await removePart(part)
  }
}

/** Removes an incomplete copy, and what an interruption left beside it. */
async function removePart(part: string): Promise<void> {
  for (const end of ['', '-journal', '-wal', '-shm']) await rm(`${part}${end}`, { force: true })
}

async function copyTo(file: string, part: string): Promise<void> {
  await using handle = await open(part, 'wx', 0o600)
  using source = openReader(file)
  await backup(source, part, { rate: pagesPerStep })
  beginHistory(part)
  await handle.sync()
}

/** A damaged copy must not take the place of a sound one. */
async function requireSound(copy: string): Promise<void> {
  const [fault] = await findDamage(copy)
  if (fault === undefined) return
  throw unavailable(`the record is damaged (${fault.slice(0, 200)}); no backup was written: restore the last sound one`)
}

/**
 * Gives a copy its own history id: a restored record reissues revisions, which replicas would take for those they have
 * applied. Returns false for a database that has none.
 */
function beginHistory(part: string): boolean {
  using copy = openWriter({ file: part })
  if (!copy.prepare(`select 1 from sqlite_schema where name = 'meta'`).get()) return false
  return copy.prepare(`update meta set value = ? where name = 'history_id'`).run(randomUUID()).changes === 1
}

const noFolder = new Problem('not-found', 'the folder of the backup file does not exist')
const notWritable = new Problem(
  'conflict',
  'the service may not write to the folder of the backup file; name one where it may, such as its data folder',
)
const diskFull = unavailable('the disk of the backup file is full; no backup was written')
const diskFails = unavailable('the disk of the backup file, or of the data, reports an error; no backup was written')
const damaged = unavailable('the record is damaged; no backup was written: restore the last sound one')
const tooManyFiles = unavailable(
  'the service has as many files and connections open as it may (ulimit -n); no backup was written',
)
const notOpened = unavailable(
  'the record cannot be opened: its file is gone, or the service has as many files and connections open as it may (ulimit -n); no backup was written',
)

/** The problems for the caller of a backup, by error of the system or of SQLite. */
const problems: Readonly<Record<string, Problem>> = {
  ENOENT: noFolder,
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EIO: diskFails,
  EMFILE: tooManyFiles,
  ENFILE: tooManyFiles,
  'SQLite 10': diskFails,
  'SQLite 11': damaged,
  'SQLite 26': damaged,
  'SQLite 13': diskFull,
  'SQLite 14': notOpened,
}

function problemOfBackup(error: unknown): unknown {
  const code = sqliteCode(error)
  const name = code === undefined ? (error as NodeJS.ErrnoException).code : `SQLite ${code}`
  return problems[name ?? ''] ?? error
}

/** Gives the file its name, unless that name is taken, and makes that durable. */
async function publish(part: string, target: string): Promise<void> {
  // Opened first: once the file has its name, a lack of descriptors must not cause a failure.
  await using folder = await open(dirname(target))
  await link(part, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new Problem('conflict', 'the backup file exists already; name one that does not')
  })
  await folder.sync()
}
