import { createHash, type Hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Revision } from '../../place/journal.ts'
import { checkSchema, migrateUnfinished, unfinishedCopy } from '../sql/migrate.ts'
import type { Tables } from '../sql/tables.ts'
import { insert, presentTables, readJournal } from './rows.ts'
import { type Side, SideError } from './side.ts'

/** The record that is copied, and the empty database that it is copied to. */
export interface CopyOptions {
  readonly from: Side
  readonly to: Side
  /** Told after each batch up to where the journal is there, and where it ends. */
  readonly onProgress?: (done: Revision, all: Revision) => void
}

/** What was copied. */
export interface Copied {
  /** The last revision. */
  readonly revision: Revision
  /** Entries that an earlier, interrupted run had copied. */
  readonly foundThere: Revision
  /** SHA-256 of everything, the same on both sides. */
  readonly checksum: string
}

/**
 * Copies a whole record, its identity and every revision, key and name, into an empty one of either database. The journal
 * is copied in pieces, each for good, so that what was interrupted goes on where it was; until it is complete, and found
 * the same by its checksum, no service opens the copy. Rejects with a SideError for what the operator has to change.
 */
export async function copyRecord({ from, to, onProgress }: CopyOptions): Promise<Copied> {
  const identity = await checkSchema(from.db)
  const foundThere = await beginCopy(to, identity)
  return from.readWhole(async (source) => {
    const revision = await lastOf(source)
    if (foundThere > revision) throw new SideError(`${to.shown} has more revisions than ${from.shown}: empty it first`)
    for await (const entries of readJournal(source, foundThere)) {
      await to.db.transaction().execute((target) => insert(target, 'journal', entries))
      onProgress?.(entries.at(-1)!.revision, revision)
    }
    const checksum = await to.db.transaction().execute((target) => complete(source, target, { from, to, identity }))
    return { revision, foundThere, checksum }
  })
}

/** Makes the tables, marks the record as a copy that is not complete, and gives up to where it is there. */
async function beginCopy({ db, traits, shown }: Side, identity: string): Promise<Revision> {
  await migrateUnfinished(db, traits)
  const last = await lastOf(db)
  const [begun] = await db.selectFrom('meta').select('value').where('name', '=', unfinishedCopy).execute()
  if (begun?.value === identity) return last
  if (begun) throw new SideError(`${shown} holds a part of another record: empty it first`)
  if (last > 0) throw new SideError(`${shown} holds a record already: name one that is empty`)
  await insert(db, 'meta', [{ name: unfinishedCopy, value: identity }])
  return 0
}

interface Completing {
  readonly from: Side
  readonly to: Side
  readonly identity: string
}

/** Writes what is small, compares everything, and makes the copy one that can be opened: all in one transaction. */
async function complete(
  source: Kysely<Tables>,
  target: Kysely<Tables>,
  { from, to, identity }: Completing,
): Promise<string> {
  for (const { read, write } of presentTables) {
    for await (const rows of read(source)) await write(target, rows, to.rowId)
  }
  const [wanted, found] = [await checksumOf(source), await checksumOf(target)]
  if (wanted !== found) {
    throw new SideError(
      `the copy differs from ${from.shown}, which has changed meanwhile: empty ${to.shown}, copy anew`,
    )
  }
  if (to.traits.sharedWriting) await moveEnd(target)
  await target.updateTable('meta').set({ value: identity }).where('name', '=', 'history_id').execute()
  await target.deleteFrom('meta').where('name', '=', unfinishedCopy).execute()
  return found
}

async function moveEnd(target: Kysely<Tables>): Promise<void> {
  const last = await target
    .selectFrom('journal')
    .select(['revision', 'mark'])
    .orderBy('revision', 'desc')
    .limit(1)
    .execute()
  for (const { revision, mark } of last) await target.updateTable('journal_end').set({ revision, mark }).execute()
}

async function lastOf(db: Kysely<Tables>): Promise<Revision> {
  const row = await db.selectFrom('journal').select('revision').orderBy('revision', 'desc').limit(1).executeTakeFirst()
  return row?.revision ?? 0
}

/** SHA-256 of every row of a record, in an order and a form that do not depend on the database. */
export async function checksumOf(db: Kysely<Tables>): Promise<string> {
  const sum = createHash('sha256')
  for await (const rows of readJournal(db, 0)) add(sum, 'journal', rows)
  for (const { name, read } of presentTables) for await (const rows of read(db)) add(sum, name, rows)
  return sum.digest('hex')
}

function add(sum: Hash, table: string, rows: readonly object[]): void {
  for (const row of rows) sum.update(`${table} ${JSON.stringify(Object.values(row))}\n`)
}
