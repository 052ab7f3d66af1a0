import type { BBox, LonLat } from '../place/place.ts'
import { parseNumber } from './number.ts'
import type { Nearby } from './query.ts'
import { invalidParameter, quote } from './raw-query.ts'

/** Reads `nearby` and `nearbyRadius` (D4); undefined when neither is given. */
export function readNearby(center: string | undefined, radius: string | undefined): Nearby | undefined {
  if (center === undefined) {
    if (radius === undefined) return undefined
    throw invalidParameter('nearbyRadius needs nearby=<longitude>,<latitude>')
  }
  const position = readPosition(center)
  if (radius === undefined) return { center: position }
  const radiusMetres = parseNumber(radius)
  if (radiusMetres !== undefined && radiusMetres > 0) return { center: position, radiusMetres }
  throw invalidParameter(`nearbyRadius must be a positive number of metres, got ${quote(radius)}`)
}

/** Reads `<west>,<south>,<east>,<north>`; west may be greater than east, across the antimeridian (D35). */
export function readBox(text: string): BBox {
  const [west, south, east, north] = text.split(',').map(parseNumber)
  if (isLongitude(west) && isLatitude(south) && isLongitude(east) && isLatitude(north) && commas(text) === 3) {
    if (south <= north) return [west, south, east, north]
    throw invalidParameter(`bbox must have its south below its north, got ${south} and ${north}`)
  }
  throw invalidParameter(
    `bbox must be <west>,<south>,<east>,<north> with longitudes -180 to 180 and latitudes -90 to 90, got ${quote(text)}`,
  )
}

function readPosition(text: string): LonLat {
  const [longitude, latitude] = text.split(',').map(parseNumber)
  if (isLongitude(longitude) && isLatitude(latitude) && commas(text) === 1) return [longitude, latitude]
  throw invalidParameter(
    `nearby must be <longitude>,<latitude>, longitude -180 to 180, latitude -90 to 90, got ${quote(text)}`,
  )
}

const isLongitude = (degrees: number | undefined): degrees is number =>
  degrees !== undefined && Math.abs(degrees) <= 180
const isLatitude = (degrees: number | undefined): degrees is number => degrees !== undefined && Math.abs(degrees) <= 90
const commas = (text: string): number => text.split(',').length - 1
