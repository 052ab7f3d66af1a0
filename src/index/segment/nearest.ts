import { haversine, viewpoint } from '../../geo/haversine.ts'
import { distanceMetres } from '../../geo/sphere.ts'
import type { LonLat } from '../../place/place.ts'
import type { Nearby } from '../../query/query.ts'
import { surelyBeyond } from '../columns/circle.ts'
import type { PointData } from '../columns/point-column.ts'
import { positionAt } from '../columns/point-column.ts'
import { FewWithin, ManyWithin, pointsAround } from '../columns/points-within.ts'
import { radiusAround } from '../columns/quadtree.ts'
import { countSelection, listSelection, type Selection, selectionHas } from '../sets/selection.ts'
import { nthSmallest } from './ordered-hits.ts'

/** The circle in which the nearest are looked for first would hold so many times as many, if all lay evenly. */
const firstShare = 2
/** What its radius, which is so long at least, grows by when it holds too few. */
const radiusGrowth = 2
const firstRadiusMetresMin = 100
/** Half the circumference of the earth and more. */
const wholeEarthMetres = 2.1e7
/** For fewer hits, computing how far all are is faster than looking for the nearest. */
const fewHits = 2_000

/** Hits among which the `wanted` nearest are, and few others, in no order; `hits` are all within the radius, if there is one. */
export function nearestAmong(data: PointData, nearby: Nearby, hits: Selection, wanted: number): Uint32Array {
  const candidates = candidatePoints(data, nearby, hits, wanted)
  const found = wanted * 2 > candidates.length ? candidates : cut(data, nearby, candidates, wanted)
  return found.map((point) => data.ordinals[point]!)
}

/** The points of some hits that hold the nearest. */
function candidatePoints(data: PointData, nearby: Nearby, hits: Selection, wanted: number): Uint32Array {
  const { center, radiusMetres = wholeEarthMetres } = nearby
  const count = countSelection(hits)
  if (count >= fewHits && wanted * 2 <= count) {
    const share = hits instanceof ManyWithin ? hits.share : count / data.ordinals.length
    const first = Math.max(firstRadiusMetresMin, radiusAround(data, center, (firstShare * wanted) / share))
    for (let radius = first; radius < radiusMetres; radius *= radiusGrowth) {
      const near =
        hits instanceof ManyWithin
          ? hits.pointsAround(center, radius)
          : pointsAround(data, { center, radiusMetres: radius }, (ordinal) => selectionHas(hits, ordinal))
      if (near.length >= wanted) return near
    }
  }
  return hits instanceof FewWithin ? hits.points : listSelection(hits).map((ordinal) => data.points[ordinal]!)
}

/** Leaves out those that are surely farther than the last that is wanted: exact distances take longer than haversines. */
function cut(data: PointData, { center }: Nearby, points: Uint32Array, wanted: number): Uint32Array {
  const haversines = haversinesOf(data, center, points)
  const limit = surelyBeyond(nthSmallest(haversines, wanted - 1))
  return points.filter((_, at) => haversines[at]! <= limit)
}

function haversinesOf({ positions }: PointData, center: LonLat, points: Uint32Array): Float64Array {
  const from = viewpoint(center)
  const haversines = new Float64Array(points.length)
  for (let at = 0; at < points.length; at++) {
    const point = points[at]!
    haversines[at] = haversine(from, positions[2 * point]!, positions[2 * point + 1]!)
  }
  return haversines
}

/** In one number with a ring there is room for so many points, and the result is exact: rings are fewer than 2^29. */
export const nearestInOrderMax = 2 ** 24

/**
 * The `atMost` nearest of up to `nearestInOrderMax` hits, nearest first, equally far ones by the rank of their ids. Their
 * haversines tell in which of many narrow rings they lie; exact distances are computed of those in one or neighbouring
 * rings, where rounding could decide.
 */
export function nearestInOrder(
  data: PointData,
  nearby: Nearby,
  hits: Selection,
  { idRank, atMost }: { readonly idRank: Uint32Array; readonly atMost: number },
): Uint32Array {
  const points = candidatePoints(data, nearby, hits, atMost)
  const haversines = haversinesOf(data, nearby.center, points)
  const sorted = sortedByRing(haversines, nthSmallest(haversines, Math.min(atMost, points.length) - 1))
  const metres = new Float64Array(points.length)
  const byDistance = (a: number, b: number) =>
    metres[a]! - metres[b]! || idRank[data.ordinals[points[a]!]!]! - idRank[data.ordinals[points[b]!]!]!
  const order = new Uint32Array(sorted.length)
  for (let at = 0, first = 0; at < order.length; at++) {
    const ring = Math.floor(sorted[at]! / nearestInOrderMax)
    order[at] = sorted[at]! - ring * nearestInOrderMax
    if (at + 1 < order.length && sorted[at + 1]! < (ring + 2) * nearestInOrderMax) continue
    if (at > first) {
      const near = order.subarray(first, at + 1)
      for (const one of near) metres[one] = distanceMetres(nearby.center, positionAt(data, points[one]!))
      near.sort(byDistance)
    }
    first = at + 1
  }
  return order.subarray(0, atMost).map((at) => data.ordinals[points[at]!]!)
}

/**
 * The rings of haversines up to one of them, and of those that rounding could have put behind it, each with where it
 * stands, in one number; a ring is as wide as rounding reaches.
 */
function sortedByRing(haversines: Float64Array, farthest: number): Float64Array {
  const limit = surelyBeyond(farthest)
  const width = limit - farthest
  const numbered = new Float64Array(haversines.length)
  let length = 0
  for (let at = 0; at < haversines.length; at++) {
    if (haversines[at]! <= limit) numbered[length++] = Math.floor(haversines[at]! / width) * nearestInOrderMax + at
  }
  return numbered.subarray(0, length).sort()
}
