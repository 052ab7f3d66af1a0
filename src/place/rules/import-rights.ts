import { Problem } from '../../common/problem.ts'
import { type Reason, reason } from '../../common/reason.ts'
import { shown } from '../check/fault-list.ts'
import { stateOf } from '../place-state.ts'
import type { OwnerLists, PlaceRequest, PresentPlace, Situation } from '../request.ts'
import { isPlaceId, type SourceKey } from '../source.ts'

type ImportRequest = Extract<PlaceRequest, { readonly action: 'import' }>

/**
 * Throws 403 if the caller may not write the place of a record (D8). Of a place that it may not change, or not see, it
 * learns nothing: the refusal is the same if that place is published, hidden or deleted. So it is for a key in the form
 * of an id that belongs to no place.
 */
export function checkImport(request: ImportRequest, situation: Situation): void {
  const { rights, sourceKey, parentKey } = request
  if (!rights) return
  const { place, parent } = situation
  if (situation.isForeignSource) {
    throw refusal('/source', reason('source-of-others', { source: (sourceKey ?? parentKey)?.source ?? '' }))
  }
  if (sourceKey && isOfAnother(request, sourceKey, place, situation.formerParent)) {
    throw refusal('/key', reason('key-of-another', { key: shown(sourceKey.key) }))
  }
  if (parentKey && isParentOfAnother(request, parentKey, parent)) {
    throw refusal('/parentKey', reason('key-of-another', { key: shown(parentKey.key) }))
  }
  if (!place && rights.create?.length === 0) throw refusal('/key', reason('row-needs'))
}

function refusal(pointer: string, found: Reason): Problem {
  return new Problem('forbidden', found, { faults: [{ pointer, ...found }] })
}

function isOfAnother(
  { rights, narrowed, now }: ImportRequest,
  { key }: SourceKey,
  present: PresentPlace | undefined,
  parent: PresentPlace | undefined,
): boolean {
  const isLimited = rights?.update !== undefined || narrowed === true
  if (!present) return isLimited && isServiceId(key)
  return !isOwn(rights?.update, present) || (narrowed === true && !(isPublic(present, now) && isParentPublic()))

  function isParentPublic(): boolean {
    return present?.place.parent === undefined || (parent !== undefined && isPublic(parent, now))
  }
}

function isParentOfAnother(
  { rights, narrowed, now }: ImportRequest,
  { key }: SourceKey,
  parent: PresentPlace | undefined,
): boolean {
  const isLimited = rights?.update !== undefined || rights?.create !== undefined
  if (!parent) return (isLimited || narrowed === true) && isServiceId(key)
  const isWritable = isOwn(rights?.update, parent) || isOwn(rights?.create, parent)
  // A parent with a parent cannot be one, whether that is public or not (D41).
  const isSeen = narrowed !== true || (isPublic(parent, now) && parent.place.parent === undefined)
  return !isWritable || !isSeen
}

/** Returns true for a key in the form of the ids that the service makes (D14); other UUIDs are keys like any other. */
function isServiceId(key: string): boolean {
  return isPlaceId(key) && key[14] === '7'
}

function isOwn(lists: OwnerLists | undefined, { place }: PresentPlace): boolean {
  return lists === undefined || lists.some((list) => list.includes(place.owner.id))
}

function isPublic({ place }: PresentPlace, now: number): boolean {
  return stateOf(place, now) === 'published'
}
