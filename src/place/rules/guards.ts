import { Problem } from '../../common/problem.ts'
import { type Reason, reason } from '../../common/reason.ts'
import { addFault, type FaultList, isFaulty, shown } from '../check/fault-list.ts'
import { valueAt } from '../json.ts'
import type { Place, PlaceId } from '../place.ts'
import type { PlaceRequest, Preconditions, PresentPlace, Situation } from '../request.ts'
import { limits } from '../schema.ts'
import { canonicalText, canonicalUuid, lengthFault, textFault, undirectedText } from '../text.ts'

/** Returns the subject of a request; throws 404 if it does not exist. */
export function presentPlace(id: PlaceId, situation: Situation): PresentPlace {
  if (!situation.place) throw new Problem('not-found', reason('no-place', { id: shown(id) }))
  return situation.place
}

/** The reason that a place is deleted, with the way to restore it. */
export function deletedReason({ place: { id, deleted = '' } }: PresentPlace): Reason {
  return reason('deleted', { id, deleted })
}

/** Throws 409 if the place is deleted (D40). */
export function checkNotDeleted(present: PresentPlace): void {
  if (present.place.deleted !== undefined) throw new Problem('conflict', deletedReason(present))
}

/**
 * Throws 403 if the caller may not write for the current or new owner of the place, or for that of a new parent (D8).
 */
export function checkOwners(request: PlaceRequest, { place: present, parent }: Situation): void {
  const { owners } = request
  if (!owners) return
  const sent = sentOwnerId(request)
  const isNewParent = request.action !== 'restore' && parent?.place.id !== present?.place.parent?.id
  const concerned = [
    ['owner-of-place', sent],
    ['owner-of-place', present?.place.owner.id],
    ['owner-of-parent', isNewParent ? parent?.place.owner.id : undefined],
  ] as const
  const isWithin = (list: readonly string[]) => concerned.every(([, id]) => id === undefined || list.includes(id))
  if (owners.some(isWithin)) return
  const ids = new Set(owners.flat())
  const [which, id] = concerned.find(([, one]) => one !== undefined && !ids.has(one)) ?? []
  if (which === undefined) {
    const both = [...new Set(concerned.flatMap(([, one]) => (one === undefined ? [] : [shown(one)])))]
    throw new Problem('forbidden', reason('owners-apart', { owners: both }))
  }
  // The caller may not be able to read the place or its parent.
  const owner = id === sent ? shown(id!) : reason('another')
  throw new Problem('forbidden', reason(which, { owners: [...ids].slice(0, 10).map(shown), owner }))
}

function sentOwnerId(request: PlaceRequest): string | undefined {
  const id = 'body' in request ? valueAt(request.body, ['owner', 'id']) : undefined
  return typeof id === 'string' ? canonicalText(id) : undefined
}

/**
 * Throws 412 if `If-Match` lacks the current revision, or if `If-None-Match` includes it or is `*` (D43; RFC 9110,
 * 13.1).
 */
export function checkRevision({ ifMatch, ifNoneMatch }: Preconditions, { place, revision }: PresentPlace): void {
  if (ifMatch && !ifMatch.includes(revision))
    throw new Problem('precondition-failed', reason('changed', { id: place.id }))
  if (ifNoneMatch === '*') throw new Problem('precondition-failed', reason('exists', { id: place.id }))
  if (ifNoneMatch?.includes(revision)) throw new Problem('precondition-failed', reason('unchanged', { id: place.id }))
}

/**
 * Returns the name in a parameter such as `deletedby` in its stored form; throws 400 if it is blank, too long or not
 * text.
 */
export function checkWho(name: string, parameter: string): string {
  const text = undirectedText(name)
  if (text === '') throw new Problem('invalid-parameter', reason('parameter-blank', { parameter }))
  const fault = textFault(text) ?? lengthFault(text, limits.string)
  if (fault) throw new Problem('invalid-parameter', reason('named', { name: parameter, fault }))
  return text
}

/** The reason for refusing a name other than the caller's own. */
export function otherName(actsAs: string): Reason {
  return reason('acts-as', { name: actsAs })
}

/**
 * Returns the id of the place that the store must read before the rules are applied, as the parent of the new state.
 * Returns undefined if the write does not concern a parent (an unchanged one is not checked again) or names no valid
 * id. The store resolves the `parentKey` of an import.
 */
export function parentIdOf(request: PlaceRequest, place: Place | undefined): PlaceId | undefined {
  if (request.action === 'restore') return place?.parent?.id
  if (!('body' in request) || (request.action === 'import' && request.parentKey !== undefined)) return undefined
  const sent = valueAt(request.body, ['parent', 'id'])
  const id = typeof sent === 'string' ? canonicalUuid(canonicalText(sent)) : undefined
  return id === place?.parent?.id ? undefined : id
}

/** The parent that a body names: the place to check, and the caller's view of it. */
interface ParentSource extends Pick<PlaceRequest, 'discreet'> {
  readonly pointer: string
  /** The wording of the body's reference to it. */
  readonly named: Reason
}

/**
 * Adds the fault that prevents a place (`id`, with its present children) from becoming a child of `situation.parent`
 * (D41).
 */
export function addParentFaults(id: PlaceId, situation: Situation, source: ParentSource, list: FaultList): void {
  if (isFaulty(list, source.pointer)) return
  const fault = parentFault(id, situation, source)
  if (fault) addFault(list, source.pointer, fault)
}

/** Throws 409 if a restored place could no longer be a child of its parent (D41). */
export function checkRestoredParent(
  place: Place,
  situation: Situation,
  { returning, discreet }: Pick<PlaceRequest, 'discreet'> & { readonly returning: readonly Place[] },
): void {
  if (!place.parent) return
  const fault =
    parentFault(place.id, situation, { named: reason('with-id', { id: place.parent.id }), discreet }) ??
    (returning.length > 0 ? reason('children-return') : undefined)
  if (fault) throw new Problem('conflict', reason('not-restored', { id: place.id, fault }))
}

function parentFault(
  id: PlaceId,
  { parent, children }: Situation,
  { named, discreet }: Omit<ParentSource, 'pointer'>,
): Reason | undefined {
  if (parent?.place.id === id) return reason('parent-itself')
  const isUnfit = !parent || parent.place.deleted !== undefined || parent.place.parent !== undefined
  if (isUnfit) return discreet ? reason('parent-unfit') : unfitReason(parent?.place, named)
  const present = children.filter((child) => child.place.deleted === undefined).length
  if (present === 0) return undefined
  return discreet ? reason('has-parts') : reason('has-children', { count: present })
}

function unfitReason(parent: Place | undefined, named: Reason): Reason {
  if (!parent) return reason('parent-missing', { named })
  const { id, deleted } = parent
  if (deleted !== undefined) return reason('parent-deleted', { id, deleted })
  return reason('parent-has-parent', { id, parent: parent.parent!.id })
}
