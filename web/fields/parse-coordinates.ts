import { parseDegrees, parseMetres } from '../../src/geo/written-position.ts'
import type { LonLat } from '../place/place-traits.ts'
import { fromSwedishGrid } from './swedish-grid.ts'

/**
 * Parses a position as maps write it, in degrees with the latitude first, or in metres of SWEREF 99 TM and RT 90.
 * Undefined if it is not a position.
 */
export function parseCoordinates(text: string): LonLat | undefined {
  const metres = parseMetres(text)
  return parseDegrees(text) ?? (metres && fromSwedishGrid(...metres))
}
