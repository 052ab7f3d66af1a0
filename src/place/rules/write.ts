import { invalidBody, Problem } from '../../common/problem.ts'
import { type Reason, reason } from '../../common/reason.ts'
import { addFault, createFaultList, type FaultList, shown } from '../check/fault-list.ts'
import type { PlaceAction } from '../journal.ts'
import { type JsonObject, sameJson, valueAt } from '../json.ts'
import type { Place } from '../place.ts'
import type { ChildAction, Locate, PlaceChange, Situation } from '../request.ts'
import { stamped, touched } from './assemble.ts'
import { type Draft, patchDraft, readDraft, type WriteRequest } from './draft.ts'
import { addParentFaults, checkNotDeleted, checkOwners, checkRevision, deletedReason, presentPlace } from './guards.ts'
import { addMemberFaults, addPhoneFaults, addPlaceFaults, addPublicationFaults } from './place-faults.ts'
import { asPresent, type RecordParts, withKept, withoutFaults } from './record-parts.ts'
import type { Rules } from './rules.ts'
import { ownerNameOf } from './slug.ts'

type Of<Action> = Extract<WriteRequest, { readonly action: Action }>

/** The context in which every write is judged. */
export interface Judgement {
  readonly situation: Situation
  readonly rules: Rules
  readonly locate: Locate
}

/** Creates a place (PUT /place). */
export function createPlace(request: Of<'create'>, judgement: Judgement): PlaceChange[] {
  checkOwners(request, judgement.situation)
  return [writtenWhole(request, undefined, judgement)]
}

/** Patches a place, and updates the children that follow it (PATCH, D38). */
export function patchPlace(request: Of<'patch'>, judgement: Judgement): PlaceChange[] {
  const before = placeToWrite(request, judgement)
  const list = createFaultList()
  const draft = patchDraft(request, before, judgement.rules, list)
  const given = (['depublished', 'published'] as const).find((member) => Object.hasOwn(Object(request.body), member))
  if (given) addPublicationFaults(draft, before, given, list)
  const change = written('patch', { request, judgement, before, draft, list })
  return [change, ...followingChildren(before, change.place, judgement.situation, request.childActions)]
}

/** Replaces a place completely, and updates the children that follow it (PUT /place/<id>, D39). */
export function replacePlace(request: Of<'replace'>, judgement: Judgement): PlaceChange[] {
  const before = placeToWrite(request, judgement)
  const change = writtenWhole(request, before, judgement)
  return [change, ...followingChildren(before, change.place, judgement.situation, request.childActions)]
}

/** Imports a place: creates it, replaces the one under the same key, or does nothing if it is unchanged (D49). */
export function importPlace(request: Of<'import'>, judgement: Judgement): PlaceChange[] {
  const present = judgement.situation.place
  const owners = present ? request.rights?.update : request.rights?.create
  checkOwners({ ...request, ...(owners && { owners }) }, judgement.situation)
  if (!present) return [importedState(request, undefined, judgement)]
  if (present.place.deleted !== undefined) throw new Problem('conflict', deletedReason(present))
  const change = importedState(request, present.place, judgement)
  if (isUnchanged(present.place, change.place)) return []
  if (present.revision > (request.since ?? Number.POSITIVE_INFINITY)) {
    throw new Problem('conflict', reason('changed-since'))
  }
  if (request.again && request.sourceKey) {
    throw invalidBody([{ pointer: '/key', ...reason('key-twice', { key: shown(request.sourceKey.key) }) }])
  }
  return [change, ...followingChildren(present.place, change.place, judgement.situation, [])]
}

/**
 * Returns the state that a record leads to. If it is lenient, faulty members without which a place can exist are left
 * as they are and noted; else, or if another fault remains, throws all faults.
 */
function importedState(request: Of<'import'>, before: Place | undefined, judgement: Judgement): PlaceChange {
  let refusal: Problem | undefined
  const given = before && request.lenient ? asPresent(request.body, before as unknown as JsonObject) : request.body
  const body = before ? given : { ...given, ...request.whenNew }
  let left: RecordParts = { body, kept: request.kept ?? [] }
  const notes: Reason[] = []
  for (;;) {
    try {
      const filled = request.merge || !before ? left.body : withKept(left.body, left.kept, before)
      const change = mergedOrWhole({ ...request, body: filled }, before, judgement)
      judgement.situation.notes?.push(...notes)
      return change
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'invalid-body') throw error
      refusal ??= error
      const next = request.lenient ? withoutFaults(left, error.faults) : undefined
      if (!next) throw refusal
      if (notes.length === 0) notes.push(...next.notes)
      left = next
    }
  }
}

