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

/** Says that a validity has no end where that may not be left out (D22). */
export const noEnd = '9999-12-31'

/**
 * The entries as the service wants them: by their beginning, and each but the last with an end. Of several without end
 * the last has one too: all end on the same day, so that the one that begins later is the shorter and wins (D22).
 */
export function inOrder(entries: readonly OpenHours[]): OpenHours[] {
  const sorted = entries.toSorted((one, other) => compare(one.validFrom ?? '', other.validFrom ?? ''))
  const last = sorted.filter(isEndless).length > 1 ? undefined : sorted.at(-1)
  return sorted.map((entry) => (entry.validTo || entry === last ? entry : { ...entry, validTo: noEnd }))
}

function isEndless({ validTo }: OpenHours): boolean {
  return !validTo || validTo === noEnd
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** How an entry is thought of: a single day, some weeks, or the ordinary hours that hold without end. */
export type EntryKind = 'day' | 'period' | 'ordinary'

/** Which days an entry is for, told by the ends that it has. */
export function kindOf({ validFrom, validTo = noEnd }: OpenHours): EntryKind {
  if (validFrom && validFrom === validTo) return 'day'
  return validFrom === '' || validTo !== noEnd ? 'period' : 'ordinary'
}

/** Whether an entry has its days: those of a new period are empty texts until they are given. */
export function isDated({ validFrom, validTo }: OpenHours): boolean {
  return validFrom !== '' && validTo !== ''
}
