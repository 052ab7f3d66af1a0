import { named, reason } from '../../common/reason.ts'
import type { TimeZoneId } from '../../geo/time-zone.ts'
import {
  type LocalHours,
  localHours,
  nextChange,
  openOrUnknown,
  type ResolvedSpan,
  spansBetween,
} from '../../hours/open-spans.ts'
import { firstReaching, highestReading, type ZoneClock, zoneClock } from '../../hours/zone-clock.ts'
import { dateFault, dayMillis, formatInstant, nearestWritten, parseDate } from '../../place/dates.ts'
import type { Instant, InstantText, PlaceView } from '../../place/place.ts'
import { cut, invalidParameter, withOffset } from '../parse/raw-query.ts'
import type { ParameterSpec, ParameterValues } from '../parse/read-parameters.ts'

/** The most days of opening hours in a response, and the default number of days. */
export const hoursLimits = { daysMax: 100, days: 7 } as const

/** The parameters of the opening hours of a place. */
export const hoursSpec = {
  from: {
    form: 'text',
    description:
      'From when: a day at the place, or a date and time with its offset. Without it, from the present day at the place.',
    example: '2026-12-21',
  },
  to: {
    form: 'text',
    description: `Until when, inclusive; at most ${hoursLimits.daysMax} days later. Without it, ${hoursLimits.days} days.`,
    example: '2026-12-27',
  },
} as const satisfies ParameterSpec

/** One end of the requested time. */
interface Bound {
  /** The first and the last millisecond. For a day, both are readings of the clocks at the place. */
  readonly first: number
  readonly last: number
  /** True for a day at the place, false for an instant. */
  readonly isDay: boolean
}

/** The time whose opening hours are requested. A missing end is undefined. */
export interface HoursWindow {
  readonly from: Bound | undefined
  readonly to: Bound | undefined
}

/** Reads the requested time; throws a Problem if its ends are not dates, in the wrong order or too far apart. */
export function readHoursWindow(given: ParameterValues<typeof hoursSpec>, now: Instant): HoursWindow {
  const from = readBound('from', given.from)
  const to = readBound('to', given.to)
  const start = from?.first ?? now
  const got = cut(given.to ?? '')
  if (to && to.last < (from ? start : start - dayMillis)) {
    throw invalidParameter(named('to', reason('before-from', { got })))
  }
  if (to && to.last - start > hoursLimits.daysMax * dayMillis) {
    throw invalidParameter(named('to', reason('days-after-from', { max: hoursLimits.daysMax, got })))
  }
  return { from, to }
}

/** Reads one end of a time; throws a Problem if it is no date. */
export function readBound(name: 'from' | 'to', text: string | undefined): Bound | undefined {
  if (text === undefined) return undefined
  const date = withOffset(text.trim())
  const reading = parseDate(date)
  if (!reading) throw invalidParameter(named(name, reason(dateFault(date) ?? 'date', { got: cut(text) })))
  return { first: reading.from, last: reading.to, isDay: !text.includes('T') }
}

/** The resolved opening hours of a place. */
export interface PlaceHours {
  readonly timeZone: TimeZoneId
  /** Absent if the hours of the place do not cover the present moment. */
  readonly openNow?: boolean
  /** The next closing time if it is open now, else the next opening time; absent if there is none within a year. */
  readonly nextChange?: InstantText
  readonly spans: readonly {
    /** The day at the place on which the span begins, `YYYY-MM-DD`. */
    readonly day: string
    readonly from: InstantText
    /** Exclusive. Anything beyond the years 0000 to 9999 is omitted. */
    readonly to: InstantText
  }[]
}

/** Resolves the hours of a place in the requested time, and its state at the present moment. */
export function placeHours(
  place: Pick<PlaceView, 'openHours' | 'geolocation'>,
  window: HoursWindow,
  now: Instant,
): PlaceHours {
  const hours = localHours(place)
  const [from, to] = endsOf(window, hours, now)
  const openNow = openOrUnknown(hours, now)
  const change = nextChange(hours, now)
  return {
    timeZone: hours.zone,
    ...(openNow !== undefined && { openNow }),
    ...(change !== undefined && { nextChange: formatInstant(change) }),
    spans: spansBetween(hours, from, to).flatMap(written),
  }
}

/** Returns the part of a span within the years that can be written, which may be empty. */
function written({ day, ...span }: ResolvedSpan): PlaceHours['spans'] {
  const [from, to] = [nearestWritten(span.from), nearestWritten(span.to)]
  return from < to ? [{ day, from: formatInstant(from), to: formatInstant(to) }] : []
}

/** Returns the instants between which spans are wanted. */
function endsOf({ from, to }: HoursWindow, { zone }: LocalHours, now: Instant): [Instant, Instant] {
  const present = highestReading(zone, now)
  const midnight = present - (((present % dayMillis) + dayMillis) % dayMillis)
  const first = from ?? { first: midnight, last: midnight + dayMillis - 1, isDay: true }
  const last = to ?? { ...first, last: first.first + hoursLimits.days * dayMillis - 1 }
  const clock = zoneClock(zone, first.first - dayMillis, last.last + dayMillis)
  return [instantOf(first, first.first, clock), instantOf(last, last.last + 1, clock)]
}

function instantOf({ isDay }: Bound, end: number, clock: ZoneClock): Instant {
  return isDay ? firstReaching(clock, end) : end
}
