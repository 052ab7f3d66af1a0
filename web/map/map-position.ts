import type { LngLat } from 'maplibre-gl'
import { roundDegrees } from '../../src/geo/written-position.ts'
import type { LonLat } from '../place/place-traits.ts'

/** Returns a position of a map as places have it: at most 180° from Greenwich, and to a tenth of a metre. */
export function storedPosition(at: LngLat): LonLat {
  const { lng, lat } = at.wrap()
  return [roundDegrees(lng), roundDegrees(lat)]
}
