import type { JournalEntry } from '../../place/journal.ts'
import type { PlaceRequest } from '../../place/request.ts'
import { writtenBody } from '../../place/rules/draft.ts'
import { storable } from '../sql/database.ts'
import type { Command, PrecomputedCommand } from '../store.ts'
import { isPlaceId } from './place-commands.ts'
import type { PlaceRules } from './place-rules.ts'
import { nextDue } from './publications.ts'
import { Present, parseDocument, type Workspace } from './workspace.ts'

/**
 * The command with its result where nothing of it is there, if it is an import that could be of a new place. One that is
 * at fault, or names a parent, is given as it is: it is judged in the transaction, with all that is there.
 */
export function precompute(command: Command, rules: PlaceRules): Command {
  if (command.kind !== 'place') return command
  const { request } = command
  if (request.action !== 'import' || request.dryRun || request.owners || request.ifMatch) return command
  if (request.parentKey !== undefined || rules.parentIdOf(request, undefined) !== undefined) return command
  const change = newPlaceOf(request, rules)
  if (change?.slugBase === undefined) return command
  const { place, who, slugBase } = change
  const { importKey, now, ownerEntries, caller } = request
  return {
    kind: 'precomputed',
    id: place.id,
    who: storable(who),
    now,
    slugBase,
    document: Buffer.from(JSON.stringify(Object.assign(place, { slug: slugBase }))),
    ownerEntries,
    due: nextDue(place, now),
    ...(importKey !== undefined && { importKey: storable(importKey) }),
    ...(caller && { caller }),
  }
}

/** Undefined where a rule is broken, which the transaction meets again, and tells. */
function newPlaceOf(request: PlaceRequest, rules: PlaceRules) {
  try {
    return rules.revise(request, { children: [] })[0]
  } catch {
    return undefined
  }
}

/**
 * The request that a precomputed command was made from. Its body is what the document keeps of the one that was sent:
 * that is clean and without fault, and the rules make the same of it again.
 */
export function requestOf({ id, importKey, now, document, ownerEntries, caller }: PrecomputedCommand): PlaceRequest {
  const body = writtenBody(parseDocument(document))
  const keyed = { ...(importKey !== undefined && { importKey }), ...(caller && { caller }) }
  return { action: 'import', newId: id, body, allowOverposting: false, dryRun: false, now, ownerEntries, ...keyed }
}

/**
 * Puts a precomputed place into the record without waiting, since waiting for promises took as long as the rest of an
 * import. Undefined where its key or slug is in use, or that is not known without a look into the database.
 */
export function addPrecomputed(workspace: Workspace, command: PrecomputedCommand): JournalEntry | undefined {
  const { id, now, who, slugBase: slug, document, importKey, caller, due } = command
  const isPlain = slug !== '' && (importKey === undefined || !isPlaceId(importKey))
  if (!isPlain || !workspace.isUnused(importKey, slug)) {
    // It is judged anew, which asks for the place.
    workspace.markUnused(id)
    return undefined
  }
  const keyed = { ...(importKey !== undefined && { importKey }), ...(caller && { caller }) }
  const entry = workspace.append({ kind: 'place', id, action: 'create', time: now, who, ...keyed }, document)
  const { revision } = entry
  const row = { id, revision, slug, parent_id: null, import_key: importKey ?? null, deleted: 0, due }
  workspace.addUnknown(new Present(row, document))
  return entry
}
