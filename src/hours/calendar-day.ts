import { LruCache } from '../common/lru-cache.ts'
import { dayMillis, weekdayNumber } from '../place/dates.ts'

/** A day in the form that selectors examine. */
export interface CalendarDay {
  readonly year: number
  /** From 1. */
  readonly month: number
  readonly day: number
  /** The week number of ISO 8601. */
  readonly week: number
}

/** Returns true if a rule applies to the day. */
export type DaySelector = (day: CalendarDay) => boolean

/** The first and the last of consecutive years; the last may be infinite. */
export type YearRange = readonly [first: number, last: number]

/** Returns a date in days since 1970-01-01. */
export function dayIn(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / dayMillis
}

/** The days of recently used years, since computing them takes longer than examining them. */
const knownYears = new LruCache<number, readonly CalendarDay[]>(64, () => 1)

export function daysOf(year: number): readonly CalendarDay[] {
  return knownYears.getOrMake(year, () => {
    const [first, behind] = [dayIn(year, 1, 1), dayIn(year + 1, 1, 1)]
    return Array.from({ length: behind - first }, (_, at) => calendarDay(first + at))
  })
}

export function calendarDay(number: number): CalendarDay {
  const date = new Date(number * dayMillis)
  const year = date.getUTCFullYear()
  // A day belongs to the week of its Thursday (ISO 8601).
  const thursday = number - weekdayNumber(number) + 3
  const firstOfYear = dayIn(new Date(thursday * dayMillis).getUTCFullYear(), 1, 1)
  const week = Math.floor((thursday - firstOfYear) / 7) + 1
  return { year, month: date.getUTCMonth() + 1, day: date.getUTCDate(), week }
}

/** Returns true if the selector applies to a day of the years. */
export function occursIn([first, last]: YearRange, selects: DaySelector): boolean {
  // Of eight consecutive years, at least one has a 29 February and at least one a week 53.
  for (let year = first; year <= Math.min(last, first + 7); year++) if (daysOf(year).some(selects)) return true
  return false
}
