import type { TimeZoneId } from '../geo/time-zone.ts'
import { dayMillis } from '../place/dates.ts'
import type { Instant } from '../place/place.ts'

/** What a clock on the wall shows, in milliseconds, as if it hung in UTC: 0 is 1970-01-01 00:00. */
export type Reading = number

/** A time during which the clocks of a zone are not changed. */
interface Stretch {
  readonly from: Instant
  /** Exclusive. */
  readonly to: Instant
  /** Reading minus instant. */
  readonly offset: number
}

/** The clocks of a zone during some time, as stretches that follow one another; the first and the last are open. */
export type ZoneClock = readonly Stretch[]

/** Clocks are changed by less than this, so that nothing before has a say. */
const changeMax = 2 * dayMillis

/** From here on every zone is a whole number of minutes away from UTC, and is changed at a whole minute. */
const wholeMinutesSince = Date.UTC(1973, 0, 1)

/** The same for instants at which whatever is written in hours and minutes is equally open or closed. */
export function openMoment(instant: Instant): Instant {
  return instant < wholeMinutesSince ? instant : instant - (instant % 60_000)
}

/** The clocks of a zone from one instant to another. */
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
 * The instant at which the clock first shows a time, or a later one: what is set forward skips times, which are then
 * reached at once, and what is set back shows times twice, of which the first counts.
 */
export function firstReaching(clock: ZoneClock, reading: Reading): Instant {
  for (const { from, to, offset } of clock) {
    if (reading < to + offset) return Math.max(from, reading - offset)
  }
  throw new RangeError('the last stretch of a clock must be open')
}

/**
 * The latest time that the clocks of a zone have shown up to an instant. A time `t` has come when `t <= highestReading`,
 * which is the same as `firstReaching(t) <= instant`, and needs no clock but that of the instant.
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
