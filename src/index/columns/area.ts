import { haversine, viewpoint } from '../../geo/haversine.ts'
import { boxesAround, distanceMetres, earthRadiusMetres, inBox } from '../../geo/sphere.ts'
import type { BBox, LonLat } from '../../place/place.ts'
import type { Outline, Relation } from './point-runs.ts'
import { type Cell, cellAt, columnOf, levels, rowOf } from './quadtree.ts'

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

const radians = Math.PI / 180
/** More than the rounding of distances on the sphere, far less than matters for speed. */
const slackMetres = 1
/** More than the rounding of the cell in which a point is put. */
const slackDegrees = 1e-9
/** Far more than the rounding of a haversine: as a share of it, and for the smallest ones. */
const rimShare = 1e-9
const rimSlack = 1e-17
/** Radians; near the antipode a haversine tells too little. */
const longAngle = 2.5

/** What is at most so many metres from the centre, the rim included (D34). */
export function circleArea(center: LonLat, radiusMetres: number): Area {
  const boxes = boxesAround(center, radiusMetres)
  return {
    keep: circleTest(center, radiusMetres),
    surrounds: (other, metres) => other[0] === center[0] && other[1] === center[1] && metres <= radiusMetres,
    meets: cellTest(boxes),
    relate: circleRelation(center, radiusMetres, widestParallel(boxes[0]!)),
  }
}

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

/** The largest haversine of those that are no farther than what has this one, whatever was rounded. */
export function surelyBeyond(found: number): number {
  return found * (1 + 2 * rimShare) + 2 * rimSlack
}

/**
 * Keeps the points in a circle, told by the haversine of the angle: the arc tangent of the exact distance is left to those
 * so near to the rim that rounding could decide, and to circles that reach for the antipode.
 */
function circleTest(center: LonLat, radiusMetres: number): Area['keep'] {
  const from = viewpoint(center)
  const angle = radiusMetres / earthRadiusMetres
  const limit = haversineOf(angle)
  const surelyIn = angle > longAngle ? -1 : limit * (1 - rimShare) - rimSlack
  const surelyOut = angle > longAngle ? Number.POSITIVE_INFINITY : limit * (1 + rimShare) + rimSlack
  return (positions, points, length) => {
    let kept = 0
    for (let at = 0; at < length; at++) {
      const point = points[at]!
      const [longitude, latitude] = [positions[2 * point]!, positions[2 * point + 1]!]
      const found = haversine(from, longitude, latitude)
      if (found > surelyOut) continue
      if (found < surelyIn || distanceMetres(center, [longitude, latitude]) <= radiusMetres) points[kept++] = point
    }
    return kept
  }
}

/** Whether a cell meets one or two boxes that lie above each other, told by the deepest cells of their corners. */
function cellTest([one, other = one]: readonly BBox[]): Outline['meets'] {
  const [south, north] = [rowOf(one![1]), rowOf(one![3])]
  const [west, east] = [columnOf(one![0]), columnOf(one![2])]
  const [otherWest, otherEast] = [columnOf(other![0]), columnOf(other![2])]
  return (column, row, level) => {
    const shift = levels - level
    if (row < south >> shift || row > north >> shift) return false
    return (
      (column >= west >> shift && column <= east >> shift) ||
      (column >= otherWest >> shift && column <= otherEast >> shift)
    )
  }
}

/** The cosine of the latitude in a box that is nearest to the equator. */
function widestParallel([, south, , north]: BBox): number {
  return south <= 0 && north >= 0 ? 1 : Math.cos(Math.min(Math.abs(south), Math.abs(north)) * radians)
}

/** Of the cells of a level: a cell whose middle is nearer, or farther, is inside, or outside. */
interface CellLimits {
  /** Haversines. */
  readonly inside: number
  readonly outside: number
}

/**
 * By the triangle inequality: no point of a cell is farther from its middle than its reach. That is the same for all
 * cells of a level, if no parallel is longer than the widest one of the circle: of a cell inside the middle is in the
 * circle, and of one that shares a point with it that point is, so one of two cosines is at most the cosine of that
 * parallel, and the other one differs by half the height of a cell at most. Right everywhere, poles and antimeridian
 * included; the slack is more than what a haversine loses near the antipode.
 */
function circleRelation(center: LonLat, radiusMetres: number, widest: number): Outline['relate'] {
  const from = viewpoint(center)
  const radius = radiusMetres / earthRadiusMetres
  const limits: CellLimits[] = []
  return (column, row, level) => {
    limits[level] ??= cellLimits(radius, widest, level)
    const { inside, outside } = limits[level]
    // A cell that is larger than the circle is not inside it: most of them need no distance.
    if (inside < 0) return 'rim'
    const height = 180 / (1 << level)
    const found = haversine(from, (column + 0.5) * 2 * height - 180, (row + 0.5) * height - 90)
    if (found < inside) return 'inside'
    return found > outside ? 'outside' : 'rim'
  }
}

/** Of a circle with a radius in radians. */
function cellLimits(radius: number, widest: number, level: number): CellLimits {
  const height = Math.PI / (1 << level)
  const cosines = widest * Math.min(1, widest + height / 2)
  const reach = 2 * Math.asin(Math.sqrt(Math.min(1, haversineOf(height / 2) + cosines * haversineOf(height))))
  const reachSlack = reach + slackMetres / earthRadiusMetres
  return {
    inside: radius < reachSlack ? -1 : haversineOf(Math.min(Math.PI, radius - reachSlack)),
    outside: radius + reachSlack > Math.PI ? Number.POSITIVE_INFINITY : haversineOf(radius + reachSlack),
  }
}

function haversineOf(angle: number): number {
  return Math.sin(angle / 2) ** 2
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