function mergedOrWhole(request: Of<'import'>, before: Place | undefined, judgement: Judgement): PlaceChange {
  if (!request.merge || !before) return writtenWhole(request, before, judgement)
  const list = createFaultList()
  const draft = patchDraft(request, before, judgement.rules, list)
  addPublicationFaults(draft, before, 'depublished', list)
  return written('patch', { request, judgement, before, draft, list })
}

function placeToWrite(request: Of<'patch' | 'replace'>, { situation }: Judgement): Place {
  const present = presentPlace(request.id, situation)
  checkOwners(request, situation)
  checkNotDeleted(present)
  checkRevision(request, present)
  return present.place
}

/** Builds a place from a complete body, new or in the place of another. */
function writtenWhole(request: WriteRequest, before: Place | undefined, judgement: Judgement): PlaceChange {
  const list = createFaultList()
  const draft = readDraft(request, before, judgement.rules, list)
  addPublicationFaults(draft, before, 'depublished', list)
  return written(before ? 'replace' : 'create', { request, judgement, before, draft, list })
}

/** Returns true if an import would change only the members that change with every write. */
function isUnchanged(before: Place, after: Place): boolean {
  const { updated, updatedBy, geolocationInfo, ...rest } = before
  const { updated: _at, updatedBy: _by, geolocationInfo: _info, ...others } = after
  return sameJson(rest, others)
}

interface WriteContext {
  readonly request: WriteRequest
  readonly judgement: Judgement
  readonly before: Place | undefined
  readonly draft: Draft
  readonly list: FaultList
}

/** Turns a draft without faults into a change; throws all faults otherwise. */
function written(action: PlaceAction, context: WriteContext): PlaceChange {
  const { request, judgement, before, list } = context
  const id = before?.id ?? ('newId' in request ? request.newId : request.id)
  const draft = withParent(id, context)
  addPlaceFaults(draft, list)
  addPhoneFaults(draft, before, list)
  addMemberFaults(draft, before, judgement.rules.checker.shape, list)
  if (list.faults.length > 0) throw invalidBody(list.faults, list.hasMore)
  const place = stamped(draft, id, before, { request, locate: judgement.locate })
  const change = { action, who: place.updatedBy, place }
  if (before?.name === place.name) return change
  return { ...change, slugBase: judgement.rules.slugs.base(ownerNameOf(place, request), place.name, id) }
}

/**
 * Returns the draft with its parent checked, and with the parent that an import names by key. An unchanged parent is
 * not checked.
 */
function withParent(id: string, { request, judgement, before, draft, list }: WriteContext): Draft {
  const { situation } = judgement
  const { discreet } = request
  if (request.action === 'import' && request.parentKey !== undefined) {
    if (valueAt(request.body, ['parent', 'id'])) addFault(list, '/parent', reason('parent-twice'))
    const named = reason('with-key', { key: shown(request.parentKey.key) })
    const parent = situation.parent?.place
    if (!parent || parent.id !== before?.parent?.id)
      addParentFaults(id, situation, { pointer: '/parentKey', named, discreet }, list)
    return parent ? { ...draft, parent: { id: parent.id } } : draft
  }
  const parentId = draft.parent?.id
  if (parentId !== undefined && parentId !== before?.parent?.id) {
    const named = reason('with-id', { id: shown(parentId) })
    addParentFaults(id, situation, { pointer: '/parent/id', named, discreet }, list)
  }
  return draft
}

/** Lists the children of the place that are not deleted. */
export function presentChildren(situation: Situation): readonly Place[] {
  return situation.children.map((child) => child.place).filter((place) => place.deleted === undefined)
}

type Copied = 'published' | 'depublished'

/**
 * Copies a parent's changes to its children: a changed depublished unless `skip-depublished`, a changed published with
 * `set-published`. A child that already has the values stays unchanged (D42).
 */
function followingChildren(
  before: Place,
  after: Place,
  situation: Situation,
  actions: readonly ChildAction[],
): PlaceChange[] {
  const copied: Copied[] = []
  if (before.published !== after.published && actions.includes('set-published')) copied.push('published')
  if (before.depublished !== after.depublished && !actions.includes('skip-depublished')) copied.push('depublished')
  if (copied.length === 0) return []
  return presentChildren(situation).flatMap((child) => {
    const changed = copied.filter((member) => child[member] !== after[member])
    return changed.length === 0 ? [] : [follow(child, after, changed)]
  })
}

function follow(child: Place, parent: Place, changed: readonly Copied[]): PlaceChange {
  const who = parent.updatedBy
  const parts = changed.flatMap((member) => [
    [member, parent[member]],
    [`${member}By`, parent[member] === undefined ? undefined : who],
  ])
  return { action: 'follow', who, place: touched(child, who, parent.updated, Object.fromEntries(parts)) }
}
