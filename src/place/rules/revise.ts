import { Problem } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import { formatInstant } from '../dates.ts'
import { sameJson } from '../json.ts'
import type { Instant, Place } from '../place.ts'
import { stateOf } from '../place-state.ts'
import type { Locate, PlaceChange, PlaceRequest, Situation } from '../request.ts'
import { assemble, laterOf, positionOf, touched } from './assemble.ts'
import { checkOwners, checkRestoredParent, checkRevision, checkWho, deletedReason, presentPlace } from './guards.ts'
import { checkImport } from './import-rights.ts'
import type { Rules } from './rules.ts'
import { deletedSlug, ownerNameOf } from './slug.ts'
import { undoing } from './undo.ts'
import { createPlace, importPlace, type Judgement, patchPlace, presentChildren, replacePlace } from './write.ts'

/**
 * Returns the new states that a request leads to: the place itself, then its children; empty if nothing changes. Pure.
 * Throws the Problem of the first broken rule, in the order of D45 (404, 403 by owner, 409, 412, then all faults of the
 * body at once).
 */
export function revise(
  request: PlaceRequest,
  present: Situation,
  rules: Rules,
  locate: Locate,
): readonly PlaceChange[] {
  if (request.action === 'import') checkImport(request, present)
  const situation = request.narrowed ? withoutHiddenParent(present, request.now) : present
  const judgement: Judgement = { situation, rules, locate }
  switch (request.action) {
    case 'create':
      return createPlace(request, judgement)
    case 'patch':
      return patchPlace(request, judgement)
    case 'replace':
      return replacePlace(request, judgement)
    case 'remove':
      return removePlace(request, judgement)
    case 'restore':
      return restorePlace(request, judgement)
    case 'import':
      return importPlace(request, judgement)
    case 'undo': {
      const ordinary = undoing(request, presentPlace(request.id, situation).place)
      return ordinary ? revise(ordinary, situation, rules, locate) : []
    }
    case 'geolocate':
      return locateAnew(request, judgement)
  }
}

/** Omits a parent that is not public itself. One that has a parent is omitted too: it cannot be a parent anyway (D41). */
function withoutHiddenParent({ parent, ...rest }: Situation, now: Instant): Situation {
  const isSeen = parent && stateOf(parent.place, now) === 'published' && parent.place.parent === undefined
  return isSeen ? { ...rest, parent } : rest
}

function locateAnew(request: PlaceRequest & { action: 'geolocate' }, { situation, locate }: Judgement): PlaceChange[] {
  const { place } = presentPlace(request.id, situation)
  if (place.deleted !== undefined) return []
  const geolocationInfo = locate(positionOf(place))
  if (sameJson(geolocationInfo, place.geolocationInfo)) return []
  return [{ action: 'geolocate', who: 'geolocate', place: assemble({ ...place, geolocationInfo }) }]
}

type Of<Action> = Extract<PlaceRequest, { readonly action: Action }>

/** Deletes a place, and deletes its children with it or disconnects them (DELETE, D40). */
function removePlace(request: Of<'remove'>, { situation }: Judgement): PlaceChange[] {
  const who = checkWho(request.deletedBy, 'deletedby')
  const present = presentPlace(request.id, situation)
  checkOwners(request, situation)
  if (present.place.deleted !== undefined) throw new Problem('not-found', deletedReason(present))
  checkRevision(request, present)
  const children = presentChildren(situation)
  // All share one instant, by which a restore recognises what was deleted together.
  const now = [present.place, ...children].map(({ updated }) => updated).reduce(laterOf, formatInstant(request.now))
  const remove = (place: Place): PlaceChange => ({
    action: 'delete',
    who,
    place: touched(place, who, now, { deleted: now, deletedBy: who }),
    slug: deletedSlug(place.slug, place.id),
  })
  const disconnect = (place: Place): PlaceChange => ({
    action: 'disconnect',
    who,
    place: touched(place, who, now, { parent: undefined }),
  })
  const part = request.childActions.includes('disconnect') ? disconnect : remove
  return [remove(present.place), ...children.map(part)]
}

/**
 * Restores a deleted place, with the children that the same DELETE took (D40). The DELETE wrote them after their
 * parent, and nothing writes a deleted place. So these children have later revisions than the parent, and children
 * deleted earlier do not.
 */
function restorePlace(request: Of<'restore'>, { situation, rules, locate }: Judgement): PlaceChange[] {
  const who = checkWho(request.updatedBy, 'updatedby')
  const present = presentPlace(request.id, situation)
  const { place } = present
  checkOwners(request, situation)
  if (place.deleted === undefined) throw new Problem('conflict', reason('not-deleted', { id: place.id }))
  const returning = situation.children
    .filter((child) => child.place.deleted === place.deleted && child.revision > present.revision)
    .map((child) => child.place)
  checkRestoredParent(place, situation, { returning, discreet: request.discreet })
  checkRevision(request, present)
  const now = formatInstant(request.now)
  return [place, ...returning].map((former) => ({
    action: 'restore',
    who,
    place: touched(former, who, now, {
      deleted: undefined,
      deletedBy: undefined,
      geolocationInfo: locate(positionOf(former)),
    }),
    slugBase: rules.slugs.base(ownerNameOf(former, request), former.name, former.id),
  }))
}
