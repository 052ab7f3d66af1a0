import type { Fault } from '../common/problem.ts'
import { readOsmHours } from '../hours/osm-hours.ts'
import { writeOsmHours } from '../hours/osm-writer.ts'
import { isJsonObject, type JsonObject, sameJson } from '../place/json.ts'
import { resolvedEntries } from '../place/open-hours.ts'
import type { Instant, OpenHours } from '../place/place.ts'

/** The member of records, column of tables and property of features that has opening hours as OSM writes them. */
export const osmColumn = 'opening_hours'

/** A record with its opening hours as places have them, and what of the value they do not say. */
interface ReadHours {
  readonly body: JsonObject
  readonly notes: readonly string[]
  readonly faults: readonly Fault[]
}

/** The record with `openHours` in the place of a value of the OSM key `opening_hours`, if it has one. */
export function withOsmHours(record: JsonObject, now: Instant): ReadHours {
  const { [osmColumn]: value, ...body } = record
  if (value === undefined || value === null || value === '') return { body, notes: [], faults: [] }
  const refused = (detail: string): ReadHours => ({ body, notes: [], faults: [{ pointer: `/${osmColumn}`, detail }] })
  if (typeof value !== 'string') return refused(`must be a text, got ${JSON.stringify(value).slice(0, 100)}`)
  const read = readOsmHours(value, new Date(now).getUTCFullYear())
  if ('fault' in read) return refused(`${read.fault}, got '${value.slice(0, 100)}'`)
  const { openHours, remainder } = read
  const notes = remainder.map((what) => `${osmColumn} is kept without ${what}`)
  if (body.openHours === undefined)
    return { body: { ...body, openHours: openHours as unknown as JsonObject[] }, notes, faults: [] }
  // A table has both where the one cannot say how the other is written down.
  if (saysTheSame(body.openHours, openHours)) return { body, notes: [], faults: [] }
  return refused('says other hours than openHours: empty one of them')
}

function saysTheSame(given: unknown, openHours: readonly OpenHours[]): boolean {
  if (!Array.isArray(given) || !given.every(isJsonObject)) return false
  return sameJson(meaningOf(given as unknown as OpenHours[]), meaningOf(openHours))
}

/** The hours by days, without what says the same in other words. */
function meaningOf(openHours: readonly OpenHours[]) {
  return resolvedEntries(openHours).map(({ days = {}, ...validity }) => {
    const open = Object.entries(days).filter(([, spans]) => spans.length > 0)
    return {
      ...validity,
      ...(validity.validTo === '9999-12-31' && { validTo: undefined }),
      days: Object.fromEntries(open),
    }
  })
}

/** How tables tell hours: as a value of OSM, and as they are where reading that would write them down otherwise. */
export function tableHours(openHours: readonly OpenHours[]): {
  readonly osm?: string
  readonly whole?: readonly OpenHours[]
} {
  const osm = writeOsmHours(openHours)
  if (osm === undefined) return { whole: openHours }
  const read = readOsmHours(osm, 1970)
  if ('fault' in read) return { whole: openHours }
  return sameJson(read.openHours, openHours) ? { osm } : { osm, whole: openHours }
}
