import { inBox } from '../../geo/sphere.ts'
import type { BBox, LonLat } from '../../place/place.ts'
import type { Outline, Relation } from './point-runs.ts'
import { type Cell, cellAt } from './quadtree.ts'

/** An area that places are looked for in. */
export interface Area extends Outline {
  /**
   * Moves the numbers of the points that are in it to the front of the first `length` of a list, in their order; gives how
   * many they are. `positions` are those of a segment.
   */
  keep(positions: Float64Array, points: Uint32Array, length: number): number
  /** Whether all of a circle surely is in it. */
  surrounds(center: LonLat, radiusMetres: number): boolean
}

/** More than the rounding of the cell in which a point is put. */
const slackDegrees = 1e-9

/** What is in the box, edges included (D35). */
export function boxArea(box: BBox): Area {
  const relate: Area['relate'] = (column, row, level) => relateToBox(cellAt(column, row, level), box)
  return {
    keep(positions, points, length) {
      let kept = 0
      for (let at = 0; at < length; at++) {
        const point = points[at]!
        if (inBox([positions[2 * point]!, positions[2 * point + 1]!], box)) points[kept++] = point
      }
      return kept
    },
    surrounds: () => false,
    meets: (column, row, level) => relate(column, row, level) !== 'outside',
    relate,
  }
}

/** What is in both areas. */
export function commonArea(one: Area, other: Area): Area {
  return {
    keep: (positions, points, length) => other.keep(positions, points, one.keep(positions, points, length)),
    surrounds: (center, radiusMetres) => one.surrounds(center, radiusMetres) && other.surrounds(center, radiusMetres),
    meets: (column, row, level) => one.meets(column, row, level) && other.meets(column, row, level),
    relate(column, row, level) {
      const [first, second] = [one.relate(column, row, level), other.relate(column, row, level)]
      if (first === 'outside' || second === 'outside') return 'outside'
      return first === 'inside' ? second : 'rim'
    },
  }
}

/** Cells at longitude ±180 are never certain, since both are one meridian. */
function relateToBox(cell: Cell, box: BBox): Relation {
  const [west, south] = [cell[0] - slackDegrees, cell[1] - slackDegrees]
  const [east, north] = [cell[2] + slackDegrees, cell[3] + slackDegrees]
  if (north < box[1] || south > box[3]) return 'outside'
  if (west < -180 || east > 180) return 'rim'
  const parts: readonly [number, number][] =
    box[0] <= box[2]
      ? [[box[0], box[2]]]
      : [
          [box[0], 180],
          [-180, box[2]],
        ]
  if (parts.every(([from, to]) => east < from || west > to)) return 'outside'
  const within = parts.some(([from, to]) => west >= from && east <= to)
  return within && south >= box[1] && north <= box[3] ? 'inside' : 'rim'
}
