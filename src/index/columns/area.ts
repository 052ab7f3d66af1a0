import { distanceMetres, earthRadiusMetres, haversineFrom, haversineOf, inBox } from '../../geo/sphere.ts'
import type { BBox, LonLat } from '../../place/place.ts'

/** How a box lies to an area: wholly inside, wholly outside, or neither is certain. */
type Relation = 'inside' | 'outside' | 'rim'

/** An area that places are looked for in. */
export interface Area {
  has(longitude: number, latitude: number): boolean
  /** How a cell of the quadtree lies to it. */
  relate(cell: BBox): Relation
}

/** More than the rounding of the cell in which a point is put. */
const slackDegrees = 1e-9
/** Far more than the rounding of a haversine: as a share of it, and for the smallest ones. */
const rimShare = 1e-9
const rimSlack = 1e-17
const radians = Math.PI / 180

/** What is in the box, edges included (D35). */
export function boxArea(box: BBox): Area {
  return {
    has: (longitude, latitude) => inBox([longitude, latitude], box),
    relate: (cell) => relateToBox(cell, box),
  }
}

/** More than the rounding of an angle that is read off its haversine, in radians: about a metre. */
const angleSlack = 1e-7

/** What is at most so many metres from the centre, the rim included (D34): only near the rim an exact distance is needed. */
export function circleArea(center: LonLat, radiusMetres: number): Area {
  const haversine = haversineFrom(center)
  const angle = radiusMetres / earthRadiusMetres
  const limit = angle < Math.PI ? haversineOf(angle) : 2
  return {
    has(longitude, latitude) {
      const found = haversine(longitude, latitude)
      if (found < limit * (1 - rimShare) - rimSlack) return true
      if (found > limit * (1 + rimShare) + rimSlack) return false
      return distanceMetres(center, [longitude, latitude]) <= radiusMetres
    },
    relate(cell) {
      const [west, south, east, north] = cell
      const away = angleOf(haversine((west + east) / 2, (south + north) / 2))
      const reach = reachOf(cell)
      if (away > angle + reach) return 'outside'
      return away < angle - reach ? 'inside' : 'rim'
    },
  }
}

/** The angle of which this is the haversine, in radians. */
function angleOf(haversine: number): number {
  return 2 * Math.asin(Math.sqrt(Math.min(1, haversine)))
}

/** No point of a cell is farther from its middle, in radians: as the way that is straight in degrees, where it is widest. */
function reachOf([west, south, east, north]: BBox): number {
  const widestAt = south <= 0 && north >= 0 ? 0 : Math.min(Math.abs(south), Math.abs(north))
  const across = ((east - west) / 2) * Math.cos(widestAt * radians)
  return Math.hypot((north - south) / 2, across) * radians + angleSlack
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

/** Above the haversine of all that is as far as what has this one, whatever was rounded. */
export function surelyBeyond(found: number): number {
  return found * (1 + 2 * rimShare) + 2 * rimSlack
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
