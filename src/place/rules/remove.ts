import { Problem } from '../../common/problem.ts'
import { formatInstant } from '../dates.ts'
import type { Place } from '../place.ts'
import type { PlaceChange, PlaceRequest } from '../request.ts'
import { laterOf, ownerNameOf, positionOf, touched } from './assemble.ts'
import { presentChildren } from './children.ts'
import { checkOwners, checkRevision, checkWho, deletedHint, presentPlace } from './guards.ts'
import { checkRestoredParent } from './parent.ts'
import { deletedSlug } from './slug.ts'
import type { Judgement } from './write.ts'

type Of<Action> = Extract<PlaceRequest, { readonly action: Action }>

/** A deleted place and its children, deleted with it or set free by `disconnect` (DELETE, D40). */
export function removePlace(request: Of<'remove'>, { situation }: Judgement): PlaceChange[] {
  const who = checkWho(request.deletedBy, 'deletedby')
  const present = presentPlace(request.id, situation)
  checkOwners(request, situation)
  if (present.place.deleted !== undefined) throw new Problem('not-found', deletedHint(present))
  checkRevision(request, present)
  const children = presentChildren(situation)
  // One instant for all, by which a restore knows what was deleted together.
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
 * A deleted place brought back, with the children that the same DELETE took (D40). That wrote them after their parent,
 * and nothing writes a deleted place: so they have later revisions than the parent, and others deleted before do not.
 */
export function restorePlace(request: Of<'restore'>, { situation, rules, locate }: Judgement): PlaceChange[] {
  const who = checkWho(request.updatedBy, 'updatedby')
  const present = presentPlace(request.id, situation)
  const { place } = present
  checkOwners(request, situation)
  if (place.deleted === undefined) throw new Problem('conflict', `the place ${place.id} is not deleted`)
  const returning = situation.children
    .filter((child) => child.place.deleted === place.deleted && child.revision > present.revision)
    .map((child) => child.place)
  checkRestoredParent(place, situation, returning)
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
