import type { Instant, InstantText } from './place.ts'

/** A date of the grammar in a text: the closed interval of its precision, and the index after its last character. */
interface DateReading {
  readonly from: Instant
  /** The last millisecond of the date. */
  readonly to: Instant
  readonly end: number
}

/** The forms of a date, for error messages. */
export const dateForms =
  'a date such as 2026-01-31, or a date and time with its offset such as 2026-01-31T10:00Z or 2026-01-31T10:00:00+01:00'

export const dayMillis = 86_400_000
export const dayMinutes = 1440
const firstInstant = -62_167_219_200_000
const lastInstant = 253_402_300_799_999

/** Builds the pattern for a date with these separators and an optional time with its offset. */
function formOf(dash: string, colon: string): RegExp {
  const day = String.raw`(\d{4})${dash}(\d\d)${dash}(\d\d)`
  const hour = String.raw`([01]\d|2[0-3])`
  const minute = String.raw`([0-5]\d)`
  const seconds = String.raw`(?:${colon}([0-5]\d)(?:\.(\d{1,9}))?)?`
  return new RegExp(`${day}(?:T${hour}${colon}${minute}${seconds}(?:Z|([+-])${hour}:${minute}))?`, 'y')
}
const extendedForm = formOf('-', ':')
const basicForm = formOf('', '')

/**
 * Reads the longest date of the grammar (the Dates table of the specification, D29, D30) that begins at `start`.
 * Returns undefined if there is none. A time without an offset is not part of a date, so only the day is read then.
 */
export function readDate(text: string, start: number): DateReading | undefined {
  const isExtended = text[start + 4] === '-'
  const form = isExtended ? extendedForm : basicForm
  form.lastIndex = start
  const parts = form.exec(text)
  if (parts === null) return undefined
  const [, year, month, day, hour, minute, second, fraction, sign, offsetHours, offsetMinutes] = parts
  const date = new Date(0)
  const midnight = date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined
  if (hour !== undefined) {
    const minutes = Number(hour) * 60 + Number(minute)
    const offset = sign === undefined ? 0 : Number(`${sign}1`) * (Number(offsetHours) * 60 + Number(offsetMinutes))
    // Go and .NET omit trailing zeros. Digits beyond milliseconds are dropped.
    const millis = Number(fraction?.slice(0, 3).padEnd(3, '0') ?? 0)
    const from = midnight + (minutes - offset) * 60_000 + Number(second ?? 0) * 1000 + millis
    const to = from + (fraction !== undefined ? 0 : second !== undefined ? 999 : 59_999)
    if (from >= firstInstant && to <= lastInstant) return { from, to, end: form.lastIndex }
  }
  return { from: midnight, to: midnight + dayMillis - 1, end: start + (isExtended ? 10 : 8) }
}

/** Parses a text that consists of exactly one date; returns undefined for any other. */
export function parseDate(text: string): DateReading | undefined {
  const reading = readDate(text, 0)
  return reading?.end === text.length ? reading : undefined
}

/** Returns the first instant of a written date (D29), or undefined if the text is not a date. */
export function parseInstant(text: string): Instant | undefined {
  return parseDate(text)?.from
}

const dayForm = /(?<!\d)(?:\d{4}-\d\d-\d\d|\d{8})(?!\d)/g
const impossibleTime = /T(?:(?!(?:[01]\d|2[0-3]):?[0-5])\d\d:?\d\d|\d\d:?\d\d:?[6-9]\d)/
const timeWithoutOffset = /T\d\d(?::?\d\d){1,2}(?:\.\d+)?(?=$|-(?!\d\d:\d\d(?!\d)))/

/** Classifies the fault of a text that is neither a date nor a range of dates; returns undefined if no class fits. */
export function dateFault(text: string): 'no-such-day' | 'no-such-time' | 'no-offset' | undefined {
  const impossible = text.match(dayForm)?.some((day) => parseDate(day) === undefined)
  if (impossible) return 'no-such-day'
  if (impossibleTime.test(text)) return 'no-such-time'
  return timeWithoutOffset.test(text) ? 'no-offset' : undefined
}

/** Formats an instant of the years 0000 to 9999 as in every response: `YYYY-MM-DDTHH:mm:ss.fffffZ`. */
export function formatInstant(instant: Instant): InstantText {
  return new Date(instant).toISOString().replace('Z', '00Z')
}

/** Returns the instant, or the nearest one of the years 0000 to 9999, which `formatInstant` can write. */
export function nearestWritten(instant: Instant): Instant {
  return Math.min(Math.max(instant, firstInstant), lastInstant)
}

/** Returns the number of a day, counted from 1970-01-01; undefined if the text is missing or not a day. */
export function dayNumber(day: string | undefined): number | undefined {
  const instant = day === undefined ? undefined : parseInstant(day)
  return instant === undefined ? undefined : instant / dayMillis
}

/** Formats a day number as `YYYY-MM-DD`, or as the nearest day of the years 0000 to 9999. */
export function dayText(number: number): string {
  return formatInstant(nearestWritten(number * dayMillis)).slice(0, 10)
}

/** Returns the weekday of a day number; 0 is Monday. */
export function weekdayNumber(day: number): number {
  // 1970-01-01 was a Thursday. The remainder for earlier days is negative.
  return (((day + 3) % 7) + 7) % 7
}

/** Returns the day that lies so many days after another, both `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * dayMillis).toISOString().slice(0, 10)
}

/** Returns true if the text is an existing day as opening hours write it, `YYYY-MM-DD`. */
export function isLocalDate(text: string): boolean {
  return text.length === 10 && text[4] === '-' && parseDate(text) !== undefined
}
