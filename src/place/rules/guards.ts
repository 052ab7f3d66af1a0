import { Problem } from '../../common/problem.ts'
import { canonicalText, lengthFault, textFault } from '../check/clean.ts'
import { shown } from '../check/fault-list.ts'
import { isJsonObject, ownMember } from '../json.ts'
import type { PlaceId } from '../place.ts'
import type { PlaceRequest, Preconditions, PresentPlace, Situation } from '../request.ts'
import { limits } from '../schema.ts'

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
  const isNewParent = request.action !== 'restore' && parent?.place.id !== present?.place.parent?.id
  const concerned = [
    ['this one', present?.place.owner.id],
    ['this one', sentOwnerId(request)],
    ['its parent', isNewParent ? parent?.place.owner.id : undefined],
  ] as const
  for (const [which, id] of concerned) {
    if (id === undefined || owners.includes(id)) continue
    // The caller may not be able to read the parent.
    const owner = which === 'its parent' ? 'another' : shown(id)
    const allowed = owners.slice(0, 10).map(shown).join(', ')
    throw new Problem('forbidden', `the key writes only places of its owners (${allowed}), and ${which} is of ${owner}`)
  }
}

function sentOwnerId(request: PlaceRequest): string | undefined {
  const owner = 'body' in request && isJsonObject(request.body) ? ownMember(request.body, 'owner') : undefined
  const id = isJsonObject(owner) ? ownMember(owner, 'id') : undefined
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
