import { dayNumber, dayText, isLocalDate } from './dates.ts'

/** Days of a search: open on one of them, or on each; in days since 1970-01-01, at the place. */
export interface OpenDays {
  readonly days: readonly number[]
  readonly isEvery: boolean
}

const daysMax = 31

/**
 * Parses a day, several days with commas (`2026-12-05,2026-12-06`: on one of them), or the first and the last of a
 * period (`2026-12-05/2026-12-11`: on each day of it). Returns undefined for anything else, and for more than 31 days.
 */
export function parseOpenDays(text: string): OpenDays | undefined {
  const isEvery = text.includes('/')
  const written = text.split(isEvery ? '/' : ',').map((day) => day.trim())
  const given = written.flatMap((day) => (isLocalDate(day) ? (dayNumber(day) ?? []) : []))
  if (given.length !== written.length || given.length > daysMax) return undefined
  if (!isEvery) return { days: [...new Set(given)], isEvery }
  const [first = 0, last = 0] = given
  const length = last - first + 1
  if (given.length !== 2 || length < 1 || length > daysMax) return undefined
  return { days: Array.from({ length }, (_, at) => first + at), isEvery }
}

/** Formats days as `parseOpenDays` reads them. */
export function formatOpenDays({ days, isEvery }: OpenDays): string {
  const written = days.map(dayText)
  return isEvery ? `${written[0]}/${written.at(-1)}` : written.join(',')
}
