import type { LonLat } from '../place/place.ts'

const radians = Math.PI / 180

/** The haversine of an angle in radians. */
export function haversineOf(angle: number): number {
  return Math.sin(angle / 2) ** 2
}

/**
 * The haversine of the angle from a position to others in degrees: grows with the distance, and takes a third of its
 * time. Right to 1e-12 of itself, or to 1e-20 where it is next to nothing.
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
