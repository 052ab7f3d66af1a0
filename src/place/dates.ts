import type { Instant, InstantText } from './place.ts'

/** A date of the grammar in a text: the closed interval of its precision, and the index behind its last character. */
export interface DateReading {
  readonly from: Instant
  /** The last millisecond that belongs to it. */
  readonly to: Instant
  readonly end: number
}

/** A time of day with its offset. */
interface TimeReading {
  /** From the midnight of UTC; negative or past the day where the offset says so. */
  readonly millis: number
  /** Of its precision, in milliseconds. */
  readonly length: number
  readonly end: number
}

/** What a date is, for a message about what is none. */
export const dateForms =
  'a date such as 2026-01-31, or a date and time with its offset such as 2026-01-31T10:00Z or 2026-01-31T10:00:00+01:00'

const dayMillis = 86_400_000
const firstInstant = -62_167_219_200_000
const lastInstant = 253_402_300_799_999
const fractionDigits = { min: 3, max: 9 } as const
const plus = 43
const minus = 45
const point = 46
const zero = 48
const colon = 58
const letterT = 84
const letterZ = 90

/**
 * Reads the longest date of the grammar (the Dates table of the specification, D29, D30) that begins at `start`, or
 * gives undefined when none does. A time without offset is no part of it: then the day alone is read.
 */
