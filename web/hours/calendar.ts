import type { Place } from '../../client/client.ts'
import { addDays, type Day } from '../../src/pages/days.ts'
import { decidedSpans, inPrecedence, spansKey, weekdayOf } from '../../src/place/open-hours.ts'
import { type OpenSpan, type Weekday, weekdays } from '../../src/place/place.ts'
import type { Json } from '../body/json.ts'

export { addDays, type Day, minuteOfDay, mondayOf, spansText, today } from '../../src/pages/days.ts'

export { entryOn, inPrecedence, minutes, spansOn, weekdayOf } from '../../src/place/open-hours.ts'

export { type OpenSpan, type Weekday, weekdays } from '../../src/place/place.ts'

/** An entry of `openHours`: the spans of each weekday, valid from one day to another. */
export type OpenHours = NonNullable<Place['openHours']>[number]

/** Pointer to the hours of a place. */
export const hoursAt = '/openHours'

/** Returns the entries of hours in a body; empty if it has none. */
export function entriesOf(hours: Json): readonly OpenHours[] {
  return (hours ?? []) as unknown as readonly OpenHours[]
}

/** Marks an unlimited validity where an end is required (D22). */
export const noEnd = '9999-12-31'

/**
 * Returns the entries in the form that the service requires: sorted by start, and each but the last with an end. If
 * several have no end, the last gets one too. All of them then end on the same day, so the one that starts later is
 * shorter and wins (D22).
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

/**
 * Returns the entries with one more that decides each of its days. Entries entirely within these days would be shorter
 * and win (D22), so they are removed. Periods that extend beyond get an additional entry for the days in common.
 */
export function withDeciding(entries: readonly OpenHours[], entry: OpenHours): OpenHours[] {
  const { validFrom: first = '', validTo: last = noEnd } = entry
  const isWithin = ({ validFrom = '', validTo = noEnd }: OpenHours) => first <= validFrom && validTo <= last
  const kept = entries.filter((other) => !(isDated(other) && isWithin(other)))
  const overlaps = kept.flatMap((other) => {
    const { validFrom = '', validTo = noEnd } = other
    if (!isDated(other) || validTo < first || validFrom > last || kindOf(other) !== 'period') return []
    return [{ ...entry, validFrom: validFrom > first ? validFrom : first, validTo: validTo < last ? validTo : last }]
  })
  return [...kept, entry, ...overlaps.filter(({ validFrom, validTo }) => validFrom !== first || validTo !== last)]
}

/**
 * Returns the days of a period that would have other hours than it gives, because shorter entries of the list win
 * (D22). Nothing wins against a special day, and against ordinary hours everything is meant to.
 */
export function daysWon(entries: readonly OpenHours[], period: OpenHours): Day[] {
  const { validFrom: first, validTo: last } = period
  if (kindOf(period) !== 'period' || !first || !last) return []
  const precedence = inPrecedence(inOrder(withEntry(entries, period)))
  const won = precedence.slice(0, precedence.indexOf(period)).flatMap(({ validFrom = first, validTo = last }) => {
    const days: Day[] = []
    const end = validTo < last ? validTo : last
    for (let day = validFrom > first ? validFrom : first; day <= end; day = addDays(day, 1)) days.push(day)
    return days
  })
  const isOther = (day: Day) => !isSame(decidedSpans(precedence, day), period.days?.[weekdayOf(day)] ?? [])
  return [...new Set(won)].filter(isOther).toSorted()
}

/**
 * Returns the entries with one more. New regular hours replace regular hours that start at the same time or later. A
 * period or special day replaces one with the same days.
 */
export function withEntry(entries: readonly OpenHours[], entry: OpenHours): OpenHours[] {
  const isReplaced = (other: OpenHours) =>
    kindOf(entry) === 'ordinary'
      ? kindOf(other) === 'ordinary' && (other.validFrom ?? '') >= (entry.validFrom ?? '')
      : haveSameDays(other, entry)
  return [...entries.filter((other) => !isReplaced(other)), entry]
}

