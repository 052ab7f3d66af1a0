import type { BBox, LonLat } from '../place/place.ts'

/** The mean radius of the earth (IUGG R1), on which every distance is computed (D34). */
export const earthRadiusMetres = 6_371_008.8

const radians = Math.PI / 180

/** About a metre: more than all rounding of `distanceMetres` and `boxesAround` together. */
const padDegrees = 1e-5

/**
 * Great-circle distance in metres (D34); a place is inside a circle when this is at most the radius. Symmetric, and 0
 * for one point written in two ways (longitude ±180, any longitude at a pole). The haversine formula, with the
 * haversine of the angle to the antipode in place of `1 - h`, so that it is accurate at both ends of its range.
 */
export function distanceMetres(a: LonLat, b: LonLat): number {
  const halfLongitude = (longitudeDifference(a[0], b[0]) * radians) / 2
  const cosines = cosine(a[1]) * cosine(b[1])
  const near = square(Math.sin(((a[1] - b[1]) * radians) / 2)) + cosines * square(Math.sin(halfLongitude))
  const far = square(Math.sin(((a[1] + b[1]) * radians) / 2)) + cosines * square(Math.cos(halfLongitude))
  return 2 * earthRadiusMetres * Math.atan2(Math.sqrt(near), Math.sqrt(far))
}

/**
 * Whether a position is in a box, edges included; west > east crosses the antimeridian (D35). Longitudes -180 and 180
 * are one meridian. At the poles longitudes are compared as anywhere.
 */
export function inBox([longitude, latitude]: LonLat, box: BBox): boolean {
  if (latitude < box[1] || latitude > box[3]) return false
  return betweenMeridians(longitude, box) || (Math.abs(longitude) === 180 && betweenMeridians(-longitude, box))
}

/**
 * Boxes that together hold every position within `radiusMetres` of the centre, and a little more: for pruning, with
 * `distanceMetres` to decide. None crosses the antimeridian (west <= east), so plain ranges of coordinates will do:
 * one box, or two where the circle reaches longitude ±180. Exact half-width of a circle: asin(sin r / cos latitude).
 */
export function boxesAround([longitude, latitude]: LonLat, radiusMetres: number): BBox[] {
  const radius = radiusMetres / earthRadiusMetres
  const radiusDegrees = radius / radians + padDegrees
  const south = Math.max(-90, latitude - radiusDegrees)
  const north = Math.min(90, latitude + radiusDegrees)
  if (south === -90 || north === 90) return [[-180, south, 180, north]]
  const fromPole = (90 - latitude) * radians
  // sin²a - sin²b = sin(a-b)·sin(a+b): keeps its digits where the circle almost touches a pole.
  const adjacent = Math.sqrt(Math.sin(fromPole - radius) * Math.sin(fromPole + radius))
  const half = Math.atan2(Math.sin(radius), adjacent) / radians + padDegrees
  return splitAtAntimeridian([longitude - half, south, longitude + half, north])
}

/** A box whose sides may lie up to 180 degrees beyond ±180, as boxes that lie within. */
function splitAtAntimeridian([west, south, east, north]: BBox): BBox[] {
  if (west <= -180) {
    return [
      [-180, south, east, north],
      [west + 360, south, 180, north],
    ]
  }
  if (east >= 180) {
    return [
      [west, south, 180, north],
      [-180, south, east - 360, north],
    ]
  }
  return [[west, south, east, north]]
}

function betweenMeridians(longitude: number, [west, , east]: BBox): boolean {
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
}

/** 0 to 180 degrees. */
function longitudeDifference(a: number, b: number): number {
  const difference = Math.abs(a - b)
  return difference > 180 ? 360 - difference : difference
}

/** Of an angle in degrees; exactly 0 at the poles. */
function cosine(degrees: number): number {
  return Math.abs(degrees) === 90 ? 0 : Math.cos(degrees * radians)
}

function square(value: number): number {
  return value * value
}
