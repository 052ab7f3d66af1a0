import { haversine, type Viewpoint, viewpoint } from '../../geo/haversine.ts'
import { boxesAround, distanceMetres, earthRadiusMetres, inBox } from '../../geo/sphere.ts'
import type { BBox, LonLat } from '../../place/place.ts'
import { type Cell, cellAt, type Outline, type Relation } from './quadtree.ts'

/** An area that places are looked for in. */
export interface Area extends Outline {
  /** Whether the point with this number is in it, which decides; `positions` are those of a segment. */
  holds(positions: Float64Array, point: number): boolean
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
  const from = viewpoint(center)
  const [box, second = box] = boxesAround(center, radiusMetres) as [BBox, BBox?]
  return {
    holds: circleTest(center, radiusMetres),
    surrounds: (other, metres) => other[0] === center[0] && other[1] === center[1] && metres <= radiusMetres,
    meets(column, row, level) {
      const [width, height] = [360 / (1 << level), 180 / (1 << level)]
      const [west, south] = [column * width - 180, row * height - 90]
      if (south > box[3] || south + height < box[1]) return false
      return (west <= box[2] && west + width >= box[0]) || (west <= second[2] && west + width >= second[0])
    },
    relate: (column, row, level) => relateToCircle(column, row, level, { from, radiusMetres }),
  }
}

/** What is in the box, edges included (D35). */
export function boxArea(box: BBox): Area {
  const relate: Area['relate'] = (column, row, level) => relateToBox(cellAt(column, row, level), box)
  return {
    holds: (positions, point) => inBox([positions[2 * point]!, positions[2 * point + 1]!], box),
    surrounds: () => false,
    meets: (column, row, level) => relate(column, row, level) !== 'outside',
    relate,
  }
}

/** What is in both areas. */
export function commonArea(one: Area, other: Area): Area {
  return {
    holds: (positions, point) => one.holds(positions, point) && other.holds(positions, point),
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
 * Whether a position is in a circle, told by the haversine of the angle: the arc tangent of the exact distance is left to
 * those so near to the rim that rounding could decide, and to circles that reach for the antipode.
 */
function circleTest(center: LonLat, radiusMetres: number): Area['holds'] {
  const exact: Area['holds'] = (positions, point) =>
    distanceMetres(center, [positions[2 * point]!, positions[2 * point + 1]!]) <= radiusMetres
  const angle = radiusMetres / earthRadiusMetres
  if (angle > longAngle) return exact
  const from = viewpoint(center)
  const limit = Math.sin(angle / 2) ** 2
  const surelyIn = limit * (1 - rimShare) - rimSlack
  const surelyOut = limit * (1 + rimShare) + rimSlack
  return (positions, point) => {
    const found = haversine(from, positions[2 * point]!, positions[2 * point + 1]!)
    return found < surelyIn || (found <= surelyOut && exact(positions, point))
  }
}

interface Circle {
  readonly from: Viewpoint
  readonly radiusMetres: number
}

/**
 * By the triangle inequality: no point of a cell is farther from its middle than half its height and half its widest
 * parallel, as long as one goes along the meridian first; that parallel is at most half the height longer than the one
 * in the middle, in radians. Right everywhere, poles and antimeridian included; the slack is more than what the arc sine
 * loses near the antipode.
 */
function relateToCircle(column: number, row: number, level: number, { from, radiusMetres }: Circle): Relation {
  const height = 180 / (1 << level)
  // A cell that is higher than the circle is not inside it: most of them need no distance.
  if (height * radians * earthRadiusMetres > 2 * radiusMetres + slackMetres) return 'rim'
  const latitude = (row + 0.5) * height - 90
  const longitude = (column + 0.5) * 2 * height - 180
  const widest = Math.min(1, Math.cos(latitude * radians) + (height / 2) * radians)
  const reachMetres = (height / 2 + height * widest) * radians * earthRadiusMetres + slackMetres
  const found = haversine(from, longitude, latitude)
  const distance = 2 * earthRadiusMetres * Math.asin(Math.sqrt(Math.min(1, found)))
  if (distance + reachMetres <= radiusMetres) return 'inside'
  return distance - reachMetres > radiusMetres ? 'outside' : 'rim'
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