/** Returns whether two entries are valid on the same days. */
export function haveSameDays(one: OpenHours, other: OpenHours): boolean {
  return one.validFrom === other.validFrom && (one.validTo ?? noEnd) === (other.validTo ?? noEnd)
}

/** An entry before and after a change of the hours; undefined where it did not exist. */
export interface EntryChange {
  readonly before: OpenHours | undefined
  readonly after: OpenHours | undefined
}

/**
 * Returns the entries that differ between two states of hours. Entries with the same days are paired first, then
 * entries of the same kind with overlapping days.
 */
export function changedEntries(before: readonly OpenHours[], after: readonly OpenHours[]): EntryChange[] {
  const left = [...before]
  const take = (belongs: (former: OpenHours) => boolean) => {
    const at = left.findIndex(belongs)
    return at < 0 ? undefined : left.splice(at, 1)[0]
  }
  const sameDays = after.map((entry) => take((former) => haveSameDays(former, entry)))
  const kept = after.map((entry, at) => {
    const isFormer = (other: OpenHours) => kindOf(other) === kindOf(entry) && overlap(other, entry)
    return { before: sameDays[at] ?? take(isFormer), after: entry }
  })
  const gone = left.map((former) => ({ before: former, after: undefined }))
  return [...gone, ...kept].filter(
    ({ before, after }) => !before || !after || !haveSameDays(before, after) || changedDays(before, after).length > 0,
  )
}

/** Returns the weekdays whose hours differ between two entries. */
export function changedDays(before: OpenHours, after: OpenHours): Weekday[] {
  return weekdays.filter((day) => !isSame(before.days?.[day] ?? [], after.days?.[day] ?? []))
}

function overlap(one: OpenHours, other: OpenHours): boolean {
  const [oneFrom, oneTo] = [one.validFrom ?? '', one.validTo ?? noEnd]
  return oneFrom <= (other.validTo ?? noEnd) && (other.validFrom ?? '') <= oneTo
}

/** The kind of an entry: a single day, a limited period, or the regular hours without end. */
export type EntryKind = 'day' | 'period' | 'ordinary'

/** A special day whose date and hours are still to be entered: unlike a new period, it has no week. */
export const undatedDay: OpenHours = { validFrom: '', validTo: '' }

/** Returns whether the date of a special day is still to be entered. */
export function isUndatedDay({ validFrom, validTo, days }: OpenHours): boolean {
  return validFrom === '' && validTo === '' && days === undefined
}

/** A span to be entered. */
const emptySpan: OpenSpan = { from: '', to: '' }

/** Returns whether an entry is a special day whose hours are still to be entered. */
export function lacksHours(entry: OpenHours): boolean {
  const spans = kindOf(entry) === 'day' ? Object.values(entry.days ?? {}).flat() : []
  return spans.length > 0 && spans.every(isEmpty)
}

/** Returns whether no time of a span is entered yet; saving leaves it out. */
export function isEmpty({ from, to }: OpenSpan): boolean {
  return !from?.trim() && !to?.trim()
}

/** Returns a new special day on a date: with the hours that hold on it, or with hours to be entered. */
export function specialDay(entries: readonly OpenHours[], date: Day): OpenHours {
  const spans = decidedSpans(inPrecedence(inOrder(entries.filter(isDated))), date) ?? [emptySpan]
  return { validFrom: date, validTo: date, days: { [weekdayOf(date)]: [...spans] } }
}

/** Returns a special day without hours. */
export function closedDay(day: Day): OpenHours {
  return { validFrom: day, validTo: day, days: {} }
}

/** Returns the kind of an entry, derived from its start and end. */
export function kindOf(entry: OpenHours): EntryKind {
  const { validFrom, validTo = noEnd } = entry
  if ((validFrom && validFrom === validTo) || isUndatedDay(entry)) return 'day'
  return validFrom === '' || validTo !== noEnd ? 'period' : 'ordinary'
}

