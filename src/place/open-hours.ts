import { dayMillis, dayMinutes, dayNumber, dayText, nearestWritten, parseInstant, weekdayNumber } from './dates.ts'
import { type OpenHours, type OpenSpan, type Weekday, weekdays } from './place.ts'
import { timePatterns } from './time-patterns.ts'

const firstDay = nearestWritten(Number.NEGATIVE_INFINITY)
const lastDay = nearestWritten(Number.POSITIVE_INFINITY)

/** A time at which a span can begin. */
export const openingTime = new RegExp(timePatterns.from)
/** A time at which a span can end. */
export const closingTime = new RegExp(timePatterns.to)

/**
 * The time of day that hours and minutes say, as `HH:mm`, of a clock of 24 hours, or of twice 12 with `am` or `pm`; 24:00 is
 * the end of a day. Undefined for what is no time.
 */
export function clockTime(hour: string | undefined, minute = '00', half?: string): string | undefined {
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0)
  const isHour = half === undefined || (Number(hour) >= 1 && Number(hour) <= 12)
  const time = `${String(hours).padStart(2, '0')}:${minute}`
  return isHour && closingTime.test(time) ? time : undefined
}

/** The minutes from local midnight at which a span begins and ends; the end is past 1440 when it is on the next day. */
export function minutes(span: OpenSpan): { readonly from: number; readonly to: number } {
  const from = minuteOf(span.from)
  const to = minuteOf(span.to)
  return { from, to: to <= from ? to + dayMinutes : to }
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/**
 * The spans that begin on a local day (`YYYY-MM-DD`), by their beginning: of the entries valid on it the one with the
 * shortest validity wins, of equally short ones the later (D22). An empty list says closed; undefined says that no
 * entry is valid on that day.
 */
export function spansOn(entries: readonly OpenHours[], day: string): readonly OpenSpan[] | undefined {
  return decidedSpans(inPrecedence(entries), day)
}

/** The entries in the order in which they decide a day; for `decidedSpans`, when many days are asked for. */
export function inPrecedence(entries: readonly OpenHours[]): readonly OpenHours[] {
  return entries
    .map((entry, index) => ({ entry, index, length: endOf(entry) - startOf(entry) }))
    .sort((one, other) => (one.length === other.length ? other.index - one.index : one.length - other.length))
    .map(({ entry }) => entry)
}

/** The same as `spansOn`, of entries that are in their order of precedence. */
export function decidedSpans(precedence: readonly OpenHours[], day: string): readonly OpenSpan[] | undefined {
  const winner = entryOn(precedence, day)
  if (!winner) return undefined
  const spans = winner.days?.[weekdayOf(day)] ?? []
  return spans.toSorted((one, other) => minuteOf(one.from) - minuteOf(other.from))
}

/** The entry that decides a day, of entries in their order of precedence; undefined when none is valid on it. */
export function entryOn(precedence: readonly OpenHours[], day: string): OpenHours | undefined {
  return precedence.find(({ validFrom = day, validTo = day }) => validFrom <= day && day <= validTo)
}

/** The entry that decides from one day up to another, in milliseconds; the end is exclusive, and either may be infinite. */
interface Stretch {
  readonly entry: OpenHours
  readonly from: number
  to: number
}

/**
 * The same hours as entries of which one at most is valid on any day, in their order, so that the first that fits is the
 * one that decides (D22). Of entries that are valid before the year 0000 or after 9999, nothing is said of these years
 * where it would have to be dated.
 */
export function resolvedEntries(entries: readonly OpenHours[]): OpenHours[] {
  const periods = inPrecedence(entries).map((entry) => ({ entry, from: startOf(entry), to: endOf(entry) }))
  const cuts = [...new Set(periods.flatMap(({ from, to }) => [from, to]))].sort((one, other) => one - other)
  const numbers = new Map(cuts.map((cut, number) => [cut, number]))
  const winners: OpenHours[] = []
  // Disjoint sets: from each cut on, where nobody has won yet.
  const free = cuts.map((_, number) => number)
  const firstFree = (from: number): number => {
    let at = from
    for (; free[at] !== at; at = free[at]!) free[at] = free[free[at]!]!
    return at
  }
  for (const { entry, from, to } of periods) {
    const end = numbers.get(to)!
    for (let at = firstFree(numbers.get(from)!); at < end; at = firstFree(at)) {
      winners[at] = entry
      free[at] = at + 1
    }
  }
  const stretches: Stretch[] = []
  cuts.slice(0, -1).forEach((from, number) => {
    const [entry, to, last] = [winners[number], cuts[number + 1]!, stretches.at(-1)]
    if (entry !== undefined && last?.entry === entry && last.to === from) last.to = to
    else if (entry !== undefined && from <= lastDay && to > firstDay) stretches.push({ entry, from, to })
  })
  return stretches.map(written)
}

function written({ entry: { days }, from, to }: Stretch): OpenHours {
  return {
    ...(from !== Number.NEGATIVE_INFINITY && { validFrom: dayText(from / dayMillis) }),
    ...(to !== Number.POSITIVE_INFINITY && { validTo: dayText(to / dayMillis - 1) }),
    ...(days && { days }),
  }
}

/** The midnight at which a validity begins. */
function startOf({ validFrom }: OpenHours): number {
  return (validFrom === undefined ? undefined : parseInstant(validFrom)) ?? Number.NEGATIVE_INFINITY
}

/** The midnight at which a validity is over. */
function endOf({ validTo }: OpenHours): number {
  const last = validTo === undefined ? undefined : parseInstant(validTo)
  return last === undefined ? Number.POSITIVE_INFINITY : last + dayMillis
}

/** The day of the week on which a day falls. */
export function weekdayOf(day: string): Weekday {
  return weekdays[weekdayNumber(dayNumber(day) ?? 0)]!
}

/** The weekdays from one to another, over the end of the week where that lies between. */
export function weekdaysFrom(first: Weekday, last: Weekday): Weekday[] {
  const from = weekdays.indexOf(first)
  const count = ((weekdays.indexOf(last) - from + 7) % 7) + 1
  return Array.from({ length: count }, (_, at) => weekdays[(from + at) % 7]!)
}
