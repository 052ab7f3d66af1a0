import { distanceMetres, earthRadiusMetres, haversineOf, inBox } from '../../geo/sphere.ts'
import type { BBox, LonLat } from '../../place/place.ts'
import type { PlaceQuery } from '../../query/query.ts'

/** The relation of a box to an area: surely inside, surely outside, or uncertain. */
type Relation = 'inside' | 'outside' | 'rim'

/** An area to search for places. */
export interface Area {
  has(longitude: number, latitude: number): boolean
  /** The relation of a quadtree cell to the area. */
  relate(cell: BBox): Relation
}

/** More than the rounding error of a point's cell. */
const slackDegrees = 1e-9
/**
 * Points this much farther north or south than the radius are surely outside: about a metre, more than all rounding.
 */
const padDegrees = 1e-5
/** Far more than the rounding error of a haversine: relative, and absolute for the smallest ones. */
const rimShare = 1e-9
const rimSlack = 1e-17
const radians = Math.PI / 180

/** The area of a query; undefined if it has none. */
export function areaOf({ nearby, bbox }: PlaceQuery): Area | undefined {
  const circle = nearby?.radiusMetres === undefined ? undefined : circleArea(nearby.center, nearby.radiusMetres)
  const box = bbox && boxArea(bbox)
  return circle && box ? commonArea(circle, box) : (circle ?? box)
}

/** The area of a box, edges included (D35). */
export function boxArea(box: BBox): Area {
  return {
    has: (longitude, latitude) => inBox([longitude, latitude], box),
    relate: (cell) => relateToBox(cell, box),
  }
}

/** The area within so many metres of the centre, the rim included (D34). */
export function circleArea(center: LonLat, radiusMetres: number): Area {
  return new Circle(center, radiusMetres)
}

/** The intersection of both areas. */
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

/**
 * Height of a circle's strips, and their minimum and maximum number: with more strips, fewer points need an exact
 * distance.
 */
const stripMetres = 200
const stripsMin = 16
const stripsMax = 256

/**
 * A circle as strips of latitude. In each strip, longitudes within the inner width of the centre are surely inside, and
 * those beyond the outer width are surely outside. Between them the exact distance decides. Both widths are computed on
 * first use of the strip.
 */
class Circle implements Area {
  readonly #center: LonLat
  readonly #radiusMetres: number
  /** Haversines below the first are surely inside; those above the second are surely outside. */
  readonly #surelyIn: number
  readonly #surelyOut: number
  readonly #south: number
  readonly #north: number
  readonly #stripDegrees: number
  /** The latitude at which the circle is widest; if it covers more than half of the world, the rest of the world is. */
  readonly #widestAt: number
  readonly #widest: number
  readonly #inner: Float64Array
  readonly #outer: Float64Array

  constructor(center: LonLat, radiusMetres: number) {
    const angle = radiusMetres / earthRadiusMetres
    const limit = angle < Math.PI ? haversineOf(angle) : 2
    const reach = angle / radians + padDegrees
    this.#center = center
    this.#radiusMetres = radiusMetres
    this.#surelyIn = limit * (1 - rimShare) - rimSlack
    this.#surelyOut = limit * (1 + rimShare) + rimSlack
    this.#south = Math.max(-90, center[1] - reach)
    this.#north = Math.min(90, center[1] + reach)
    const strips = Math.ceil(Math.max(stripsMin, Math.min(stripsMax, (2 * radiusMetres) / stripMetres)))
    this.#stripDegrees = (this.#north - this.#south) / strips
    this.#inner = new Float64Array(strips).fill(-1)
    this.#outer = new Float64Array(strips)
    this.#widestAt = Math.asin(Math.sin(center[1] * radians) / Math.cos(angle)) / radians
    const isRoundPole = this.#south === -90 || this.#north === 90
    const widest = Math.asin(Math.sin(angle) / Math.cos(center[1] * radians)) / radians
    this.#widest = isRoundPole ? 180 : widest + padDegrees
  }

  has(longitude: number, latitude: number): boolean {
    if (latitude < this.#south || latitude > this.#north) return false
    const away = this.#away(longitude)
    const strip = this.#stripAt(latitude)
    if (away < this.#innerWidth(strip)) return true
    return away <= this.#outerWidth(strip) && distanceMetres(this.#center, [longitude, latitude]) <= this.#radiusMetres
  }

  relate([west, south, east, north]: BBox): Relation {
    if (south - slackDegrees > this.#north || north + slackDegrees < this.#south) return 'outside'
    const [centre] = this.#center
    const opposite = centre > 0 ? centre - 180 : centre + 180
    const [one, other] = [this.#away(west), this.#away(east)]
    const nearest = (west <= centre && centre <= east ? 0 : Math.min(one, other)) - slackDegrees
    const farthest = (west <= opposite && opposite <= east ? 180 : Math.max(one, other)) + slackDegrees
    if (nearest > this.#widest) return 'outside'
    const last = this.#stripAt(north + slackDegrees)
    let isInside = south > this.#south && north < this.#north
    let isOutside = true
    for (let strip = this.#stripAt(south - slackDegrees); strip <= last; strip++) {
      isInside &&= farthest < this.#innerWidth(strip)
      isOutside &&= nearest > this.#outerWidth(strip)
      if (!isInside && !isOutside) return 'rim'
    }
    return isInside ? 'inside' : 'outside'
  }

  /** The strip of a latitude, or the nearest strip. */
  #stripAt(latitude: number): number {
    return Math.max(0, Math.min(this.#inner.length - 1, Math.floor((latitude - this.#south) / this.#stripDegrees)))
  }

  /** Degrees of longitude from the centre: 0 to 180. */
  #away(longitude: number): number {
    const away = Math.abs(longitude - this.#center[0])
    return away > 180 ? 360 - away : away
  }

  #innerWidth(strip: number): number {
    if (this.#inner[strip]! < 0) this.#measure(strip)
    return this.#inner[strip]!
  }

  #outerWidth(strip: number): number {
    if (this.#inner[strip]! < 0) this.#measure(strip)
    return this.#outer[strip]!
  }

  #measure(strip: number): void {
    const south = this.#south + strip * this.#stripDegrees - slackDegrees
    const north = south + this.#stripDegrees + 2 * slackDegrees
    this.#inner[strip] = 180
    this.#widen(strip, Math.max(-90, south))
    this.#widen(strip, Math.min(90, north))
    // The widths are monotonic on either side of this latitude.
    if (south < this.#widestAt && this.#widestAt < north) this.#widen(strip, this.#widestAt)
  }

  /** Adjusts the widths of a strip to include one of its latitudes. */
  #widen(strip: number, latitude: number): void {
    const cosines = Math.cos(latitude * radians) * Math.cos(this.#center[1] * radians)
    const north = haversineOf((latitude - this.#center[1]) * radians)
    this.#inner[strip] = Math.min(this.#inner[strip]!, widthOf((this.#surelyIn - north) / cosines))
    this.#outer[strip] = Math.max(this.#outer[strip]!, widthOf((this.#surelyOut - north) / cosines))
  }
}

/** The degrees of longitude, 0 to 180, with this haversine. */
function widthOf(haversine: number): number {
  return haversine > 0 ? (2 * Math.asin(Math.sqrt(Math.min(1, haversine)))) / radians : 0
}

/** An upper bound for the haversines of all points as far away as one with this haversine, despite rounding. */
export function surelyBeyond(found: number): number {
  return found * (1 + 2 * rimShare) + 2 * rimSlack
}

/** Cells at longitude ±180 are never certain, since both are the same meridian. */
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
