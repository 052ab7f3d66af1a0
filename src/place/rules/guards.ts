import { Problem } from '../../common/problem.ts'
import { addFault, type FaultList, isFaulty, shown } from '../check/fault-list.ts'
import { valueAt } from '../json.ts'
import type { Place, PlaceId } from '../place.ts'
import type { PlaceRequest, Preconditions, PresentPlace, Situation } from '../request.ts'
import { limits } from '../schema.ts'
import { canonicalText, canonicalUuid, lengthFault, textFault } from '../text.ts'

/** The place that a request is about; throws 404 when there is none. */
export function presentPlace(id: PlaceId, situation: Situation): PresentPlace {
  if (!situation.place) throw new Problem('not-found', `there is no place with the id ${shown(id)}`)
  return situation.place
}

/** How to bring a deleted place back, as the end of a message. */
export function deletedHint({ place }: PresentPlace): string {
  return `the place ${place.id} was deleted at ${place.deleted}; POST place/${place.id}/restore?updatedby= brings it back`
}

/** Throws 409 when the place is deleted (D40). */
export function checkNotDeleted(present: PresentPlace): void {
  if (present.place.deleted !== undefined) throw new Problem('conflict', deletedHint(present))
}

/** Throws 403 when the key may not write for the owner that the place has or would get, or for that of a new parent (D8). */
export function checkOwners(request: PlaceRequest, { place: present, parent }: Situation): void {
  const { owners } = request
  if (!owners) return
  const sent = sentOwnerId(request)
  const isNewParent = request.action !== 'restore' && parent?.place.id !== present?.place.parent?.id
  const concerned = [
    ['this one', sent],
    ['this one', present?.place.owner.id],
    ['its parent', isNewParent ? parent?.place.owner.id : undefined],
  ] as const
  const refused = owners.map((list) => concerned.find(([, id]) => id !== undefined && !list.includes(id)))
  if (refused.some((one) => one === undefined)) return
  const [which, id] = refused[0] ?? ['this one', undefined]
  // The caller may not be able to read the place or its parent.
  const owner = id !== undefined && id === sent ? shown(id) : 'another'
  const allowed = [...new Set(owners.flat())].slice(0, 10).map(shown).join(', ')
  throw new Problem('forbidden', `the key writes only places of its owners (${allowed}), and ${which} is of ${owner}`)
}

function sentOwnerId(request: PlaceRequest): string | undefined {
  const id = 'body' in request ? valueAt(request.body, ['owner', 'id']) : undefined
  return typeof id === 'string' ? canonicalText(id) : undefined
}

/** Throws 412 when `If-Match` names other revisions than the present one, or `If-None-Match: *` wants none (D43). */
export function checkRevision(request: Preconditions, { place, revision }: PresentPlace): void {
  if (request.onlyNew) {
    throw new Problem(
      'precondition-failed',
      `the place ${place.id} exists, which If-None-Match: * rules out; leave it out`,
    )
  }
  if (!request.ifMatch || request.ifMatch.includes(revision)) return
  throw new Problem('precondition-failed', `the place ${place.id} has changed since it was read; read it again`)
}

/** The name in a parameter such as `deletedby`, as it is kept; throws 400 when it is blank, too long or no text. */
export function checkWho(name: string, parameter: string): string {
  const text = canonicalText(name)
  if (text === '') throw new Problem('invalid-parameter', `${parameter} is required and cannot be blank`)
  const fault = textFault(text) ?? lengthFault(text, limits.string)
  if (fault) throw new Problem('invalid-parameter', `${parameter} ${fault}`)
  return text
}

/** What is wrong with another name than that of who calls. */
export function otherName(actsAs: string): string {
  return `must be '${actsAs}', as whom the caller acts, or be left out`
}

/**
 * The place that the store must read before the rules are asked, as the parent that the new state would have; or
 * undefined when the write does not concern a parent (an unchanged one is not judged again) or names no valid id.
 * The `parentKey` of an import is the store's to resolve.
 */
export function parentIdOf(request: PlaceRequest, place: Place | undefined): PlaceId | undefined {
  if (request.action === 'restore') return place?.parent?.id
  if (!('body' in request) || (request.action === 'import' && request.parentKey !== undefined)) return undefined
  const sent = valueAt(request.body, ['parent', 'id'])
  const id = typeof sent === 'string' ? canonicalUuid(canonicalText(sent)) : undefined
  return id === place?.parent?.id ? undefined : id
}

/** Where a body names the parent that is judged. */
export interface ParentSource {
  readonly pointer: string
  /** What the body says, as a message shows it. */
  readonly named: string
}

/** Adds what keeps a place (`id`, with its present children) from becoming a child of `situation.parent` (D41). */
export function addParentFaults(id: PlaceId, situation: Situation, source: ParentSource, list: FaultList): void {
  if (isFaulty(list, source.pointer)) return
  const fault = parentFault(id, situation, source.named)
  if (fault) addFault(list, source.pointer, fault)
}

/** Throws 409 when a place that comes back could not be a child of its parent any more (D41). */
export function checkRestoredParent(place: Place, situation: Situation, returning: readonly Place[]): void {
  if (!place.parent) return
  const fault =
    parentFault(place.id, situation, `the id ${place.parent.id}`) ??
    (returning.length > 0
      ? `the place has children that would come back with it, so it cannot have a parent`
      : undefined)
  if (fault) throw new Problem('conflict', `the place ${place.id} cannot be restored under its parent: ${fault}`)
}

function parentFault(id: PlaceId, { parent, children }: Situation, named: string): string | undefined {
  if (!parent) return `the parent must exist, but no place has ${named}`
  const { place } = parent
  if (place.id === id) return 'a place cannot be its own parent'
  if (place.deleted !== undefined) return `the parent must not be deleted, but ${place.id} was at ${place.deleted}`
  if (place.parent) return `the parent must have no parent itself, but ${place.id} is a child of ${place.parent.id}`
  const present = children.filter((child) => child.place.deleted === undefined).length
  return present > 0 ? `a place with children cannot get a parent, and it has ${present}` : undefined
}
