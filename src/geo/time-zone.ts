import { createRequire } from 'node:module'
import lookUp from '@photostructure/tz-lookup'
import type { LonLat } from '../place/place.ts'

/** The name of a time zone in the IANA database, such as `Europe/Stockholm`. */
export type TimeZoneId = string

type Countries = typeof import('@rapideditor/country-coder')

const load = createRequire(import.meta.url)
/** The time zones of a country by its code; there are some 250 countries. */
const zonesOfCountry = new Map<string, readonly TimeZoneId[]>()
/** Distances in degrees at which land is sought from a pier, a boat or an islet missing from the map. */
const coastDegrees = [0.02, 0.05, 0.1, 0.25, 0.5]
const around = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
  [1, 1],
  [1, -1],
  [-1, -1],
  [-1, 1],
] as const

/**
 * Returns the time zone of a position. The small map of zones is coarse at borders and coasts, the borders of countries
 * are more precise, and most countries have one zone. So the country decides if it has only one.
 */
export function timeZoneAt(position: LonLat): TimeZoneId {
  const [longitude, latitude] = position
  const [only, ...others] = zonesAround(position)
  if (only !== undefined && others.length === 0) return only
  const zone = lookUp(latitude, longitude)
  return isAtSea(zone) ? (nearestOnLand(position) ?? zone) : zone
}

/** Returns the time zones of the country at a position; none on the high seas. */
function zonesAround([longitude, latitude]: LonLat): readonly TimeZoneId[] {
  // The library builds its tree on load, so it is loaded on first use.
  const { iso1A2Code } = load('@rapideditor/country-coder') as Countries
  const country = iso1A2Code([longitude, latitude], { level: 'territory' })
  if (country === null) return []
  const read = () => new Intl.Locale('und', { region: country }).getTimeZones() ?? []
  return zonesOfCountry.getOrInsertComputed(country, read)
}

/** Returns true for a zone of ships, which is named after an offset. */
function isAtSea(zone: TimeZoneId): boolean {
  return zone.startsWith('Etc/')
}

function nearestOnLand([longitude, latitude]: LonLat): TimeZoneId | undefined {
  for (const degrees of coastDegrees) {
    for (const [east, north] of around) {
      const there = [longitude + east * degrees, latitude + north * degrees] as const
      if (Math.abs(there[0]) > 180 || Math.abs(there[1]) > 90) continue
      const zone = lookUp(there[1], there[0])
      if (!isAtSea(zone)) return zone
    }
  }
  return undefined
}
