import { type TimeZoneId, timeZoneAt } from '../geo/time-zone.ts'
import { dayMillis, dayMinutes, dayText } from '../place/dates.ts'
import { decidedSpans, inPrecedence, minutes, spansOn } from '../place/open-hours.ts'
import type { Instant, LonLat, OpenHours, PlaceView } from '../place/place.ts'
import { firstReaching, highestReading, type Reading, type ZoneClock, zoneClock } from './zone-clock.ts'

/** The opening hours of a place with their time zone. */
export interface LocalHours {
  readonly entries: readonly OpenHours[]
  readonly zone: TimeZoneId
}

/** A period during which a place is open. */
export interface ResolvedSpan {
  /** The local day on which it begins, `YYYY-MM-DD`. */
  readonly day: string
  readonly from: Instant
  /** Exclusive. */
  readonly to: Instant
}

/** 0000-01-01 and 9999-12-31, in days since 1970-01-01. Days outside cannot be written in four digits. */
const dayBounds = { first: -719_528, last: 2_932_896 } as const
/** The number of days ahead in which a change is sought. */
const changeDaysMax = 366

/** Returns the opening hours of a place with its time zone; without hours, there are no entries. */
export function localHours({ openHours, geolocation }: Pick<PlaceView, 'openHours' | 'geolocation'>): LocalHours {
  const position: LonLat = geolocation.geometry.coordinates
  return { entries: openHours ?? [], zone: timeZoneAt(position) }
}

/** Returns the spans that overlap the time between two instants, in the order of their start (D22). */
export function spansBetween(hours: LocalHours, from: Instant, to: Instant): ResolvedSpan[] {
  const found: ResolvedSpan[] = []
  for (const span of spansAlong(hours, from, to)) if (span.from < to && span.to > from) found.push(span)
  return found
}

/** Returns true if a place is open at an instant. */
export function isOpenAt(hours: LocalHours, instant: Instant): boolean {
  return spansBetween(hours, instant, instant + 1).length > 0
}

/** Returns true if a span overlaps a day at the place, in days since 1970-01-01: one of that day, or of the night before. */
export function isOpenOn(entries: readonly OpenHours[], day: number): boolean {
  const precedence = inPrecedence(entries)
  const spansOf = (number: number) => (decidedSpans(precedence, dayText(number)) ?? []).map(minutes)
  return spansOf(day).length > 0 || spansOf(day - 1).some(({ to }) => to > dayMinutes)
}

/** Returns true if a place is open at an instant; undefined if its hours do not cover that day. */
export function openOrUnknown(hours: LocalHours, instant: Instant): boolean | undefined {
  if (isOpenAt(hours, instant)) return true
  const day = dayText(dayOf(highestReading(hours.zone, instant)))
  return spansOn(hours.entries, day) === undefined ? undefined : false
}

/**
 * Returns the next closing time of a place that is open at an instant, or the next opening time of one that is not.
 * Adjacent spans count as one. Returns undefined if there is none within `changeDaysMax` days.
 */
export function nextChange(hours: LocalHours, instant: Instant): Instant | undefined {
  const horizon = instant + changeDaysMax * dayMillis
  let openUntil: Instant | undefined
  for (const { from, to } of spansAlong(hours, instant, horizon, joined)) {
    if (to <= instant) continue
    const isApart = from > (openUntil ?? instant)
    if (isApart) return within(openUntil ?? from, horizon)
    openUntil = Math.max(openUntil ?? to, to)
  }
  return openUntil === undefined ? undefined : within(openUntil, horizon)
}

function within(instant: Instant, horizon: Instant): Instant | undefined {
  return instant < horizon ? instant : undefined
}

/** Returns the day of a reading, counted from 1970-01-01. */
function dayOf(reading: Reading): number {
  return Math.floor(reading / dayMillis)
}

/** Minutes from local midnight. */
type Minutes = ReturnType<typeof minutes>

/** Merges sorted spans that touch or overlap, since a day may have a thousand of them. */
function joined(spans: readonly Minutes[]): readonly Minutes[] {
  const apart: Minutes[] = []
  for (const { from, to } of spans) {
    const last = apart.at(-1)
    if (last && from <= last.to) apart[apart.length - 1] = { from: last.from, to: Math.max(last.to, to) }
    else apart.push({ from, to })
  }
  return apart
}

/**
 * Yields the spans that begin on the local days from the one before `from` to that of `to`, in the order of their
 * start.
 */
function* spansAlong(
  { entries, zone }: LocalHours,
  from: Instant,
  to: Instant,
  prepare = (spans: readonly Minutes[]) => spans,
): Generator<ResolvedSpan> {
  if (entries.length === 0) return
  const clock = zoneClock(zone, from, to)
  const first = Math.max(dayOf(highestReading(zone, from)) - 1, dayBounds.first)
  const last = Math.min(dayOf(highestReading(zone, to)), dayBounds.last)
  const precedence = inPrecedence(entries)
  const preparedOn = (day: string) => prepare((decidedSpans(precedence, day) ?? []).map(minutes))
  for (let day = first; day <= last; day++) yield* spansOfDay(preparedOn, day, clock)
}

function* spansOfDay(
  preparedOn: (day: string) => readonly Minutes[],
  number: number,
  clock: ZoneClock,
): Generator<ResolvedSpan> {
  const day = dayText(number)
  const midnight = number * dayMillis
  for (const { from, to } of preparedOn(day)) {
    const resolved = {
      day,
      from: firstReaching(clock, midnight + from * 60_000),
      to: firstReaching(clock, midnight + to * 60_000),
    }
    // A span within a skipped hour is empty.
    if (resolved.from < resolved.to) yield resolved
  }
}
