import { haversine, viewpoint } from '../../geo/haversine.ts'
import { boxesAround, distanceMetres, earthRadiusMetres } from '../../geo/sphere.ts'
import type { BBox, LonLat } from '../../place/place.ts'
import type { Area } from './area.ts'
import type { Outline } from './point-runs.ts'
import { columnOf, levels, rowOf } from './quadtree.ts'

const radians = Math.PI / 180
/** More than the rounding of distances on the sphere, far less than matters for speed. */
const slackMetres = 1
/** Far more than the rounding of a haversine: as a share of it, and for the smallest ones. */
const rimShare = 1e-9
const rimSlack = 1e-17
/** Radians; near the antipode a haversine tells too little. */
const longAngle = 2.5

/** What is at most so many metres from the centre, the rim included (D34). */
export function circleArea(center: LonLat, radiusMetres: number): Area {
  const boxes = boxesAround(center, radiusMetres)
  return {
    keep: circleTest(center, radiusMetres, boxes),
    surrounds: (other, metres) => other[0] === center[0] && other[1] === center[1] && metres <= radiusMetres,
    meets: cellTest(boxes),
    relate: circleRelation(center, radiusMetres, widestParallel(boxes[0]!)),
  }
}

/** The largest haversine of those that are no farther than what has this one, whatever was rounded. */
export function surelyBeyond(found: number): number {
  return found * (1 + 2 * rimShare) + 2 * rimSlack
}

/**
 * Keeps the points in a circle. Most are told by a square of their distance that leaves out the higher terms of the
 * haversine, the others by the haversine; the arc tangent of the exact distance is left to those so near to the rim that
 * rounding could decide, and to circles that reach for the antipode.
 */
function circleTest(center: LonLat, radiusMetres: number, boxes: readonly BBox[]): Area['keep'] {
  const from = viewpoint(center)
  const angle = radiusMetres / earthRadiusMetres
  const limit = haversineOf(angle)
  const surelyIn = angle > longAngle ? -1 : limit * (1 - rimShare) - rimSlack
  const surelyOut = angle > longAngle ? Number.POSITIVE_INFINITY : limit * (1 + rimShare) + rimSlack
  const holds = (longitude: number, latitude: number) => {
    const found = haversine(from, longitude, latitude)
    return found < surelyIn || (found <= surelyOut && distanceMetres(center, [longitude, latitude]) <= radiusMetres)
  }
  const { north, east, square, slope, error } = flatCircle(center, boxes)
  const [flatIn, flatOut] = [4 * surelyIn - error, 4 * surelyOut + error]
  return (positions, points, length) => {
    let kept = 0
    for (let at = 0; at < length; at++) {
      const point = points[at]!
      const y = (positions[2 * point + 1]! - center[1]) * radians
      const x = (positions[2 * point]! - center[0]) * radians
      if (y > north || y < -north || x > east || x < -east) continue
      const found = y * y + x * x * (square - slope * y)
      if (found > flatOut) continue
      if (found < flatIn || holds(positions[2 * point]!, positions[2 * point + 1]!)) points[kept++] = point
    }
    return kept
  }
}

/**
 * What lies farther from the centre is not in the circle, in radians; of the others, y to the north and x to the east,
 * y² + x² · (square − slope · y) differs from four times the haversine by the error at most.
 */
interface FlatCircle {
  readonly north: number
  readonly east: number
  readonly square: number
  readonly slope: number
  readonly error: number
}

/**
 * By Taylor's theorem: 4 sin²(x/2) differs from x² by x⁴/12 at most, and the product of both cosines, as that of a sum of
 * angles, from its line by half its curvature. Nothing is told where a circle reaches a pole or longitude ±180.
 */
function flatCircle(center: LonLat, [box, other]: readonly BBox[]): FlatCircle {
  const cosine = Math.cos(center[1] * radians)
  const [square, slope] = [cosine ** 2, cosine * Math.sin(center[1] * radians)]
  const everywhere = Number.POSITIVE_INFINITY
  if (!box || other || box[2] - box[0] >= 360)
    return { north: everywhere, east: everywhere, square, slope, error: everywhere }
  const [north, east] = [(box[3] - center[1]) * radians, (box[2] - center[0]) * radians]
  const bend = (square * north ** 2) / 2 + (Math.abs(slope) * north ** 3) / 6
  const steepest = square + Math.abs(slope) * north
  return { north, east, square, slope, error: north ** 4 / 12 + east ** 2 * bend + (east ** 4 / 12) * steepest }
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
