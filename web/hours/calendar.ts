import type { Place } from '../../client/client.ts'
import { addDays, type Day } from '../../src/pages/days.ts'
import { decidedSpans, inPrecedence, weekdayOf } from '../../src/place/open-hours.ts'
import { type OpenSpan, type Weekday, weekdays } from '../../src/place/place.ts'
import type { Json } from '../body/json.ts'

export { addDays, type Day, minuteOfDay, mondayOf, spansText, today } from '../../src/pages/days.ts'

export { entryOn, inPrecedence, minutes, spansOn, weekdayOf } from '../../src/place/open-hours.ts'

export { type OpenSpan, type Weekday, weekdays } from '../../src/place/place.ts'

/** One entry of `openHours`: the spans of each weekday from a day to another. */
export type OpenHours = NonNullable<Place['openHours']>[number]

/** Where a place has its hours. */
export const hoursAt = '/openHours'

/** The entries of hours that a body has; none where it says nothing of them. */
export function entriesOf(hours: Json): readonly OpenHours[] {
  return (hours ?? []) as unknown as readonly OpenHours[]
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

/**
 * The entries with a place closed on all days from one to another. What holds on days between alone would be shorter, and
 * win (D22): it goes; of what reaches beyond, the days between are closed by an entry that comes after it.
 */
export function closedFor(entries: readonly OpenHours[], first: Day, last: Day): OpenHours[] {
  const isWithin = ({ validFrom = '', validTo = noEnd }: OpenHours) => first <= validFrom && validTo <= last
  const kept = entries.filter((entry) => !(isDated(entry) && isWithin(entry)))
  const closed = (validFrom: Day, validTo: Day): OpenHours => ({ validFrom, validTo, days: {} })
  const overlaps = kept.flatMap((entry) => {
    const { validFrom = '', validTo = noEnd } = entry
    if (!isDated(entry) || validTo < first || validFrom > last) return []
    const wins = kindOf(entry) === 'period'
    return wins ? [closed(validFrom > first ? validFrom : first, validTo < last ? validTo : last)] : []
  })
  return [
    ...kept,
    closed(first, last),
    ...overlaps.filter(({ validFrom, validTo }) => validFrom !== first || validTo !== last),
  ]
}

/**
 * The entries with another one: ordinary hours take the place of those that begin with them or later; a period or a
 * special day that of one with the same days.
 */
export function withEntry(entries: readonly OpenHours[], entry: OpenHours): OpenHours[] {
  const isReplaced = (other: OpenHours) =>
    kindOf(entry) === 'ordinary'
      ? kindOf(other) === 'ordinary' && (other.validFrom ?? '') >= (entry.validFrom ?? '')
      : haveSameDays(other, entry)
  return [...entries.filter((other) => !isReplaced(other)), entry]
}

function haveSameDays(one: OpenHours, other: OpenHours): boolean {
  return one.validFrom === other.validFrom && (one.validTo ?? noEnd) === (other.validTo ?? noEnd)
}

/** An entry before a change of the hours and after it; undefined where it was not there, or is not any more. */
export interface EntryChange {
  readonly before: OpenHours | undefined
  readonly after: OpenHours | undefined
}

/**
 * The entries that differ between two states of hours. Those of the same days belong together; else those of the same
 * kind whose days overlap.
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

/** The weekdays on which two entries have other hours. */
export function changedDays(before: OpenHours, after: OpenHours): Weekday[] {
  return weekdays.filter((day) => !isSame(before.days?.[day] ?? [], after.days?.[day] ?? []))
}

function overlap(one: OpenHours, other: OpenHours): boolean {
  const [oneFrom, oneTo] = [one.validFrom ?? '', one.validTo ?? noEnd]
  return oneFrom <= (other.validTo ?? noEnd) && (other.validFrom ?? '') <= oneTo
}

/** How an entry is thought of: a single day, some weeks, or the ordinary hours that hold without end. */
export type EntryKind = 'day' | 'period' | 'ordinary'

/** Which days an entry is for, told by the ends that it has. */
export function kindOf({ validFrom, validTo = noEnd }: OpenHours): EntryKind {
  if (validFrom && validFrom === validTo) return 'day'
  return validFrom === '' || validTo !== noEnd ? 'period' : 'ordinary'
}

/** Whether an entry holds on no day from this one on. */
export function hasEnded({ validTo }: OpenHours, day: Day): boolean {
  return (validTo || noEnd) < day
}

/** Whether an entry has its days: those of a new period are empty texts until they are given. */
export function isDated({ validFrom, validTo }: OpenHours): boolean {
  return validFrom !== '' && validTo !== ''
}

/** For each weekday the different spans that hold on it, the first first; undefined among them where no hours are given. */
export type Otherwise = Readonly<Record<Weekday, readonly (readonly OpenSpan[] | undefined)[]>>

/**
 * What would hold on the days of an entry if it were not there: entries that win over it hold in any case (D22). A
 * weekday that does not come has no spans. Of an entry that has its days still to be given, they are the week that
 * begins today.
 */
export function otherwiseOf(entries: readonly OpenHours[], at: number, today: Day): Otherwise {
  const range = rangeOf(entries[at] ?? {}, today)
  const own: OpenHours = entries[at]?.validFrom === undefined ? { validTo: range.validTo } : range
  const dated = entries.flatMap((other, index) => (index === at ? [own] : isDated(other) ? [other] : []))
  const precedence = inPrecedence(inOrder(dated))
  const others = precedence.slice(precedence.indexOf(own) + 1)
  // Between these days nothing changes but the weekday.
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

/** Whether a day of an entry is as it would be without it. */
export function isAsOtherwise(spans: readonly OpenSpan[] = [], otherwise: Otherwise[Weekday]): boolean {
  return otherwise.every((some) => isSame(some, spans))
}

/** An entry in the place of another with other days: what was as it would be without it, stays so. */
export function moved(entries: readonly OpenHours[], at: number, entry: OpenHours, today: Day): OpenHours {
  const before = otherwiseOf(entries, at, today)
  // No hours beside none that are known are a choice only once the entry has its days.
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

/** The first day from one on that is such a weekday. */
function nextOn(day: Day, weekday: Weekday): Day {
  return addDays(day, (weekdays.indexOf(weekday) - weekdays.indexOf(weekdayOf(day)) + 7) % 7)
}

function isSame(one: readonly OpenSpan[] | undefined, other: readonly OpenSpan[] | undefined): boolean {
  return one === undefined || other === undefined ? one === other : keyOf(one) === keyOf(other)
}

function keyOf(spans: readonly OpenSpan[]): string {
  return spans
    .map(({ from, to }) => `${from}-${to}`)
    .toSorted()
    .join()
}
