import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Revision } from '../place/journal.ts'
import { lockDataFolder } from './data-folder.ts'
import { type DatabaseAddress, type DatabaseLimits, parseDatabaseAddress } from './postgres/address.ts'
import { openOne } from './postgres/postgres-database.ts'
import { type Database, indexedId, insertRows } from './sql/database.ts'
import { checkSchema, migrateUnfinished, readMeta, unfinishedCopy } from './sql/migrate.ts'
import { actColumns, journalColumns, placeColumns, webhookLogTables } from './sql/record-tables.ts'
import { hasRecord, recordFile } from './sqlite/sqlite.ts'
import { openWriter, sqliteDatabase } from './sqlite/sqlite-database.ts'

/** A record of either database that is copied from or to. */
export interface Side {
  readonly db: Database
  /** Its folder, or its address without a password, for messages. */
  readonly shown: string
  /** Reads everything as of one moment. */
  readWhole<Result>(read: (db: Database) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** A fault of an address, or of the data found there. */
class SideError extends Error {
  override name = 'SideError'
}

/**
 * Opens `sqlite:<data folder>` or `postgres://…`. The record to copy from must exist; a folder must not be in use.
 * Throws a SideError for a fault that the operator has to correct.
 */
export async function openSide(address: string, use: 'from' | 'to', limits?: Partial<DatabaseLimits>): Promise<Side> {
  const [, folder] = /^sqlite:(.+)$/s.exec(address) ?? []
  if (folder !== undefined) return openFolder(resolve(folder), use)
  if (/^postgres(?:ql)?:/.test(address)) return openDatabase(parseSide(address, limits))
  throw new SideError(`--${use} must be sqlite:<data folder> or postgres://user@host/database`)
}

function openFolder(folder: string, use: 'from' | 'to'): Side {
  if (use === 'from' && !hasRecord(folder)) throw new SideError(`there is no data in ${folder}`)
  const lock = lockDataFolder(folder)
  if (!lock) throw new SideError(`${folder} is in use by another process: stop it first`)
  if (use === 'to' && existsSync(join(folder, 'index'))) {
    lock.release()
    throw new SideError(`${folder} holds a snapshot of an index: name a folder that was not served`)
  }
  const db = sqliteDatabase(openWriter({ file: join(folder, recordFile) }))
  return {
    db,
    shown: folder,
    // The folder is locked, so nobody else writes.
    readWhole: (read) => read(db),
    close: () => db.close().finally(() => lock.release()),
  }
}

async function openDatabase(address: DatabaseAddress): Promise<Side> {
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

function parseSide(url: string, limits?: Partial<DatabaseLimits>): DatabaseAddress {
  try {
    return parseDatabaseAddress(url, limits)
  } catch (error) {
    throw new SideError(`the address of the database ${(error as Error).message}`)
  }
}

type Row = Readonly<Record<string, unknown>>

/** A table and the columns to copy. */
interface CopiedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** The columns that give both databases the same order. */
  readonly order: readonly string[]
  /** The subquery to read the columns from, if not from the table itself. */
  readonly source?: string
}

const journal: CopiedTable = { name: 'journal', columns: journalColumns, order: ['revision'] }

/** The tables beside the journal, which hold the present state. */
const presentTables: readonly CopiedTable[] = [
  { name: 'place', columns: placeColumns, order: ['revision'] },
  { name: 'former_slug', columns: ['slug', 'place_id', 'revision'], order: ['slug', 'place_id'] },
  { name: 'act', columns: actColumns, order: ['number'] },
  { name: 'act_owner', columns: ['act', 'owner_id'], order: ['act', 'owner_id'] },
  { name: 'slug_base', columns: ['base', 'next'], order: ['base'] },
  newestEntries('directory_entry'),
  newestEntries('access_key'),
  newestEntries('webhook'),
  { name: 'webhook_cursor', columns: ['webhook_id', 'epoch', 'document'], order: ['webhook_id'] },
  ...Object.entries(webhookLogTables).map(copiedWebhookLog),
]

/** Reads the ids from the journal, since a row may hold a shorter substitute for its id. */
function newestEntries(name: string): CopiedTable {
  const source = `(select journal.id, journal.revision from ${name} present
    join journal on journal.revision = present.revision) entries`
  return { name, columns: ['id', 'revision'], order: ['revision'], source }
}

function copiedWebhookLog([name, keys]: readonly [string, readonly string[]]): CopiedTable {
  return { name, columns: ['webhook_id', ...keys, 'place_id', 'document'], order: ['webhook_id', ...keys] }
}

/** The record to copy, and the empty database to copy it to. */
interface CopyOptions {
  readonly from: Side
  readonly to: Side
  /** Called after each batch with the last copied revision and the last revision of the source. */
  readonly onProgress?: (done: Revision, all: Revision) => void
}

/** The result of a copy. */
export interface Copied {
  /** The last revision. */
  readonly revision: Revision
  /** Entries that an earlier, interrupted run had copied. */
  readonly foundThere: Revision
  /** SHA-256 of all rows, the same on both sides. */
  readonly checksum: string
}

/**
 * Copies a whole record (its identity and every revision, key and name) into an empty one of either database. Each
 * piece of the journal is committed on its own, so an interrupted copy continues where it stopped. No service opens the
 * copy until it is complete and its checksum matches. Rejects with a SideError for a fault that the operator has to
 * correct.
 */
export async function copyRecord({ from, to, onProgress }: CopyOptions): Promise<Copied> {
  const identity = await checkSchema(from.db)
  const foundThere = await beginCopy(to, identity)
  return from.readWhole(async (source) => {
    const revision = await lastOf(source)
    if (foundThere > revision) throw new SideError(`${to.shown} has more revisions than ${from.shown}: empty it first`)
    for await (const entries of readTable(source, journal, [foundThere])) {
      await to.db.transaction((target) => insert(target, journal, entries))
      onProgress?.(Number(entries.at(-1)!.revision), revision)
    }
    const checksum = await to.db.transaction(async (target) => {
      const found = await complete(source, target, identity)
      if (found !== undefined) return found
      const detail = `the copy differs from ${from.shown}, which has changed meanwhile: empty ${to.shown}, copy anew`
      throw new SideError(detail)
    })
    return { revision, foundThere, checksum }
  })
}

/** Makes the tables, marks the record as an incomplete copy, and returns the last revision that is already there. */
async function beginCopy({ db, shown }: Side, identity: string): Promise<Revision> {
  await migrateUnfinished(db)
  const last = await lastOf(db)
  const begun = await readMeta(db, unfinishedCopy)
  if (begun === identity) return last
  if (begun !== undefined) throw new SideError(`${shown} holds a part of another record: empty it first`)
  if (last > 0) throw new SideError(`${shown} holds a record already: name one that is empty`)
  await db.query('insert into meta (name, value) values (?, ?)', [unfinishedCopy, identity])
  return 0
}

/** Writes the small tables and makes the copy usable. Returns its checksum, or undefined if the two sides differ. */
async function complete(source: Database, target: Database, identity: string): Promise<string | undefined> {
  for (const table of presentTables) {
    for await (const rows of readTable(source, table)) await insert(target, table, rows)
  }
  const checksum = await checksumOf(target)
  if ((await checksumOf(source)) !== checksum) return undefined
  if (target.traits.sharedWriting) {
    await target.query(
      `update journal_end set revision = last.revision, mark = last.mark
       from (select revision, mark from journal order by revision desc limit 1) last`,
    )
  }
  await target.query(`update meta set value = ? where name = 'history_id'`, [identity])
  await target.query('delete from meta where name = ?', [unfinishedCopy])
  return checksum
}

async function lastOf(db: Database): Promise<Revision> {
  const [row] = await db.query<{ last: Revision | null }>('select max(revision) as last from journal')
  return row?.last ?? 0
}

/** SHA-256 of every row of a record, in an order and a form that do not depend on the database. */
export async function checksumOf(db: Database): Promise<string> {
  const sum = createHash('sha256')
  for (const table of [journal, ...presentTables]) {
    for await (const rows of readTable(db, table)) {
      for (const row of rows) sum.update(`${table.name} ${JSON.stringify(table.columns.map((name) => row[name]))}\n`)
    }
  }
  return sum.digest('hex')
}

/** Number of rows read at once. */
const batchSize = 500

/** Yields the rows of a table in batches; with `after`, only those behind the row with these values in `order`. */
async function* readTable(
  db: Database,
  { name, columns, order, source = name }: CopiedTable,
  after?: readonly unknown[],
): AsyncGenerator<readonly Row[]> {
  const by = order.join(', ')
  for (let last = after; ; ) {
    const behind = last ? `where (${by}) > (${order.map(() => '?').join(', ')})` : ''
    const text = `select ${columns.join(', ')} from ${source} ${behind} order by ${by} limit ${batchSize}`
    const rows = await db.query<Row>(text, last)
    if (rows.length === 0) return
    yield rows
    last = order.map((column) => rows.at(-1)![column])
  }
}

async function insert(db: Database, { name, columns, source }: CopiedTable, rows: readonly Row[]): Promise<void> {
  const given = source ? rows.map((row) => ({ ...row, id: indexedId(String(row.id), db.traits) })) : rows
  await insertRows<Row>(db, given, { into: `insert into ${name}`, columns })
}
