import type { TimeZoneId } from '../geo/time-zone.ts'
import {
  type LocalHours,
  localHours,
  nextChange,
  openOrUnknown,
  type ResolvedSpan,
  spansBetween,
} from '../hours/open-spans.ts'
import { firstReaching, highestReading, type ZoneClock, zoneClock } from '../hours/zone-clock.ts'
import { formatInstant, nearestWritten } from '../place/dates.ts'
import type { Instant, InstantText, PlaceView } from '../place/place.ts'
import { type Bound, type HoursWindow, hoursLimits } from './hours-window.ts'

/** The opening hours of a place, resolved. */
export interface PlaceHours {
  readonly timeZone: TimeZoneId
  /** Absent when the hours of the place say nothing about now. */
  readonly openNow?: boolean
  /** When it next closes if it is open now, or opens if not; absent when it does not within a year. */
  readonly nextChange?: InstantText
  readonly spans: readonly {
    /** The day at the place on which it begins, `YYYY-MM-DD`. */
    readonly day: string
    readonly from: InstantText
    /** Exclusive. What lies beyond the years 0000 to 9999 is not told. */
    readonly to: InstantText
  }[]
}

const dayMillis = 86_400_000

/** The hours of a place in the time that is asked for, and what they say of the present moment. */
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

/** As much of a span as lies in the years that can be written, which may be nothing. */
function written({ day, ...span }: ResolvedSpan): PlaceHours['spans'] {
  const [from, to] = [nearestWritten(span.from), nearestWritten(span.to)]
  return from < to ? [{ day, from: formatInstant(from), to: formatInstant(to) }] : []
}

/** The instants from which and up to which the spans are wanted. */
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
