import { haversineFrom } from '../../geo/haversine.ts'
import { earthRadiusMetres } from '../../geo/sphere.ts'
import type { LonLat } from '../../place/place.ts'
import { circleArea, surelyBeyond } from '../columns/area.ts'
import { codeOf, type PointData } from '../columns/point-column.ts'
import { runsWithin } from '../columns/points-within.ts'
import { lowerBound } from '../sets/lower-bound.ts'
import { listSelection, type Selection, selectionHas } from '../sets/selection.ts'
import { nthSmallest } from './ordered-hits.ts'

/** For fewer hits, computing how far all are is faster than looking for the nearest. */
const fewHits = 1_000
/** So many times as many neighbours along the curve hold hits that are about as near as the nearest. */
const neighbourShare = 4

/** The ordinals of hits among which the `wanted` nearest are, and few others, in no order. */
export function nearestAmong(data: PointData, center: LonLat, hits: Selection, wanted: number): Uint32Array {
  const isFew = hits.count < fewHits || wanted * neighbourShare > hits.count
  const candidates = isFew
    ? listSelection(hits).map((ordinal) => data.points[ordinal]!)
    : pointsAround(data, center, hits, radiusMetresOf(data, center, hits, wanted))
  if (wanted >= candidates.length) return candidates.map((point) => data.ordinals[point]!)
  // Exact distances take longer than haversines, so what is surely farther than the last that is wanted goes first.
  const haversines = haversinesOf(data, center, candidates)
  const limit = surelyBeyond(nthSmallest(haversines, wanted - 1))
  return candidates.filter((_, at) => haversines[at]! <= limit).map((point) => data.ordinals[point]!)
}

function pointsAround(data: PointData, center: LonLat, hits: Selection, radiusMetres: number): Uint32Array {
  const found: number[] = []
  for (const { first, end } of runsWithin(data, circleArea(center, radiusMetres))) {
    for (let point = first; point < end; point++) {
      if (selectionHas(hits, data.ordinals[point]!)) found.push(point)
    }
  }
  return Uint32Array.from(found)
}

/** A radius in which so many hits are, told by the nearest of its neighbours along the curve. */
function radiusMetresOf(data: PointData, center: LonLat, hits: Selection, wanted: number): number {
  const { codes, ordinals } = data
  const neighbours: number[] = []
  let after = lowerBound(codes, codeOf(...center))
  let before = after - 1
  while (neighbours.length < wanted * neighbourShare && (before >= 0 || after < codes.length)) {
    if (after < codes.length && selectionHas(hits, ordinals[after]!)) neighbours.push(after)
    if (before >= 0 && selectionHas(hits, ordinals[before]!)) neighbours.push(before)
    after++
    before--
  }
  const farthest = nthSmallest(haversinesOf(data, center, Uint32Array.from(neighbours)), wanted - 1)
  return 2 * earthRadiusMetres * Math.asin(Math.sqrt(Math.min(1, farthest))) * (1 + 1e-6) + 1
}

function haversinesOf({ positions }: PointData, center: LonLat, points: Uint32Array): Float64Array {
  const haversine = haversineFrom(center)
  return Float64Array.from(points, (point) => haversine(positions[2 * point]!, positions[2 * point + 1]!))
}
