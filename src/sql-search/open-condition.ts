import { hash } from 'node:crypto'
import type { TimeZoneId } from '../geo/time-zone.ts'
import { localHours } from '../hours/open-spans.ts'
import type { Opening } from '../hours/schedule.ts'
import { highestReading } from '../hours/zone-clock.ts'
import { dayMillis, dayMinutes, dayNumber } from '../place/dates.ts'
import { minutes } from '../place/open-hours.ts'
import { type Place, weekdays } from '../place/place.ts'
import type { Statement } from './statement.ts'

/**
 * An entry of openHours: first and last day, days of validity or null if unlimited, and spans by weekday in minutes.
 */
type HoursEntry = readonly [
  from: number,
  to: number,
  length: number | null,
  spans: readonly (readonly (readonly [from: number, to: number])[])[],
]

/** Days before and after all others. */
const open = { from: -1e9, to: 1e9 } as const

/** Opening hours that many places may share. */
interface Schedule {
  /** A digest of the other members, as a UUID. */
  readonly key: string
  /** The time zone of these places. */
  readonly zone: string
  readonly hours: readonly HoursEntry[]
}

/** The schedule of a place; undefined if it has no hours. */
export function scheduleOf(place: Pick<Place, 'openHours' | 'geolocation'>): Schedule | undefined {
  if (place.openHours === undefined) return undefined
  const { entries, zone } = localHours(place)
  const hours = entries.map(({ validFrom, validTo, days = {} }): HoursEntry => {
    const [from, to] = [dayNumber(validFrom), dayNumber(validTo)]
    const spans = weekdays.map((weekday) =>
      (days[weekday] ?? []).map(minutes).map((span) => [span.from, span.to] as const),
    )
    return [from ?? open.from, to ?? open.to, from === undefined || to === undefined ? null : to - from, spans]
  })
  const digest = hash('sha256', JSON.stringify([zone, hours]), 'hex')
  return { key: digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), zone, hours }
}

/**
 * Tests whether a place is open at an instant or on one of some days. A span of the day, or one of the day before that passes
 * midnight, must overlap the minute of the latest reading of its clocks, or the whole day. The spans are those of the
 * entry that decides the day (D22).
 */
export function openSql(opening: Opening, { tables, parameters, zones }: Statement): string {
  const ranges = zones.flatMap((zone) => minutesIn(zone, opening).map((range) => ({ zone, ...range })))
  const numbers = [ranges.map(({ day }) => day), ranges.map(({ from }) => from), ranges.map(({ to }) => to)]
  const inZones = parameters.add(
    ranges.map(({ zone }) => zone),
    'text[]',
  )
  const clocks = [inZones, ...numbers.map((list) => parameters.add(list, 'int[]'))]
  // Of the entries that cover a day, the one with the shortest validity decides; on a tie, the last.
  const rank = (entry: string) => `(coalesce((${entry}.entry ->> 2)::float8, 'infinity'), -${entry}.number)`
  const covers = (entry: string) => `(${entry}.entry ->> 0)::int <= at.day and at.day <= (${entry}.entry ->> 1)::int`
  const entries = 'jsonb_array_elements(s.hours) with ordinality'
  return `p.schedule in (select s.key from ${tables.schedule} s where exists (
    select from unnest(${clocks.join(', ')}) as clock(zone, day, first, behind)
    cross join lateral (values (clock.day, clock.first, clock.behind),
      (clock.day - 1, clock.first + ${dayMinutes}, clock.behind + ${dayMinutes})) as at(day, first, behind)
    cross join lateral ${entries} as e(entry, number)
    cross join lateral jsonb_array_elements(e.entry -> 3 -> (((at.day + 3) % 7 + 7) % 7)) as span
    where clock.zone = s.zone and ${covers('e')}
      and (span ->> 0)::int < at.behind and at.first < (span ->> 1)::int
      and not exists (select from ${entries} as o(entry, number) where ${covers('o')} and ${rank('o')} < ${rank('e')})))`
}

/** The days of an opening in a zone, and the minutes of each: the first, and the one behind the last. */
function minutesIn(zone: TimeZoneId, opening: Opening) {
  if ('on' in opening) return opening.on.map((day) => ({ day, from: 0, to: dayMinutes }))
  const reading = highestReading(zone, opening.at)
  const day = Math.floor(reading / dayMillis)
  const minute = Math.floor((reading - day * dayMillis) / 60_000)
  return [{ day, from: minute, to: minute + 1 }]
}
