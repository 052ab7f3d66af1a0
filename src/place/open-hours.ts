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
 * Formats hours and minutes as `HH:mm`, from a 24-hour clock or from a 12-hour clock with `am` or `pm`. 24:00 is the
 * end of a day. Returns undefined if they are not a time.
 */
export function clockTime(hour: string | undefined, minute = '00', half?: string): string | undefined {
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0)
  const isHour = half === undefined || (Number(hour) >= 1 && Number(hour) <= 12)
  const time = `${String(hours).padStart(2, '0')}:${minute}`
  return isHour && closingTime.test(time) ? time : undefined
}

/**
 * Returns the minutes from local midnight at which a span begins and ends. The end exceeds 1440 if it is on the next
 * day.
 */
export function minutes(span: OpenSpan): { readonly from: number; readonly to: number } {
  const from = minuteOf(span.from)
  const to = minuteOf(span.to)
  return { from, to: to <= from ? to + dayMinutes : to }
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/**
 * Returns the spans that begin on a local day (`YYYY-MM-DD`), sorted by their start. Of the entries valid on that day,
 * the one with the shortest validity wins; on a tie, the later one (D22). An empty list means closed; undefined means
 * that no entry is valid on that day.
 */
export function spansOn(entries: readonly OpenHours[], day: string): readonly OpenSpan[] | undefined {
  return decidedSpans(inPrecedence(entries), day)
}

/** Sorts entries by precedence, for `decidedSpans` when many days are read. */
export function inPrecedence(entries: readonly OpenHours[]): readonly OpenHours[] {
  return entries
    .map((entry, index) => ({ entry, index, length: endOf(entry) - startOf(entry) }))
    .sort((one, other) => (one.length === other.length ? other.index - one.index : one.length - other.length))
    .map(({ entry }) => entry)
}

/** Like `spansOn`, for entries already sorted by precedence. */
export function decidedSpans(precedence: readonly OpenHours[], day: string): readonly OpenSpan[] | undefined {
  const winner = entryOn(precedence, day)
  if (!winner) return undefined
  const spans = winner.days?.[weekdayOf(day)] ?? []
  return spans.toSorted((one, other) => minuteOf(one.from) - minuteOf(other.from))
}

/** Returns the entry that decides a day, from entries sorted by precedence; undefined if none is valid on it. */
export function entryOn(precedence: readonly OpenHours[], day: string): OpenHours | undefined {
  return precedence.find(({ validFrom = day, validTo = day }) => validFrom <= day && day <= validTo)
}

/** The winning entry of a period in milliseconds. The end is exclusive; either bound may be infinite. */
interface Stretch {
  readonly entry: OpenHours
  readonly from: number
  to: number
}

/**
 * Returns the same hours as entries in date order, at most one of them valid on any day, so that the first match
 * decides (D22). A period wholly before the year 0000 or after 9999 is dropped, since its bounds cannot be written.
 */
export function resolvedEntries(entries: readonly OpenHours[]): OpenHours[] {
  const periods = inPrecedence(entries).map((entry) => ({ entry, from: startOf(entry), to: endOf(entry) }))
  const cuts = [...new Set(periods.flatMap(({ from, to }) => [from, to]))].sort((one, other) => one - other)
  const numbers = new Map(cuts.map((cut, number) => [cut, number]))
  const winners: OpenHours[] = []
  // Union-find: maps each cut to the first one from there that no entry has won yet.
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

/** Returns true if two lists of entries have the same hours on every day, however they divide the days. */
export function haveSameHours(one: readonly OpenHours[], other: readonly OpenHours[]): boolean {
  const lists = [resolvedEntries(one), resolvedEntries(other)] as const
  const bounds = lists.flatMap((entries) => entries.flatMap((entry) => [startOf(entry), endOf(entry)]))
  const cuts = [...new Set(bounds)].sort((first, second) => first - second)
  const at: [number, number] = [0, 0]
  return cuts.every((from, number) => {
    const to = cuts[number + 1]
    if (to === undefined || to <= firstDay || from > lastDay) return true
    const [first, second] = lists.map((entries, list) => {
      while (entries[at[list]!] !== undefined && endOf(entries[at[list]!]!) <= from) at[list]! += 1
      const entry = entries[at[list]!]
      return entry !== undefined && startOf(entry) <= from ? entry.days : undefined
    })
    return weekdaysBetween(from, to).every((day) => spansKey(first?.[day]) === spansKey(second?.[day]))
  })
}

/** Lists the weekdays that occur between two midnights. */
function weekdaysBetween(from: number, to: number): readonly Weekday[] {
  const days = (to - from) / dayMillis
  if (days >= weekdays.length) return weekdays
  return Array.from({ length: days }, (_, at) => weekdays[weekdayNumber(from / dayMillis + at)]!)
}

/** Returns a text that only lists with the same spans have, in whatever order. */
export function spansKey(spans: readonly OpenSpan[] = []): string {
  return spans
    .map(({ from, to }) => `${from}-${to}`)
    .sort()
    .join()
}

/** Returns the midnight at which a validity begins. */
function startOf({ validFrom }: OpenHours): number {
  return (validFrom === undefined ? undefined : parseInstant(validFrom)) ?? Number.NEGATIVE_INFINITY
}

/** Returns the midnight at which a validity ends. */
function endOf({ validTo }: OpenHours): number {
  const last = validTo === undefined ? undefined : parseInstant(validTo)
  return last === undefined ? Number.POSITIVE_INFINITY : last + dayMillis
}

/** Returns the weekday of a day. */
export function weekdayOf(day: string): Weekday {
  return weekdays[weekdayNumber(dayNumber(day) ?? 0)]!
}

/** Lists the weekdays from one to another, across the end of the week if necessary. */
export function weekdaysFrom(first: Weekday, last: Weekday): Weekday[] {
  const from = weekdays.indexOf(first)
  const count = ((weekdays.indexOf(last) - from + 7) % 7) + 1
  return Array.from({ length: count }, (_, at) => weekdays[(from + at) % 7]!)
}
