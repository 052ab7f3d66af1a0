import type { BBox, LonLat } from '../place/place.ts'

/** The mean radius of the earth (IUGG R1), used for every distance (D34). */
export const earthRadiusMetres = 6_371_008.8

const radians = Math.PI / 180

/**
 * Returns the great-circle distance in metres (D34). A place is inside a circle if this is at most the radius.
 * Symmetric, and 0 for two notations of one point (longitude ±180, any longitude at a pole). Uses the haversine formula
 * with the haversine of the angle to the antipode in place of `1 - h`, so that it is accurate at both ends of its
 * range.
 */
export function distanceMetres(a: LonLat, b: LonLat): number {
  const halfLongitude = (longitudeDifference(a[0], b[0]) * radians) / 2
  const cosines = cosine(a[1]) * cosine(b[1])
  const near = square(Math.sin(((a[1] - b[1]) * radians) / 2)) + cosines * square(Math.sin(halfLongitude))
  const far = square(Math.sin(((a[1] + b[1]) * radians) / 2)) + cosines * square(Math.cos(halfLongitude))
  return 2 * earthRadiusMetres * Math.atan2(Math.sqrt(near), Math.sqrt(far))
}

/** Returns the haversine of an angle in radians. */
export function haversineOf(angle: number): number {
  return Math.sin(angle / 2) ** 2
}

/**
 * Returns a function for the haversine of the angle from one position to others, in degrees. It grows with the
 * distance, and takes a third of the time of `distanceMetres`. Its error is 1e-12 relative, or 1e-20 absolute near
 * zero.
 */
export function haversineFrom([centerLongitude, centerLatitude]: LonLat): (
  longitude: number,
  latitude: number,
) => number {
  const cosine = Math.cos(centerLatitude * radians)
  return (longitude, latitude) => {
    const north = Math.sin(((latitude - centerLatitude) * radians) / 2)
    const east = Math.sin(((longitude - centerLongitude) * radians) / 2)
    return north * north + cosine * Math.cos(latitude * radians) * east * east
  }
}

/**
 * Returns true if a position is in a box, edges included; west > east crosses the antimeridian (D35). Longitudes -180
 * and 180 are one meridian. At the poles, longitudes are compared as everywhere else.
 */
export function inBox([longitude, latitude]: LonLat, box: BBox): boolean {
  if (latitude < box[1] || latitude > box[3]) return false
  return betweenMeridians(longitude, box) || (Math.abs(longitude) === 180 && betweenMeridians(-longitude, box))
}

function betweenMeridians(longitude: number, [west, , east]: BBox): boolean {
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
}

/** Returns the difference of two longitudes: 0 to 180 degrees. */
function longitudeDifference(a: number, b: number): number {
  const difference = Math.abs(a - b)
  return difference > 180 ? 360 - difference : difference
}

/** Returns the cosine of an angle in degrees; exactly 0 at the poles. */
function cosine(degrees: number): number {
  return Math.abs(degrees) === 90 ? 0 : Math.cos(degrees * radians)
}

function square(value: number): number {
  return value * value
}
