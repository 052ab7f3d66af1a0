import { LruCache } from '../../common/lru-cache.ts'
import type { Fault } from '../../common/problem.ts'
import { type Reason, reason } from '../../common/reason.ts'
import { readOsmHours } from '../../hours/osm-hours.ts'
import { writeOsmHours } from '../../hours/osm-writer.ts'
import { osmOf, readWritten, unknownWords } from '../../hours/written-hours.ts'
import { isJsonObject, type JsonObject, sameJson } from '../../place/json.ts'
import { haveSameHours } from '../../place/open-hours.ts'
import type { Instant, OpenHours } from '../../place/place.ts'
import { leftAsItIs } from '../../place/rules/record-parts.ts'

/** The member of records, column of tables and property of features with opening hours in OSM or common notation. */
export const osmColumn = 'opening_hours'

/** A record with opening hours in the form of places, and the parts of the value that they cannot express. */
interface RecordHours {
  readonly body: JsonObject
  readonly notes: readonly Reason[]
  readonly faults: readonly Fault[]
  /** True if the value cannot be read, so that a present place keeps its hours (D56). */
  readonly keepsHours?: boolean
}

/** Replaces the text of a record's opening hours, if any, with `openHours`. */
export function withOsmHours(record: JsonObject, now: Instant): RecordHours {
  const { [osmColumn]: value, ...body } = record
  if (value === undefined) return { body, notes: [], faults: [] }
  if (value === null || (typeof value === 'string' && value.trim() === '')) {
    return { body: 'openHours' in body ? body : { ...body, openHours: null }, notes: [], faults: [] }
  }
  const unread = (found: Reason): RecordHours => ({
    ...{ body, notes: [leftAsItIs(osmColumn, found)], faults: [] },
    keepsHours: true,
  })
  if (typeof value !== 'string') return unread(reason('not-text', { got: JSON.stringify(value).slice(0, 100) }))
  const read = readHours(value, { year: new Date(now).getUTCFullYear() })
  if ('fault' in read) return unread(read.fault)
  const { openHours, notes } = read
  if ((body.openHours ?? null) === null)
    return { body: { ...body, openHours: openHours as unknown as JsonObject[] }, notes, faults: [] }
  // A table has both columns if the text cannot express how the entries are stored.
  if (saysTheSame(body.openHours, openHours)) return { body, notes: [], faults: [] }
  return { body, notes: [], faults: [{ pointer: `/${osmColumn}`, ...reason('osm-other-hours') }] }
}

/** The year in which hours are read, and the language of the file. */
interface HoursContext {
  readonly year: number
  readonly language?: string | undefined
}

/** Hours that were read, and remarks on parts that are left out or read as more than they say. */
interface ReadHours {
  readonly openHours: readonly OpenHours[]
  readonly notes: readonly Reason[]
}

/** Texts that many rows share, by language and year; reading one takes up to a millisecond. */
const knownHours = new LruCache<string, ReadHours | { readonly fault: Reason }>(2 ** 20, (key) => 8 * key.length)

/** Reads hours in OSM notation, or else in common notation; returns the reason if they cannot be read (D56). */
export function readHours(value: string, context: HoursContext): ReadHours | { readonly fault: Reason } {
  const { year, language = '' } = context
  return knownHours.getOrMake(`${language}/${year}/${value}`, () => judgedText(value, context))
}

function judgedText(value: string, { year, language }: HoursContext): ReadHours | { readonly fault: Reason } {
  const text = value.trim()
  const unread = (fault: Reason) => ({ fault: reason('osm', { fault, got: text.slice(0, 100) }) })
  const asOsm = readOsmHours(text, year)
  const written = 'fault' in asOsm ? readWritten(text, language) : undefined
  const osm = written === undefined ? text : osmOf(written)
  const read = written === undefined ? asOsm : readOsmHours(osm, year)
  if ('fault' in read) {
    const words = written === undefined ? unknownWords(text, language) : []
    return unread(words.length > 0 ? reason('hours-words', { words: words.slice(0, 5) }) : read.fault)
  }
  // In OSM, days without times are open all day, and days that are not named are closed. People mean neither.
  if (!stated.test(osm)) return unread(reason('hours-no-times'))
  if (read.openHours.every(isClosedAlways) && !closedAlways.test(osm)) return unread(reason('hours-only-closed'))
  const remainder = read.remainder.map((what) => reason('kept-without', { member: osmColumn, what }))
  const isDaily = written?.every(({ days, open }) => days === undefined && open !== 'off') ?? /^[\d:., -]+$/.test(text)
  const daily = isDaily ? [reason('hours-daily', { got: text.slice(0, 100) })] : []
  return { openHours: read.openHours, notes: [...remainder, ...daily] }
}

const stated = /\d:\d|24\/7|off|closed?|open/i
const closedAlways = /^(?:mo-su )?(?:off|closed?)$/i

function isClosedAlways({ days, validFrom, validTo }: OpenHours): boolean {
  return days === undefined && validFrom === undefined && validTo === undefined
}

function saysTheSame(given: unknown, openHours: readonly OpenHours[]): boolean {
  return Array.isArray(given) && given.every(isJsonObject) && haveSameHours(given as unknown as OpenHours[], openHours)
}

/**
 * The hours in a table: a value of OSM, and the complete entries if reading that value would produce different ones.
 */
interface TableHours {
  readonly osm?: string
  readonly whole?: readonly OpenHours[]
}

/** Hours of recent places: many have the same, and reading a value takes longer than the rest of the row. */
const toldHours = new LruCache<string, TableHours>(4 * 2 ** 20, (key) => 8 * key.length)

/** The hours of a place in a table. */
export function tableHours(openHours: readonly OpenHours[]): TableHours {
  return toldHours.getOrMake(JSON.stringify(openHours), () => judgedHours(openHours))
}

function judgedHours(openHours: readonly OpenHours[]): TableHours {
  const osm = writeOsmHours(openHours)
  if (osm === undefined) return { whole: openHours }
  const read = readOsmHours(osm, 1970)
  if ('fault' in read) return { whole: openHours }
  return sameJson(read.openHours, openHours) ? { osm } : { osm, whole: openHours }
}
