import { createRequire } from 'node:module'
import lookUp from '@photostructure/tz-lookup'
import type { LonLat } from '../place/place.ts'

/** The name of a time zone in the IANA database, such as `Europe/Stockholm`. */
export type TimeZoneId = string

type Countries = typeof import('@rapideditor/country-coder')

const load = createRequire(import.meta.url)
/** Zones of a country by its code; there are some 250. */
const zonesOfCountry = new Map<string, readonly TimeZoneId[]>()
/** So far from the coast a pier, a boat or an islet that the map leaves out may be, in degrees. */
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
 * The time zone of a position. The small map of zones is coarse at borders and coasts, the borders of countries are
 * known better, and most countries have one zone: so the country decides where it has only one.
 */
export function timeZoneAt(position: LonLat): TimeZoneId {
  const [longitude, latitude] = position
  const [only, ...others] = zonesAround(position)
  if (only !== undefined && others.length === 0) return only
  const zone = lookUp(latitude, longitude)
  return isAtSea(zone) ? (nearestOnLand(position) ?? zone) : zone
}

/** The zones of the country that a position is in; none on the high seas. */
function zonesAround([longitude, latitude]: LonLat): readonly TimeZoneId[] {
  // The library builds its tree when it is loaded, so that happens when it is first wanted.
  const { iso1A2Code } = load('@rapideditor/country-coder') as Countries
  const country = iso1A2Code([longitude, latitude], { level: 'territory' })
  if (country === null) return []
  const read = () => new Intl.Locale('und', { region: country }).getTimeZones() ?? []
  return zonesOfCountry.getOrInsertComputed(country, read)
}

/** Zones that are named after an offset are those of ships. */
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
