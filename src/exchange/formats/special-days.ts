import { addDays } from '../../place/dates.ts'
import { resolvedEntries } from '../../place/open-hours.ts'
import type { OpenHours } from '../../place/place.ts'

/** Entries of at most this many days are special days, listed one by one. */
const specialDaysMax = 7

/** An entry of special days, with each day as `YYYY-MM-DD`. */
export interface SpecialDays {
  readonly entry: OpenHours
  readonly days: readonly string[]
}

/** The special days of a place, each once, in order. */
export function specialDaysOf(openHours: readonly OpenHours[]): SpecialDays[] {
  return resolvedEntries(openHours.filter(isSpecial)).map((entry) => ({ entry, days: daysOf(entry) }))
}

/** True if an entry consists of special days. */
export function isSpecial({ validFrom, validTo }: OpenHours): boolean {
  if (validFrom === undefined || validTo === undefined) return false
  return addDays(validTo, 1 - specialDaysMax) <= validFrom
}

/** Counts back from the last day, since the day after 9999-12-31 does not exist. */
function daysOf({ validFrom, validTo }: OpenHours): string[] {
  const week = Array.from({ length: specialDaysMax }, (_, at) => addDays(validTo!, at + 1 - specialDaysMax))
  return week.filter((day) => day >= validFrom!)
}
