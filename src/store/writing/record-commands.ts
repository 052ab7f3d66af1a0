import { isDeepStrictEqual } from 'node:util'
import type { StoredKey } from '../../access/access.ts'
import { Problem } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import type { DirectoryEntry } from '../../place/directory-entry.ts'
import type { JournalEntry, Revision } from '../../place/journal.ts'
import { type Database, indexedId, storable } from '../sql/database.ts'
import type { Command, Signed } from '../store.ts'
import type { Workspace } from './workspace.ts'

/**
 * Puts an entry into the directory, or removes it. Does nothing for an equal entry. Refuses to remove an unknown one,
 * and to add a new one whose id is taken.
 */
export async function writeDirectory(
  workspace: Workspace,
  command: Command & { kind: 'directory' },
): Promise<readonly JournalEntry[]> {
  const id = storable(`${command.list}/${command.id}`)
  const row = indexedId(id, workspace.db.traits)
  const present = await readPresent<DirectoryEntry>(workspace, 'directory_entry', row)
  const act = workspace.acts.check(command.act, command.now)
  const common = { kind: 'directory', id, ...signature(command), ...(act !== undefined && { act }) } as const
  if (command.entry === undefined && !present) {
    throw new Problem('not-found', `the directory has no '${command.id}' in ${command.list}`)
  }
  const { expected } = command
  if (expected && !isDeepStrictEqual(present, expected)) {
    throw new Problem('precondition-failed', `the entry '${command.id}' has changed since it was read; read it again`)
  }
  if (command.entry === undefined) {
    await workspace.db.query('delete from directory_entry where id = ?', [row])
    return [counted(workspace, workspace.append({ ...common, action: 'delete' }))]
  }
  if (command.onlyNew && present) throw taken(command.id, present)
  const document = JSON.stringify(command.entry)
  if (isDeepStrictEqual(present, JSON.parse(document))) return []
  const entry = counted(workspace, workspace.append({ ...common, action: 'put', document }))
  await putPresent(workspace.db, 'directory_entry', [row, entry.revision])
  return [entry]
}

/** Counts an entry of the directory in its act. */
function counted(workspace: Workspace, entry: JournalEntry): JournalEntry {
  workspace.acts.add(entry, [])
  return entry
}

function taken(id: string, { name }: DirectoryEntry): Problem {
  const found = reason('id-taken', { id, name })
  return new Problem('precondition-failed', found, { faults: [{ pointer: '/id', ...found }] })
}

/** Stores a key; replaces one with the same id. */
export async function writeKey(
  workspace: Workspace,
  { key, ...signed }: Command & { kind: 'key' },
): Promise<readonly JournalEntry[]> {
  const document = JSON.stringify(key)
  const entry = workspace.append({ kind: 'key', id: key.id, action: 'create', ...signature(signed), document })
  await putPresent(workspace.db, 'access_key', [key.id, entry.revision])
  return [entry]
}

/**
 * Changes members of a key. Throws `not-found` if there is none with that id, perhaps because it was just revoked, here
 * or by another process: the caller's older state must not bring it back.
 */
export async function amendKey(
  workspace: Workspace,
  { id, change, renewed, ...signed }: Command & { kind: 'amend' },
): Promise<readonly JournalEntry[]> {
  const present = await readPresent<StoredKey>(workspace, 'access_key', storable(id))
  if (!present) throw new Problem('not-found', `there is no key '${id}' to change`)
  if (renewed !== undefined && present.session?.renewed !== renewed) {
    throw new Problem('conflict', 'the session has been renewed meanwhile')
  }
  return writeKey(workspace, { ...signed, kind: 'key', key: { ...present, ...change } as StoredKey })
}

/** Revokes a key; throws `not-found` if there is none with that id. */
export async function revokeKey(
  workspace: Workspace,
  { id, ...signed }: Command & { kind: 'revoke' },
): Promise<readonly JournalEntry[]> {
  const present = await readPresent(workspace, 'access_key', storable(id))
  if (!present) throw new Problem('not-found', `there is no key '${id}' to revoke`)
  await workspace.db.query('delete from access_key where id = ?', [id])
  return [workspace.append({ kind: 'key', id, action: 'revoke', ...signature(signed) })]
}

/** Returns the author and the time for an entry. */
export function signature({ who, caller, now }: Signed) {
  return { time: now, who: storable(who), ...(caller && { caller }) }
}

/** The tables of the present directory, keys and webhooks: a row for each newest entry. */
type PresentTable = 'directory_entry' | 'access_key' | 'webhook'

/** Returns the present document, or undefined if there is none. */
export async function readPresent<Value>(
  workspace: Workspace,
  table: PresentTable,
  id: string,
): Promise<Value | undefined> {
  // Earlier writes of the transaction may concern it.
  await workspace.flush()
  const text = `select journal.document from ${table} present join journal on journal.revision = present.revision
    where present.id = ?`
  const [row] = await workspace.db.query<{ document: string }>(text, [id])
  return row && (JSON.parse(row.document) as Value)
}

export async function putPresent(
  db: Database,
  table: PresentTable,
  values: [id: string, revision: Revision],
): Promise<void> {
  const after = 'on conflict (id) do update set revision = excluded.revision'
  await db.query(`insert into ${table} (id, revision) values (?, ?) ${after}`, values)
}
