import type { Place } from '../../client/client.ts'
import { weekdayOf } from '../../src/place/open-hours.ts'
import { type OpenSpan, weekdays } from '../../src/place/place.ts'

export { entryOn, inPrecedence, spansOn, weekdayOf } from '../../src/place/open-hours.ts'
export { type OpenSpan, type Weekday, weekdays } from '../../src/place/place.ts'

/** One entry of `openHours`: the spans of each weekday from a day to another. */
export type OpenHours = NonNullable<Place['openHours']>[number]
/** A day of the calendar, `YYYY-MM-DD`, without a zone. */
export type Day = string

const dayMillis = 86_400_000

/** The day so many days later. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00Z`) + days * dayMillis).toISOString().slice(0, 10)
}

/** The Monday of the week that the day is in. */
export function mondayOf(day: Day): Day {
  return addDays(day, -weekdays.indexOf(weekdayOf(day)))
}

/** The spans of a day as they are written, empty where it is closed. */
export function spansText(spans: readonly OpenSpan[]): string {
  return spans.map(({ from, to }) => `${from}–${to}`).join(', ')
}

/** The present day in a time zone. */
export function today(now: Date, timeZone?: string): Day {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
}
