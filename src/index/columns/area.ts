import { haversineFrom, haversineOf } from '../../geo/haversine.ts'
import { boxesAround, distanceMetres, earthRadiusMetres, inBox } from '../../geo/sphere.ts'
import type { BBox, LonLat } from '../../place/place.ts'

/** How a box lies to an area: wholly inside, wholly outside, or neither is certain. */
export type Relation = 'inside' | 'outside' | 'rim'

/** An area that places are looked for in. */
export interface Area {
  has(longitude: number, latitude: number): boolean
  /** How a cell of the quadtree lies to it. */
  relate(cell: BBox): Relation
}

/** More than the rounding of the cell in which a point is put. */
const slackDegrees = 1e-9
/** More than that and the rounding of distances on the sphere, far less than matters for speed. */
const slackMetres = 1
/** Far more than the rounding of a haversine: as a share of it, and for the smallest ones. */
const rimShare = 1e-9
const rimSlack = 1e-17
/** Radians; near the antipode a haversine tells too little. */
const longAngle = 2.5
const radians = Math.PI / 180

/** What is in the box, edges included (D35). */
export function boxArea(box: BBox): Area {
  return {
    has: (longitude, latitude) => inBox([longitude, latitude], box),
    relate: (cell) => relateToBox(cell, box),
  }
}

/** What is at most so many metres from the centre, the rim included (D34). */
export function circleArea(center: LonLat, radiusMetres: number): Area {
  const boxes = boxesAround(center, radiusMetres)
  return {
    has: circleTest(center, radiusMetres),
    relate(cell) {
      if (!boxes.some((box) => overlaps(cell, box))) return 'outside'
      const reach = reachMetres(cell) + slackMetres
      if (reach > radiusMetres) return 'rim'
      const middle: LonLat = [(cell[0] + cell[2]) / 2, (cell[1] + cell[3]) / 2]
      const metres = distanceMetres(center, middle)
      if (metres + reach <= radiusMetres) return 'inside'
      return metres - reach > radiusMetres ? 'outside' : 'rim'
    },
  }
}

/** What is in both areas. */
export function commonArea(one: Area, other: Area): Area {
  return {
    has: (longitude, latitude) => one.has(longitude, latitude) && other.has(longitude, latitude),
    relate(cell) {
      const [first, second] = [one.relate(cell), other.relate(cell)]
      if (first === 'outside' || second === 'outside') return 'outside'
      return first === 'inside' ? second : 'rim'
    },
  }
}

/** The haversine tells of most points; the exact distance, which takes longer, of those where rounding could decide. */
function circleTest(center: LonLat, radiusMetres: number): Area['has'] {
  const haversine = haversineFrom(center)
  const angle = radiusMetres / earthRadiusMetres
  const limit = haversineOf(angle)
  const surelyIn = angle > longAngle ? -1 : limit * (1 - rimShare) - rimSlack
  const surelyOut = angle > longAngle ? Number.POSITIVE_INFINITY : surelyBeyond(limit)
  return (longitude, latitude) => {
    const found = haversine(longitude, latitude)
    if (found < surelyIn) return true
    return found <= surelyOut && distanceMetres(center, [longitude, latitude]) <= radiusMetres
  }
}

/** Above the haversine of all that is as far as what has this one, whatever was rounded. */
export function surelyBeyond(found: number): number {
  return found * (1 + 2 * rimShare) + 2 * rimSlack
}

/** What no point of a cell is farther away from its middle: no parallel in it is longer than the widest one. */
function reachMetres([west, south, east, north]: BBox): number {
  const widest = south <= 0 && north >= 0 ? 1 : Math.cos(Math.min(Math.abs(south), Math.abs(north)) * radians)
  const chord = (Math.hypot(north - south, widest * (east - west)) / 2) * radians
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, chord / 2))
}

function overlaps(cell: BBox, box: BBox): boolean {
  return cell[0] <= box[2] && cell[2] >= box[0] && cell[1] <= box[3] && cell[3] >= box[1]
}

/** Cells at longitude ±180 are never certain, since both are one meridian. */
function relateToBox(cell: BBox, box: BBox): Relation {
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
