import { haversine, viewpoint } from '../../geo/haversine.ts'
import type { Nearby } from '../../query/query.ts'
import { circleArea, surelyBeyond } from '../columns/area.ts'
import type { PointData } from '../columns/point-column.ts'
import { wantedWithin } from '../columns/points-within.ts'
import { countSelection, listSelection, type Selection, selectionHas } from '../sets/selection.ts'
import { nthSmallest } from './ordered-hits.ts'

/** The circle in which the nearest are looked for first, and what it grows by when it holds too few. */
const firstRadiusMetres = 500
const radiusGrowth = 2
/** Half the circumference of the earth and more. */
const wholeEarthMetres = 2.1e7
/** For fewer hits, computing how far all are is faster than looking for the nearest. */
const fewHits = 2_000

/** Hits among which the `wanted` nearest are, and few others, in no order; `hits` are all within the radius, if there is one. */
export function nearestAmong(points: PointData, nearby: Nearby, hits: Selection, wanted: number): Uint32Array {
  if (wanted * 2 > countSelection(hits)) return listSelection(hits)
  return cut(points, nearby, candidates(points, nearby, hits, wanted), wanted)
}

/** The hits of a circle that holds enough of them. */
function candidates(points: PointData, nearby: Nearby, hits: Selection, wanted: number): Uint32Array {
  const { center, radiusMetres = wholeEarthMetres } = nearby
  if (countSelection(hits) < fewHits) return listSelection(hits)
  for (let radius = firstRadiusMetres; radius < radiusMetres; radius *= radiusGrowth) {
    const near = wantedWithin(points, circleArea(center, radius), (ordinal) => selectionHas(hits, ordinal))
    if (near.length >= wanted) return near
  }
  return listSelection(hits)
}

/** Leaves out those that are surely farther than the last that is wanted: exact distances take longer than haversines. */
function cut({ positions }: PointData, { center }: Nearby, ordinals: Uint32Array, wanted: number): Uint32Array {
  const from = viewpoint(center)
  const haversines = new Float64Array(ordinals.length)
  for (let at = 0; at < ordinals.length; at++) {
    const ordinal = ordinals[at]!
    haversines[at] = haversine(from, positions[2 * ordinal]!, positions[2 * ordinal + 1]!)
  }
  const limit = surelyBeyond(nthSmallest(haversines, wanted - 1))
  return ordinals.filter((_, at) => haversines[at]! <= limit)
}
