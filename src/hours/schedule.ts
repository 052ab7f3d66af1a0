import { dayMillis, dayMinutes, dayNumber, weekdayNumber } from '../place/dates.ts'
import { minutes } from '../place/open-hours.ts'
import { type Instant, type OpenHours, weekdays } from '../place/place.ts'
import type { Reading } from './zone-clock.ts'

/**
 * Opening hours as integers, which are judged without reading any text, one entry after another:
 *
 *     length of the entry in integers
 *     first and last day of validity, in days since 1970-01-01, both inclusive
 *     for each weekday from Monday on: number of its spans
 *     for each of these spans in the same order: first minute, minute behind the last, from local midnight
 */
export type ScheduleCodes = Int32Array

/** The bounds of a validity without a beginning or an end. */
const open = { from: -0x80000000, to: 0x7fffffff } as const
const firstCount = 3
const headLength = firstCount + weekdays.length

/** An instant at which a place is open, or days, in days since 1970-01-01, on one of which it is. */
export type Opening = { readonly at: Instant } | { readonly on: readonly number[] }

/** Encodes opening hours that obey D22 as integers. */
export function encodeSchedule(entries: readonly OpenHours[]): number[] {
  return entries.flatMap(({ validFrom, validTo, days = {} }) => {
    const spans = weekdays.map((weekday) => (days[weekday] ?? []).map(minutes))
    const rest = [
      dayNumber(validFrom) ?? open.from,
      dayNumber(validTo) ?? open.to,
      ...spans.map(({ length }) => length),
      ...spans.flat().flatMap(({ from, to }) => [from, to]),
    ]
    return [rest.length + 1, ...rest]
  })
}

/** Like `isOpenAt`, for the schedule from index `start` to `end`, with the highest reading of its zone. */
export function isScheduledOpen(codes: ScheduleCodes, start: number, end: number, highest: Reading): boolean {
  const day = Math.floor(highest / dayMillis)
  const minute = Math.floor((highest - day * dayMillis) / 60_000)
  return overlaps(codes, [start, end], day, [minute, minute + 1])
}

/** Like `isOpenOn`, for the schedule from index `start` to `end`. */
export function isScheduledOpenOn(codes: ScheduleCodes, start: number, end: number, day: number): boolean {
  return overlaps(codes, [start, end], day, [0, dayMinutes])
}

/** The first number of a range, and the one behind its last. */
type Range = readonly [from: number, to: number]

/** Returns true if a span of the day, or one of the day before that passes midnight, overlaps minutes of the day. */
function overlaps(codes: ScheduleCodes, schedule: Range, day: number, [from, to]: Range): boolean {
  return (
    hasSpan(codes, schedule, day, [from, to]) || hasSpan(codes, schedule, day - 1, [from + dayMinutes, to + dayMinutes])
  )
}

/** Returns true if a span that begins on the day overlaps minutes that are counted from its midnight. */
function hasSpan(codes: ScheduleCodes, [start, end]: Range, day: number, [from, to]: Range): boolean {
  const entry = deciding(codes, start, end, day)
  if (entry < 0) return false
  const weekday = weekdayNumber(day)
  let at = entry + headLength
  for (let before = 0; before < weekday; before++) at += 2 * codes[entry + firstCount + before]!
  const behind = at + 2 * codes[entry + firstCount + weekday]!
  for (; at < behind; at += 2) if (codes[at]! < to && from < codes[at + 1]!) return true
  return false
}

/**
 * Returns the index of the entry that decides a day, or -1: the one with the shortest validity; on a tie, the later one
 * (D22).
 */
function deciding(codes: ScheduleCodes, start: number, end: number, day: number): number {
  let winner = -1
  let shortest = Number.POSITIVE_INFINITY
  for (let entry = start; entry < end; entry += codes[entry]!) {
    const [from, to] = [codes[entry + 1]!, codes[entry + 2]!]
    if (day < from || day > to) continue
    const length = from === open.from || to === open.to ? Number.POSITIVE_INFINITY : to - from
    if (length > shortest) continue
    winner = entry
    shortest = length
  }
  return winner
}
