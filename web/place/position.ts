import type { Place } from '../../client/client.ts'

/** Longitude and latitude in degrees. */
export type LonLat = readonly [longitude: number, latitude: number]

/** Where a place is. */
export function positionOf({ geolocation }: Pick<Place, 'geolocation'>): LonLat {
  const [longitude = 0, latitude = 0] = geolocation.geometry.coordinates
  return [longitude, latitude]
}
