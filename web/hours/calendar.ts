import type { Place } from '../../client/client.ts'

/** One entry of `openHours`: the spans of each weekday from a day to another. */
export type OpenHours = NonNullable<Place['openHours']>[number]
/** Local times `HH:mm`; `to` at or before `from` is on the next day. */
export type OpenSpan = { from: string; to: string }
/** The days of a week as `openHours` names them, Monday first. */
export const weekdays = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const
export type Weekday = (typeof weekdays)[number]
/** A day of the calendar, `YYYY-MM-DD`, without a zone. */
export type Day = string

const dayMillis = 86_400_000

/** The number of a day since 1970-01-01. */
function dayNumber(day: Day): number {
  return Math.floor(Date.parse(`${day}T00:00Z`) / dayMillis)
}

/** The day so many days later. */
export function addDays(day: Day, days: number): Day {
  return new Date((dayNumber(day) + days) * dayMillis).toISOString().slice(0, 10)
}

/** The day of the week on which a day falls. */
export function weekdayOf(day: Day): Weekday {
  // 1970-01-01 was a Thursday.
  return weekdays[(dayNumber(day) + 3) % 7]!
}

/** The Monday of the week that the day is in. */
export function mondayOf(day: Day): Day {
  return addDays(day, -weekdays.indexOf(weekdayOf(day)))
}

/**
 * The entry that decides a day: of those valid on it the one with the shortest validity, of equally short ones the later
 * (D22); undefined when none is valid.
 */
export function entryOn(entries: readonly OpenHours[], day: Day): OpenHours | undefined {
  let winner: OpenHours | undefined
  for (const entry of entries) {
    if (isValidOn(entry, day) && (!winner || validDays(entry) <= validDays(winner))) winner = entry
  }
  return winner
}

/** The spans that begin on a day, by their beginning; an empty list says closed, undefined that nothing is known. */
export function spansOn(entries: readonly OpenHours[], day: Day): readonly OpenSpan[] | undefined {
  const entry = entryOn(entries, day)
  if (!entry) return undefined
  return [...(entry.days?.[weekdayOf(day)] ?? [])].sort((one, other) => (one.from < other.from ? -1 : 1))
}

function isValidOn({ validFrom, validTo }: OpenHours, day: Day): boolean {
  return (!validFrom || validFrom <= day) && (!validTo || day <= validTo)
}

function validDays({ validFrom, validTo }: OpenHours): number {
  return validFrom && validTo ? dayNumber(validTo) - dayNumber(validFrom) : Number.POSITIVE_INFINITY
}

/** The present day in a time zone. */
export function today(now: Date, timeZone?: string): Day {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
}