export function readDate(text: string, start: number): DateReading | undefined {
  const extended = text.charCodeAt(start + 4) === minus
  const year = digits(text, start, 4)
  const month = digits(text, start + (extended ? 5 : 4), 2)
  const day = digits(text, start + (extended ? 8 : 6), 2)
  if (year < 0 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined
  if (extended && text.charCodeAt(start + 7) !== minus) return undefined
  const end = start + (extended ? 10 : 8)
  const midnight = daysSinceEpoch(year, month, day) * dayMillis
  const time = text.charCodeAt(end) === letterT ? readTime(text, end + 1, extended) : undefined
  if (time) {
    const from = midnight + time.millis
    if (from >= firstInstant && from + time.length - 1 <= lastInstant) {
      return { from, to: from + time.length - 1, end: time.end }
    }
  }
  return { from: midnight, to: midnight + dayMillis - 1, end }
}

/** The interval of a text that is one date and nothing else, or undefined. */
export function parseDate(text: string): DateReading | undefined {
  const reading = readDate(text, 0)
  return reading?.end === text.length ? reading : undefined
}

/** The first instant of a date as it is written (D29), or undefined when the text is no date. */
export function parseInstant(text: string): Instant | undefined {
  return parseDate(text)?.from
}

const dayForm = /(?<!\d)(?:\d{4}-\d\d-\d\d|\d{8})(?!\d)/g
const impossibleTime = /T(?:(?!(?:[01]\d|2[0-3]):?[0-5])\d\d:?\d\d|\d\d:?\d\d:?[6-9]\d)/
const timeWithoutOffset = /T\d\d(?::?\d\d){1,2}(?:\.\d+)?(?=$|-(?!\d\d:\d\d(?!\d)))/

/** What is wrong with a text that is neither a date nor a range of dates; `otherwise` where that is nothing in particular. */
export function dateFault(text: string, otherwise = `must be ${dateForms}`): string {
  const impossible = text.match(dayForm)?.some((day) => parseDate(day) === undefined)
  if (impossible) return 'must have a day that exists'
  if (impossibleTime.test(text)) return 'must have a time from 00:00 to 23:59:59 (24:00 is 00:00 of the next day)'
  if (timeWithoutOffset.test(text)) return 'must have an offset behind its time, as in 10:00Z or 10:00+01:00'
  return otherwise
}

/**
 * An instant of the years 0000 to 9999 in the format of every answer: `YYYY-MM-DDTHH:mm:ss.fffffZ`. Every write of an
 * import needs several. The text is made in one piece: parts put together are a rope, over which `JSON.stringify` leaves
 * its fast way for the whole document.
 */
export function formatInstant(instant: Instant): InstantText {
  const days = Math.floor(instant / dayMillis)
  const { year, month, day } = civilDay(days)
  const millis = instant - days * dayMillis
  const hour = Math.floor(millis / 3_600_000)
  const minute = Math.floor(millis / 60_000) % 60
  const second = Math.floor(millis / 1000) % 60
  // biome-ignore format: the characters stand as they are written
  return String.fromCharCode(
    digit(year, 1000), digit(year, 100), digit(year, 10), digit(year, 1),
    minus, digit(month, 10), digit(month, 1), minus, digit(day, 10), digit(day, 1),
    letterT, digit(hour, 10), digit(hour, 1), colon, digit(minute, 10), digit(minute, 1),
    colon, digit(second, 10), digit(second, 1), point, digit(millis, 100), digit(millis, 10), digit(millis, 1),
    zero, zero, letterZ,
  )
}

/** The instant, or the nearest one of the years 0000 to 9999, which `formatInstant` can write. */
export function nearestWritten(instant: Instant): Instant {
  return Math.min(Math.max(instant, firstInstant), lastInstant)
}

/** Whether the text is a day as opening hours write it, `YYYY-MM-DD`, that exists. */
export function isLocalDate(text: string): boolean {
  return text.length === 10 && text.charCodeAt(4) === minus && parseDate(text) !== undefined
}

function readTime(text: string, start: number, extended: boolean): TimeReading | undefined {
  const gap = extended ? 1 : 0
  const hour = digits(text, start, 2)
  const minute = digits(text, start + 2 + gap, 2)
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return undefined
  if (extended && text.charCodeAt(start + 2) !== colon) return undefined
  const behind = start + 4 + gap
  const seconds = readSeconds(text, behind, extended)
  if (!seconds) return undefined
  const offset = readOffset(text, seconds.end)
  if (!offset) return undefined
  const millis = (hour * 60 + minute - offset.minutes) * 60_000 + seconds.millis
  return { millis, length: seconds.length, end: offset.end }
}

/** Seconds and their fraction, which may both be absent; undefined when they are there and wrong. */
function readSeconds(text: string, start: number, extended: boolean): TimeReading | undefined {
  const there = extended ? text.charCodeAt(start) === colon : digits(text, start, 1) >= 0
  if (!there) return { millis: 0, length: 60_000, end: start }
  const at = extended ? start + 1 : start
  const second = digits(text, at, 2)
  if (second < 0 || second > 59) return undefined
  if (text.charCodeAt(at + 2) !== point) return { millis: second * 1000, length: 1000, end: at + 2 }
  let end = at + 3
  while (end - at - 3 < fractionDigits.max && digits(text, end, 1) >= 0) end++
  if (end - at - 3 < fractionDigits.min) return undefined
  return { millis: second * 1000 + digits(text, at + 3, 3), length: 1, end }
}

function readOffset(text: string, start: number): { readonly minutes: number; readonly end: number } | undefined {
  const sign = text.charCodeAt(start)
  if (sign === letterZ) return { minutes: 0, end: start + 1 }
  if (sign !== plus && sign !== minus) return undefined
  const hours = digits(text, start + 1, 2)
  const minutes = digits(text, start + 4, 2)
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || text.charCodeAt(start + 3) !== colon) return undefined
  const total = hours * 60 + minutes
  return { minutes: sign === plus ? total : -total, end: start + 6 }
}

/** The number that `count` ASCII digits write, or -1 when they are not all there. */
function digits(text: string, start: number, count: number): number {
  let value = 0
  for (let at = start; at < start + count; at++) {
    const digit = text.charCodeAt(at) - 48
    if (!(digit >= 0 && digit <= 9)) return -1
    value = value * 10 + digit
  }
  return value
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
}

/** A day of the calendar. */
interface CivilDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** The day so many days after 1970-01-01 (Howard Hinnant, civil_from_days). */
function civilDay(daysSinceEpoch: number): CivilDay {
  const shifted = daysSinceEpoch + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return { year, month, day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1 }
}

/** The character of the digit of a whole number that counts `unit`s. */
function digit(value: number, unit: number): number {
  return zero + (Math.floor(value / unit) % 10)
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar (Howard Hinnant, days_from_civil). */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}
