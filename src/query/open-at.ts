import { dateFault, dateForms, parseDate } from '../place/dates.ts'
import type { Instant } from '../place/place.ts'
import type { PlaceQuery } from './query.ts'
import { invalidParameter, quote, withOffset } from './raw-query.ts'

/** Reads `openAt`: `now`, or a date, which stands for its first instant. */
export function readOpenAt(text: string): NonNullable<PlaceQuery['openAt']> {
  if (text.trim().toLowerCase() === 'now') return 'now'
  const date = withOffset(text.trim())
  const reading = parseDate(date)
  if (reading) return reading.from
  throw invalidParameter(`openAt ${dateFault(date, `must be now, or ${dateForms}`)}, got ${quote(text)}`)
}

/** The instant at which places must be open. */
export function openInstant(openAt: NonNullable<PlaceQuery['openAt']>, now: Instant): Instant {
  return openAt === 'now' ? now : openAt
}
