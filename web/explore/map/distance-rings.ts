import type { LonLat } from '../../place/place-traits.ts'

/** The radii of rings, from which a zoom shows about three. */
const radiiMetres = [100, 200, 500].flatMap((first) => [1, 10, 100, 1000].map((factor) => first * factor))

/** A ring is shown while its radius has so many pixels. */
const pixels = { from: 50, to: 500 } as const

/** At the equator at zoom 0, on tiles of 512 pixels. */
const metresPerPixel = 78_271.5
const metresPerDegree = 111_195
const corners = 90

/**
 * Returns rings around a position, each a line and its northernmost point, with the radius in metres and the zooms at which the
 * ring is shown; nothing without a position.
 */
export function distanceRings(centre: LonLat | undefined): GeoJSON.FeatureCollection {
  const features = centre ? radiiMetres.flatMap((radius) => ringOf(centre, radius)) : []
  return { type: 'FeatureCollection', features }
}

function ringOf([longitude, latitude]: LonLat, metres: number): GeoJSON.Feature[] {
  const squeeze = Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
  const degrees = metres / metresPerDegree
  const zoomOf = (across: number) => Math.log2((across * metresPerPixel * squeeze) / metres)
  const properties = { metres, from: zoomOf(pixels.from), to: zoomOf(pixels.to) }
  const coordinates = Array.from({ length: corners + 1 }, (_, at) => {
    const angle = (2 * Math.PI * at) / corners
    return [longitude + (degrees * Math.sin(angle)) / squeeze, latitude + degrees * Math.cos(angle)]
  })
  return [
    { type: 'Feature', properties, geometry: { type: 'LineString', coordinates } },
    { type: 'Feature', properties, geometry: { type: 'Point', coordinates: coordinates[0]! } },
  ]
}
