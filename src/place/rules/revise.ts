import { sameJson } from '../json.ts'
import type { Locate, PlaceChange, PlaceRequest, Situation } from '../request.ts'
import { assemble, positionOf } from './assemble.ts'
import { presentPlace } from './guards.ts'
import { removePlace, restorePlace } from './remove.ts'
import type { Rules } from './rules.ts'
import { createPlace, importPlace, type Judgement, patchPlace, replacePlace } from './write.ts'

export { parentIdOf } from './parent.ts'

/**
 * The new states that a request leads to, the place itself first, then its children; empty when there is nothing to
 * change. Pure. Throws the Problem of the first rule that is broken, in the order of D45 (404, 403 by owner, 409,
 * 412, then all faults of the body at once).
 */
export function revise(
  request: PlaceRequest,
  situation: Situation,
  rules: Rules,
  locate: Locate,
): readonly PlaceChange[] {
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
    case 'geolocate':
      return locateAnew(request, judgement)
  }
}

function locateAnew(request: PlaceRequest & { action: 'geolocate' }, { situation, locate }: Judgement): PlaceChange[] {
  const { place } = presentPlace(request.id, situation)
  if (place.deleted !== undefined) return []
  const geolocationInfo = locate(positionOf(place))
  if (sameJson(geolocationInfo, place.geolocationInfo)) return []
  return [{ action: 'geolocate', who: 'geolocate', place: assemble({ ...place, geolocationInfo }) }]
}
