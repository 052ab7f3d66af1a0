import type { TimeZoneId } from '../geo/time-zone.ts'
import { dayMillis } from '../place/dates.ts'
import type { Instant } from '../place/place.ts'

/** The time on a wall clock, in milliseconds as if it were UTC: 0 is 1970-01-01 00:00. */
export type Reading = number

/** A period during which the clocks of a zone do not change. */
interface Stretch {
  readonly from: Instant
  /** Exclusive. */
  readonly to: Instant
  /** Reading minus instant. */
  readonly offset: number
}

/** The clocks of a zone during some time, as consecutive stretches; the first and the last are open. */
export type ZoneClock = readonly Stretch[]

/** Clocks change by less than this, so earlier changes have no effect. */
const changeMax = 2 * dayMillis

/** From here on, every zone is a whole number of minutes away from UTC, and changes at a whole minute. */
const wholeMinutesSince = Date.UTC(1973, 0, 1)

/** Returns one instant for all instants at which any hours written in hours and minutes are equally open or closed. */
export function openMoment(instant: Instant): Instant {
  return instant < wholeMinutesSince ? instant : instant - (instant % 60_000)
}

/** Returns the clocks of a zone from one instant to another. */
export function zoneClock(zone: TimeZoneId, from: Instant, to: Instant): ZoneClock {
  const stretches: Stretch[] = []
  let start = Number.NEGATIVE_INFINITY
  for (let at: Temporal.ZonedDateTime | null = zoned(zone, from - changeMax); at !== null; ) {
    const next: Temporal.ZonedDateTime | null = at.getTimeZoneTransition('next')
    const end = next === null || next.epochMilliseconds > to + changeMax ? undefined : next.epochMilliseconds
    stretches.push({ from: start, to: end ?? Number.POSITIVE_INFINITY, offset: at.offsetNanoseconds / 1e6 })
    if (end === undefined) break
    start = end
    at = next
  }
  return stretches
}

/**
 * Returns the instant at which the clock first shows a time or a later one. Clocks set forward skip times, which are
 * then reached at once. Clocks set back show times twice, and the first counts.
 */
export function firstReaching(clock: ZoneClock, reading: Reading): Instant {
  for (const { from, to, offset } of clock) {
    if (reading < to + offset) return Math.max(from, reading - offset)
  }
  throw new RangeError('the last stretch of a clock must be open')
}

/**
 * Returns the latest time that the clocks of a zone have shown up to an instant. A time `t` has come if `t <=
 * highestReading`. This equals `firstReaching(t) <= instant`, but needs only the clock at the instant.
 */
export function highestReading(zone: TimeZoneId, instant: Instant): Reading {
  const now = zoned(zone, instant)
  const reading = instant + now.offsetNanoseconds / 1e6
  const changed = zoned(zone, instant + 1).getTimeZoneTransition('previous')?.epochMilliseconds
  if (changed === undefined || changed < instant - changeMax) return reading
  return Math.max(reading, changed - 1 + zoned(zone, changed - 1).offsetNanoseconds / 1e6)
}

function zoned(zone: TimeZoneId, instant: Instant): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
}
