import type { Feature, MultiPolygon } from 'geojson'
import whichPolygon from 'which-polygon'
import type { GeolocationInfo, LonLat } from '../place/place.ts'
import type { Locate } from '../place/request.ts'
import { geolocationFields, type LocatorOptions, openLayers, type TellingBoundary } from './boundary-options.ts'

/** Gives the country of a position (ISO 3166-1 alpha-2) as the embedded borders have it. */
export async function createCountrySearch(): Promise<Search> {
  // It builds its tree when it is imported, so that happens here.
  const { iso1A2Code } = await import('@rapideditor/country-coder')
  return ([longitude, latitude]) => {
    const country = iso1A2Code([longitude, latitude])
    return country === null ? [] : [{ country }]
  }
}

/** What a feature of a layer tells, with its number there: of overlapping ones the earlier counts first. */
interface LayerFeature {
  readonly order: number
  readonly tells: GeolocationInfo
}

/** What a layer or the embedded countries tell of a position, first things first; empty when nothing. */
type Search = (position: LonLat) => readonly GeolocationInfo[]

/**
 * Loads the boundaries and gives the function that derives geolocationInfo from a position (D24). Without a boundary
 * that covers it only the country is told (ISO 3166-1 alpha-2), and nothing on the high seas. Throws a BoundaryError
 * when a file is wrong.
 */
export async function createLocator(options: LocatorOptions): Promise<Locate> {
  const layers = (await openLayers(options.layers)).map(searchLayer)
  const everything = [...layers, await createCountrySearch()].map(onBothSides)
  return (position) => locate(everything, position)
}

function locate(searches: readonly Search[], position: LonLat): GeolocationInfo | undefined {
  const infos = searches.flatMap((search) => search(position))
  if (infos.length <= 1) return infos[0]
  const info: GeolocationInfo = {}
  for (const field of geolocationFields) {
    const value = infos.find((tells) => tells[field] !== undefined)?.[field]
    if (value !== undefined) info[field] = value
  }
  return Object.keys(info).length > 0 ? info : undefined
}

function searchLayer(boundaries: readonly TellingBoundary[]): Search {
  const features = boundaries.map(
    ({ boundary, tells }, order): Feature<MultiPolygon, LayerFeature> => ({
      type: 'Feature',
      properties: { order, tells },
      geometry: { type: 'MultiPolygon', coordinates: boundary.polygons() as MultiPolygon['coordinates'] },
    }),
  )
  const find = whichPolygon<LayerFeature>({ features })
  return (position) => {
    const found = find(position, true) ?? []
    return found.toSorted((a, b) => a.order - b.order).map(({ tells }) => tells)
  }
}

/** Longitudes ±180 are one meridian, but polygons end there: what one side does not know the other may. */
function onBothSides(search: Search): Search {
  return (position) => {
    const infos = search(position)
    if (infos.length > 0 || Math.abs(position[0]) !== 180) return infos
    return search([-position[0], position[1]])
  }
}
