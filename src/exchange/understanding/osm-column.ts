import { LruCache } from '../../common/lru-cache.ts'
import type { Fault } from '../../common/problem.ts'
import { type Reason, reason } from '../../common/reason.ts'
import { readOsmHours } from '../../hours/osm-hours.ts'
import { writeOsmHours } from '../../hours/osm-writer.ts'
import { osmOfWritten } from '../../hours/written-hours.ts'
import { isJsonObject, type JsonObject, sameJson } from '../../place/json.ts'
import { resolvedEntries } from '../../place/open-hours.ts'
import type { Instant, OpenHours } from '../../place/place.ts'

/** The member of records, column of tables and property of features with opening hours in OSM or common notation. */
export const osmColumn = 'opening_hours'

/** A record with opening hours in the form of places, and the parts of the value that they cannot express. */
interface ReadHours {
  readonly body: JsonObject
  readonly notes: readonly Reason[]
  readonly faults: readonly Fault[]
}

/** Replaces the text of a record's opening hours, if any, with `openHours`. */
export function withOsmHours(record: JsonObject, now: Instant): ReadHours {
  const { [osmColumn]: value, ...body } = record
  if (value === undefined || value === null || value === '') return { body, notes: [], faults: [] }
  const refused = (found: Reason): ReadHours => ({ body, notes: [], faults: [{ pointer: `/${osmColumn}`, ...found }] })
  if (typeof value !== 'string') return refused(reason('not-text', { got: JSON.stringify(value).slice(0, 100) }))
  const read = readHours(value, new Date(now).getUTCFullYear())
  if ('fault' in read) return refused(reason('osm', { fault: read.fault, got: value.slice(0, 100) }))
  const { openHours, remainder } = read
  const notes = remainder.map((what) => reason('kept-without', { member: osmColumn, what }))
  if (body.openHours === undefined)
    return { body: { ...body, openHours: openHours as unknown as JsonObject[] }, notes, faults: [] }
  // A table has both columns if the text cannot express how the entries are stored.
  if (saysTheSame(body.openHours, openHours)) return { body, notes: [], faults: [] }
  return refused(reason('osm-other-hours'))
}

/** Reads hours in OSM notation, or else in common notation. */
function readHours(value: string, year: number): ReturnType<typeof readOsmHours> {
  const read = readOsmHours(value, year)
  const osm = 'fault' in read ? osmOfWritten(value) : undefined
  return osm === undefined ? read : readOsmHours(osm, year)
}

function saysTheSame(given: unknown, openHours: readonly OpenHours[]): boolean {
  if (!Array.isArray(given) || !given.every(isJsonObject)) return false
  return sameJson(meaningOf(given as unknown as OpenHours[]), meaningOf(openHours))
}

/** The hours by days, in a form that is equal for equivalent entries. */
function meaningOf(openHours: readonly OpenHours[]) {
  return resolvedEntries(openHours).map(({ days = {}, validTo, ...validity }) => {
    const open = Object.entries(days).filter(([, spans]) => spans.length > 0)
    return {
      ...validity,
      ...(validTo !== undefined && validTo !== '9999-12-31' && { validTo }),
      days: Object.fromEntries(open),
    }
  })
}

/**
 * The hours in a table: a value of OSM, and the complete entries if reading that value would produce different ones.
 */
interface TableHours {
  readonly osm?: string
  readonly whole?: readonly OpenHours[]
}

/** Hours of recent places: many have the same, and reading a value takes longer than the rest of the row. */
const told = new LruCache<string, TableHours>(4 * 2 ** 20, (key) => 8 * key.length)

/** The hours of a place in a table. */
export function tableHours(openHours: readonly OpenHours[]): TableHours {
  return told.getOrMake(JSON.stringify(openHours), () => judgedHours(openHours))
}

function judgedHours(openHours: readonly OpenHours[]): TableHours {
  const osm = writeOsmHours(openHours)
  if (osm === undefined) return { whole: openHours }
  const read = readOsmHours(osm, 1970)
  if ('fault' in read) return { whole: openHours }
  return sameJson(read.openHours, openHours) ? { osm } : { osm, whole: openHours }
}
