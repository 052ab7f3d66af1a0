import { dateFault, parseDate } from '../place/dates.ts'
import type { Instant } from '../place/place.ts'
import type { ParameterSpec, ParameterValues } from './parameters.ts'
import { invalidParameter, quote, withOffset } from './raw-query.ts'

/** Days of opening hours that are answered at most, and when no end is given. */
export const hoursLimits = { daysMax: 100, days: 7 } as const

/** The parameters of the opening hours of a place. */
export const hoursSpec = {
  from: {
    form: 'text',
    description:
      'From when: a day at the place, or a date and time with its offset. Without it, from the present day at the place.',
    example: '2026-12-21',
  },
  to: {
    form: 'text',
    description: `Until when, inclusive; at most ${hoursLimits.daysMax} days later. Without it, ${hoursLimits.days} days.`,
    example: '2026-12-27',
  },
} as const satisfies ParameterSpec

/** An end of the time that is asked for. */
export interface Bound {
  /** The first millisecond and the last. Those of a day are readings of the clocks at the place. */
  readonly first: number
  readonly last: number
  /** Whether it is a day at the place, not an instant. */
  readonly isDay: boolean
}

/** The time whose opening hours are asked for; an end that was not given is undefined. */
export interface HoursWindow {
  readonly from: Bound | undefined
  readonly to: Bound | undefined
}

const dayMillis = 86_400_000

/** Reads the time that is asked for; a Problem when its ends are no dates, in the wrong order or too far apart. */
export function readHoursWindow(given: ParameterValues<typeof hoursSpec>, now: Instant): HoursWindow {
  const from = readBound('from', given.from)
  const to = readBound('to', given.to)
  const start = from?.first ?? now
  if (to && to.last < (from ? start : start - dayMillis)) {
    throw invalidParameter(`to must not be before from, got ${quote(given.to ?? '')}`)
  }
  if (to && to.last - start > hoursLimits.daysMax * dayMillis) {
    throw invalidParameter(`to must be at most ${hoursLimits.daysMax} days after from, got ${quote(given.to ?? '')}`)
  }
  return { from, to }
}

function readBound(name: 'from' | 'to', text: string | undefined): Bound | undefined {
  if (text === undefined) return undefined
  const date = withOffset(text.trim())
  const reading = parseDate(date)
  if (!reading) throw invalidParameter(`${name} ${dateFault(date)}, got ${quote(text)}`)
  return { first: reading.from, last: reading.to, isDay: !text.includes('T') }
}
