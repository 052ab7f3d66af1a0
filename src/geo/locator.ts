import type { Feature, MultiPolygon } from 'geojson'
import whichPolygon from 'which-polygon'
import type { GeolocationInfo, LonLat } from '../place/place.ts'
import type { Locate } from '../place/request.ts'
import { geolocationFields, type LocatorOptions, openLayers, type TellingBoundary } from './boundary-options.ts'
import type { CountryAt } from './odd-country.ts'

export type { CountryAt } from './odd-country.ts'

/** Creates the search for the country of a position (ISO 3166-1 alpha-2) in the embedded borders. */
async function createCountrySearch(): Promise<Search> {
  // The module builds its tree on import, so it is imported only here.
  const { iso1A2Code } = await import('@rapideditor/country-coder')
  return ([longitude, latitude]) => {
    const country = iso1A2Code([longitude, latitude])
    return country === null ? [] : [{ country }]
  }
}

export async function createCountryAt(): Promise<CountryAt> {
  const search = await createCountrySearch()
  return (position) => search(position)[0]?.country
}

/**
 * The fields from a feature of a layer, and the feature's number: of overlapping features, the earlier takes
 * precedence.
 */
interface LayerFeature {
  readonly order: number
  readonly info: GeolocationInfo
}

/**
 * Returns the fields that a layer or the embedded countries provide for a position, by precedence; empty if there are
 * none.
 */
type Search = (position: LonLat) => readonly GeolocationInfo[]

/**
 * Loads the boundaries and returns the function that derives geolocationInfo from a position (D24). Outside every
 * boundary it returns only the country (ISO 3166-1 alpha-2); at sea outside every country, undefined. Throws a
 * BoundaryError for a wrong file.
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
    const value = infos.find((info) => info[field] !== undefined)?.[field]
    if (value !== undefined) info[field] = value
  }
  return Object.keys(info).length > 0 ? info : undefined
}

function searchLayer(boundaries: readonly TellingBoundary[]): Search {
  const features = boundaries.map(
    ({ boundary, info }, order): Feature<MultiPolygon, LayerFeature> => ({
      type: 'Feature',
      properties: { order, info },
      geometry: { type: 'MultiPolygon', coordinates: boundary.polygons() as MultiPolygon['coordinates'] },
    }),
  )
  const find = whichPolygon<LayerFeature>({ features })
  return (position) => {
    const found = find(position, true) ?? []
    return found.toSorted((a, b) => a.order - b.order).map(({ info }) => info)
  }
}

/**
 * Searches both sides of the antimeridian. Longitudes ±180 are one meridian, but polygons end there, so only one side
 * may have data.
 */
function onBothSides(search: Search): Search {
  return (position) => {
    const infos = search(position)
    if (infos.length > 0 || Math.abs(position[0]) !== 180) return infos
    return search([-position[0], position[1]])
  }
}
