import type { Place } from '../../client/client.ts'
import type { LonLat } from '../../src/place/place.ts'

export type { LonLat } from '../../src/place/place.ts'

/** Where a place is. */
export function positionOf({ geolocation }: Pick<Place, 'geolocation'>): LonLat {
  const [longitude = 0, latitude = 0] = geolocation.geometry.coordinates
  return [longitude, latitude]
}
