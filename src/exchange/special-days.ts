import { addDays } from '../place/dates.ts'
import { resolvedEntries } from '../place/open-hours.ts'
import type { OpenHours } from '../place/place.ts'

/** Entries of so many days at most are special days, told one by one. */
const specialDaysMax = 7

/** An entry of special days, and each of them, `YYYY-MM-DD`. */
export interface SpecialDays {
  readonly entry: OpenHours
  readonly days: readonly string[]
}

/** The special days of a place, each of them once, in their order. */
export function specialDaysOf(openHours: readonly OpenHours[]): SpecialDays[] {
  return resolvedEntries(openHours.filter(isSpecial)).map((entry) => ({ entry, days: daysOf(entry) }))
}

/** Whether an entry is of special days. */
export function isSpecial({ validFrom, validTo }: OpenHours): boolean {
  if (validFrom === undefined || validTo === undefined) return false
  return addDays(validTo, 1 - specialDaysMax) <= validFrom
}

/** Counted from the last one, since the day after 9999-12-31 is none. */
function daysOf({ validFrom, validTo }: OpenHours): string[] {
  const week = Array.from({ length: specialDaysMax }, (_, at) => addDays(validTo!, at + 1 - specialDaysMax))
  return week.filter((day) => day >= validFrom!)
}
