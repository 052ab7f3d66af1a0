import type { LonLat } from '../place/place.ts'

const radians = Math.PI / 180
/** Up to this angle the series below is as good as the sine itself: its next term is less than 2^-53 of it. */
const seriesMax = 0.3

/** Where angles are measured from, with what depends on it alone. */
export interface Viewpoint {
  /** Degrees. */
  readonly longitude: number
  readonly latitude: number
  /** Of the latitude. */
  readonly sine: number
  readonly cosine: number
}

/** A position as what angles are measured from. */
export function viewpoint([longitude, latitude]: LonLat): Viewpoint {
  return { longitude, latitude, sine: Math.sin(latitude * radians), cosine: Math.cos(latitude * radians) }
}

/**
 * The haversine of the angle to a position in degrees: grows with the distance, and takes a tenth of its time where the
 * two are near each other. Right to 1e-12 of itself, or to 1e-20 where it is next to nothing.
 */
export function haversine(from: Viewpoint, longitude: number, latitude: number): number {
  const north = (latitude - from.latitude) * radians
  const east = (longitude - from.longitude) * radians
  if (north > seriesMax || north < -seriesMax || east > seriesMax || east < -seriesMax) {
    const [byLatitude, byLongitude] = [Math.sin(north / 2), Math.sin(east / 2)]
    return byLatitude * byLatitude + from.cosine * Math.cos(latitude * radians) * byLongitude * byLongitude
  }
  const byLatitude = halfSine(north)
  const byLongitude = halfSine(east)
  const ofLatitude = byLatitude * byLatitude
  // The cosine of a sum of angles, by the sine of half of one of them.
  const cosine = from.cosine * (1 - 2 * ofLatitude) - from.sine * 2 * byLatitude * Math.sqrt(1 - ofLatitude)
  return ofLatitude + from.cosine * cosine * byLongitude * byLongitude
}

/** The sine of half a small angle: its Taylor series to the ninth power. */
function halfSine(angle: number): number {
  const half = angle / 2
  const square = half * half
  return half * (1 - square * (1 / 6) * (1 - square * (1 / 20) * (1 - square * (1 / 42) * (1 - square * (1 / 72)))))
}
