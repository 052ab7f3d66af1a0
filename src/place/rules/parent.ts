import { Problem } from '../../common/problem.ts'
import { canonicalText, canonicalUuid } from '../check/clean.ts'
import { addFault, type FaultList, isFaulty } from '../check/fault-list.ts'
import { isJsonObject, type JsonObject, ownMember } from '../json.ts'
import type { Place, PlaceId } from '../place.ts'
import type { PlaceRequest, Situation } from '../request.ts'

/**
 * The place that the store must read before the rules are asked, as the parent that the new state would have; or
 * undefined when the write does not concern a parent (an unchanged one is not judged again) or names no valid id.
 * The `parentKey` of an import is the store's to resolve.
 */
export function parentIdOf(request: PlaceRequest, place: Place | undefined): PlaceId | undefined {
  if (request.action === 'restore') return place?.parent?.id
  if (!('body' in request) || (request.action === 'import' && request.parentKey !== undefined)) return undefined
  const id = sentParentId(request.body)
  return id === place?.parent?.id ? undefined : id
}

function sentParentId(body: JsonObject): PlaceId | undefined {
  const parent = isJsonObject(body) ? ownMember(body, 'parent') : undefined
  const id = isJsonObject(parent) ? ownMember(parent, 'id') : undefined
  return typeof id === 'string' ? canonicalUuid(canonicalText(id)) : undefined
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
