import type { Reason } from '../../common/reason.ts'
import type { JournalEntry } from '../../place/journal.ts'
import type { JsonObject } from '../../place/json.ts'
import type { Place } from '../../place/place.ts'
import type { PlaceRequest } from '../../place/request.ts'
import { writtenBody } from '../../place/rules/draft.ts'
import { isPlaceId } from '../../place/source.ts'
import { storable } from '../sql/database.ts'
import type { Command, PrecomputedCommand } from '../store.ts'
import { keyColumns, storableKey } from './place-commands.ts'
import type { PlaceRules } from './place-rules.ts'
import { nextDue } from './publications.ts'
import { Present, parseDocument, type Workspace } from './workspace.ts'

type ImportRequest = Extract<PlaceRequest, { readonly action: 'import' }>

/**
 * Returns an import of a possibly new place with its result precomputed, as if no such place existed. All other
 * commands are returned unchanged, including faulty imports and those that name a parent: the transaction judges them
 * with the present state.
 */
export function precompute(command: Command, rules: PlaceRules): Command {
  if (command.kind !== 'place') return command
  const { request } = command
  if (request.action !== 'import' || request.dryRun || request.again || request.rights || request.ifMatch)
    return command
  if (request.parentKey !== undefined || rules.parentIdOf(request, undefined) !== undefined) return command
  const notes: Reason[] = []
  const change = newPlaceOf(request, rules, notes)
  // The outcome of a precomputed place has no notes.
  if (notes.length > 0) return command
  if (change?.slugBase === undefined) return command
  const { place, who, slugBase } = change
  const { sourceKey, now, ownerEntries, caller, act } = request
  return {
    kind: 'precomputed',
    id: place.id,
    who: storable(who),
    now,
    slugBase,
    document: Buffer.from(JSON.stringify(Object.assign(place, { slug: slugBase }))),
    ownerEntries,
    due: nextDue(place, now),
    ownerId: place.owner.id,
    ...originalOf(request),
    ...(sourceKey && { sourceKey: storableKey(sourceKey) }),
    ...(caller && { caller }),
    ...(act && { act }),
  }
}

/** Returns the parts of a request that its document does not determine, if the place should exist by then. */
function originalOf({
  merge,
  whenNew,
  since,
  kept,
  lenient,
  allowOverposting,
  body,
}: ImportRequest): Pick<PrecomputedCommand, 'original'> {
  if (!merge && !whenNew && since === undefined && !kept?.length) return {}
  const how = {
    ...(merge && { merge }),
    ...(whenNew && { whenNew }),
    ...(since !== undefined && { since }),
    ...(kept && { kept }),
    ...(lenient && { lenient }),
    allowOverposting,
  }
  return { original: { ...how, body: Buffer.from(JSON.stringify(body)) } }
}

/** Undefined if a rule is broken; the transaction finds and reports the fault again. */
function newPlaceOf(request: PlaceRequest, rules: PlaceRules, notes: Reason[]) {
  try {
    return rules.revise(request, { children: [], notes })[0]
  } catch {
    return undefined
  }
}

/**
 * Returns the request that a precomputed command was made from. Its body is the part of the sent one that the document
 * keeps. That is clean and without fault, and the rules derive the same place from it again.
 */
export function requestOf(command: PrecomputedCommand): PlaceRequest {
  const { id, sourceKey, now, document, ownerEntries, caller, act, original } = command
  const body = original ? parseDocument<JsonObject>(original.body) : writtenBody(parseDocument<Place>(document))
  const keyed = { ...(sourceKey && { sourceKey }), ...(caller && { caller }), ...(act && { act }) }
  const common = { newId: id, allowOverposting: false, dryRun: false, now, ownerEntries, ...keyed } as const
  return { ...common, ...original, action: 'import', body }
}

/**
 * Records a precomputed place synchronously, since awaiting promises took as long as the rest of an import. Returns
 * undefined if its key or slug is in use, or if only a query could rule that out.
 */
export function addPrecomputed(workspace: Workspace, command: PrecomputedCommand): JournalEntry | undefined {
  const { id, now, who, slugBase: slug, document, sourceKey, ownerId, caller, due } = command
  const isPlain = slug !== '' && (sourceKey === undefined || !isPlaceId(sourceKey.key))
  if (!isPlain || !workspace.isUnused(sourceKey, slug)) {
    // The place is then judged anew, which looks its id up.
    workspace.markUnused(id)
    return undefined
  }
  const act = workspace.acts.check(command.act, now)
  const keyed = { ...(sourceKey && { sourceKey }), ...(caller && { caller }), ...(act !== undefined && { act }) }
  const entry = workspace.append({ kind: 'place', id, action: 'create', time: now, who, ...keyed }, document)
  workspace.acts.add(entry, [ownerId])
  const { revision } = entry
  const row = { id, revision, slug, parent_id: null, ...keyColumns(sourceKey, { id: ownerId }), deleted: 0, due }
  workspace.addUnknown(new Present(row, document))
  return entry
}
