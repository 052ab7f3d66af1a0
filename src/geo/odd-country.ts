import type { LonLat } from '../place/place.ts'

/** Returns the country of a position (ISO 3166-1 alpha-2); undefined at sea. */
export type CountryAt = (position: LonLat) => string | undefined

/** A position outside the expected countries: in another one, or within them if its coordinates are exchanged. */
export type OddCountry = { readonly is: 'elsewhere'; readonly country: string } | { readonly is: 'swapped' }

/**
 * Judges a position by the countries where it is expected (ISO 3166-1 alpha-2). Undefined if it is in one of them, if
 * none is expected, or at sea.
 */
export function oddCountry(
  place: LonLat,
  expected: readonly string[],
  { countryAt, canSwap = true }: { readonly countryAt: CountryAt; readonly canSwap?: boolean },
): OddCountry | undefined {
  if (expected.length === 0) return undefined
  const isExpected = (country: string | undefined) => country !== undefined && expected.includes(country)
  const country = countryAt(place)
  if (isExpected(country)) return undefined
  const exchanged = exchangedOf(place)
  if (canSwap && exchanged && isExpected(countryAt(exchanged))) return { is: 'swapped' }
  return country === undefined ? undefined : { is: 'elsewhere', country }
}

/** Returns a position with its coordinates exchanged; undefined if that is none. */
export function exchangedOf([longitude, latitude]: LonLat): LonLat | undefined {
  return Math.abs(longitude) <= 90 ? [latitude, longitude] : undefined
}
