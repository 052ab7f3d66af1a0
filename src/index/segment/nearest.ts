import { haversine, viewpoint } from '../../geo/haversine.ts'
import type { Nearby } from '../../query/query.ts'
import { surelyBeyond } from '../columns/area.ts'
import type { PointData } from '../columns/point-column.ts'
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
      const isHit =
        hits instanceof ManyWithin ? hits.testIn(center, radius) : (ordinal: number) => selectionHas(hits, ordinal)
      const near = pointsAround(data, { center, radiusMetres: radius }, isHit)
      if (near.length >= wanted) return near
    }
  }
  return hits instanceof FewWithin ? hits.points : listSelection(hits).map((ordinal) => data.points[ordinal]!)
}

/** Leaves out those that are surely farther than the last that is wanted: exact distances take longer than haversines. */
function cut({ positions }: PointData, { center }: Nearby, points: Uint32Array, wanted: number): Uint32Array {
  const from = viewpoint(center)
  const haversines = new Float64Array(points.length)
  for (let at = 0; at < points.length; at++) {
    const point = points[at]!
    haversines[at] = haversine(from, positions[2 * point]!, positions[2 * point + 1]!)
  }
  const limit = surelyBeyond(nthSmallest(haversines, wanted - 1))
  return points.filter((_, at) => haversines[at]! <= limit)
}