/** Returns whether an entry is no longer valid on or after this day. */
export function hasEnded({ validTo }: OpenHours, day: Day): boolean {
  return (validTo || noEnd) < day
}

/** Returns whether an entry has its dates. Those of a new period are empty texts until they are entered. */
export function isDated({ validFrom, validTo }: OpenHours): boolean {
  return validFrom !== '' && validTo !== ''
}

/**
 * For each weekday, the distinct spans that hold on it, in order of first occurrence. Undefined stands for unknown
 * hours.
 */
export type Otherwise = Readonly<Record<Weekday, readonly (readonly OpenSpan[] | undefined)[]>>

/**
 * Returns the hours that would hold on the days of an entry without it. Entries that take precedence over it are
 * ignored (D22). A weekday that does not occur has no spans. An entry without dates is treated as the week that starts
 * today.
 */
export function otherwiseOf(entries: readonly OpenHours[], at: number, today: Day): Otherwise {
  const range = rangeOf(entries[at] ?? {}, today)
  const own: OpenHours = entries[at]?.validFrom === undefined ? { validTo: range.validTo } : range
  const dated = entries.flatMap((other, index) => (index === at ? [own] : isDated(other) ? [other] : []))
  const precedence = inPrecedence(inOrder(dated))
  const others = precedence.slice(precedence.indexOf(own) + 1)
  // Between these days, only the weekday makes a difference.
  const starts = [
    range.validFrom,
    ...others.flatMap(({ validFrom, validTo }) => [validFrom, validTo && addDays(validTo, 1)]),
  ]
    .filter((day) => day !== undefined && day >= range.validFrom && day <= range.validTo)
    .toSorted() as Day[]
  const spansOf = (weekday: Weekday) => {
    const days = starts.map((start) => nextOn(start, weekday)).filter((day) => day <= range.validTo)
    const spans = days.map((day) => decidedSpans(others, day))
    return spans.filter((some, index) => spans.findIndex((former) => isSame(former, some)) === index)
  }
  return Object.fromEntries(weekdays.map((weekday) => [weekday, spansOf(weekday)])) as unknown as Otherwise
}

/** Returns whether a day of an entry has the hours that would hold without the entry. */
export function isAsOtherwise(spans: readonly OpenSpan[] = [], otherwise: Otherwise[Weekday]): boolean {
  return otherwise.every((some) => isSame(some, spans))
}

/** Returns an entry with new dates. Days that had the hours that would hold without it keep doing so. */
export function moved(entries: readonly OpenHours[], at: number, entry: OpenHours, today: Day): OpenHours {
  const before = otherwiseOf(entries, at, today)
  // For unknown hours, a day without spans is a deliberate choice only once the entry has its dates.
  const unknown = isDated(entries[at] ?? {}) ? undefined : []
  const after = otherwiseOf(entries.with(at, entry), at, today)
  const days = weekdays.map((weekday) => {
    const spans = entry.days?.[weekday] ?? []
    const wasAsOtherwise = before[weekday].length > 0 && isSame(before[weekday][0] ?? unknown, spans)
    return [weekday, (wasAsOtherwise && after[weekday][0]) || spans]
  })
  return { ...entry, days: Object.fromEntries(days) }
}

function rangeOf(
  { validFrom, validTo = noEnd }: OpenHours,
  today: Day,
): { readonly validFrom: Day; readonly validTo: Day } {
  const from = validFrom || (validTo ? addDays(validTo, -6) : today)
  return { validFrom: from, validTo: validTo && validTo >= from ? validTo : addDays(from, 6) }
}

/** Returns the first such weekday on or after a day. */
function nextOn(day: Day, weekday: Weekday): Day {
  return addDays(day, (weekdays.indexOf(weekday) - weekdays.indexOf(weekdayOf(day)) + 7) % 7)
}

function isSame(one: readonly OpenSpan[] | undefined, other: readonly OpenSpan[] | undefined): boolean {
  return one === undefined || other === undefined ? one === other : spansKey(one) === spansKey(other)
}
