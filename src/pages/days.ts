import { LruCache } from '../common/lru-cache.ts'
import { addDays } from '../place/dates.ts'
import { weekdayOf } from '../place/open-hours.ts'
import { type OpenSpan, weekdays } from '../place/place.ts'
import type { hoursWords } from './hours-words.ts'

/** A day of the calendar, `YYYY-MM-DD`, without a zone. */
export type Day = string

export { addDays }

/** The Monday of the week that the day is in. */
export function mondayOf(day: Day): Day {
  return addDays(day, -weekdays.indexOf(weekdayOf(day)))
}

/** A day of the six after the present one, tomorrow by that name, as a sentence says it; undefined for any later. */
export function soonText(
  day: Day,
  present: Day,
  { tomorrow, onDays }: Pick<(typeof hoursWords)['en'], 'tomorrow' | 'onDays'>,
): string | undefined {
  if (day === addDays(present, 1)) return tomorrow
  return day < addDays(present, 7) ? onDays[weekdayOf(day)] : undefined
}

/** The spans of a day as they are written, empty where it is closed. */
export function spansText(spans: readonly OpenSpan[]): string {
  return spans.map(({ from, to }) => `${from}–${to}`).join(', ')
}

/** Those that were asked for last: the time zones of places make many, each of which takes memory. */
const formats = new LruCache<string, Intl.DateTimeFormat>(256, () => 1)

/** A format of dates, kept: to make one takes as long as to use it 100 times. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return formats.getOrMake(JSON.stringify([locale, options]), () => new Intl.DateTimeFormat(locale, options))
}

/** Returns an instant as people write it, by the clocks of a time zone; '' for none. */
export function momentText(locale: string, instant: string, timeZone: string): string {
  if (instant === '') return ''
  return dateFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant))
}

/** Returns the local date and time of a time zone, `2026-11-26 09:30`. */
export function localText(now: Date | number, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone }
  return dateFormat('sv-SE', { ...zone, dateStyle: 'short', timeStyle: 'short' }).format(now)
}

/** The present day in a time zone. */
export function today(now: Date | number, timeZone?: string): Day {
  return localText(now, timeZone).slice(0, 10)
}

/** The minutes since midnight that a clock in a time zone shows. */
export function minuteOfDay(now: Date | number, timeZone?: string): number {
  const [hour, minute] = localText(now, timeZone).slice(11).split(':').map(Number)
  return (hour ?? 0) * 60 + (minute ?? 0)
}
