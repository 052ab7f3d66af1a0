import { isDeepStrictEqual } from 'node:util'
import type { AccessKey } from '../../access/access.ts'
import { Problem } from '../../common/problem.ts'
import type { DirectoryEntry } from '../../place/directory-entry.ts'
import type { JournalEntry } from '../../place/journal.ts'
import { rowIdOf } from '../sql/database.ts'
import { storable } from '../sql/storable.ts'
import type { Command } from '../store.ts'
import type { Workspace } from './workspace.ts'

/**
 * Puts an entry of the directory, or removes it. An equal entry is none; an unknown one cannot be removed, and one that is
 * to be new must not be there.
 */
export async function writeDirectory(
  workspace: Workspace,
  command: Command & { kind: 'directory' },
): Promise<readonly JournalEntry[]> {
  const { directory } = workspace.statements
  const id = storable(`${command.list}/${command.id}`)
  const row = rowIdOf(id, workspace.db.traits)
  await workspace.flush()
  const [present] = await directory.read(workspace.db, row)
  const common = { kind: 'directory', id, time: command.now, who: storable(command.who) } as const
  if (command.entry === undefined && !present) {
    throw new Problem('not-found', `the directory has no '${command.id}' in ${command.list}`)
  }
  const { expected } = command
  if (expected && !(present && isDeepStrictEqual(JSON.parse(present.document ?? 'null'), expected))) {
    throw new Problem('precondition-failed', `the entry '${command.id}' has changed since it was read; read it again`)
  }
  if (command.entry === undefined) {
    await directory.remove(workspace.db, row)
    return [workspace.append({ ...common, action: 'delete' })]
  }
  if (command.onlyNew && present) throw taken(command.id, JSON.parse(present.document ?? 'null') as DirectoryEntry)
  const document = JSON.stringify(command.entry)
  if (present && isDeepStrictEqual(JSON.parse(present.document ?? 'null'), JSON.parse(document))) return []
  const entry = workspace.append({ ...common, action: 'put', document })
  await directory.put(workspace.db, [{ id: row, revision: entry.revision }])
  return [entry]
}

function taken(id: string, { name }: DirectoryEntry): Problem {
  const detail = `the id '${id}' is taken by '${name}'`
  return new Problem('precondition-failed', detail, { faults: [{ pointer: '/id', detail }] })
}

/** Keeps a key; one of the same id is replaced by it. */
export async function writeKey(
  workspace: Workspace,
  { key, who, now }: Command & { kind: 'key' },
): Promise<readonly JournalEntry[]> {
  await workspace.flush()
  const document = JSON.stringify(key)
  const common = { kind: 'key', id: key.id, action: 'create', time: now } as const
  const entry = workspace.append({ ...common, who: storable(who), document })
  await workspace.statements.keys.put(workspace.db, [{ id: key.id, revision: entry.revision }])
  return [entry]
}

/**
 * Gives a key another secret; throws `not-found` when there is none of that id, be it that it was revoked a moment ago
 * or by another process: what the caller knows of it must not bring it back.
 */
export async function rotateKey(
  workspace: Workspace,
  { id, hash, who, now }: Command & { kind: 'rotate' },
): Promise<readonly JournalEntry[]> {
  await workspace.flush()
  const [present] = await workspace.statements.keys.read(workspace.db, storable(id))
  if (!present?.document) throw new Problem('not-found', `there is no key '${id}' to rotate`)
  const key: AccessKey = { ...(JSON.parse(present.document) as AccessKey), hash }
  return writeKey(workspace, { kind: 'key', key, who, now })
}

/** Takes a key back; throws `not-found` when there is none of that id. */
export async function revokeKey(
  workspace: Workspace,
  { id, who, now }: Command & { kind: 'revoke' },
): Promise<readonly JournalEntry[]> {
  const { keys } = workspace.statements
  await workspace.flush()
  const [present] = await keys.read(workspace.db, storable(id))
  if (!present) throw new Problem('not-found', `there is no key '${id}' to revoke`)
  await keys.remove(workspace.db, id)
  return [workspace.append({ kind: 'key', id, action: 'revoke', time: now, who: storable(who) })]
}
