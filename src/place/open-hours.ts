import { addFault, type FaultList, pointerOf } from './fault-list.ts'
import { type OpenHours, type OpenSpan, type Weekday, weekdays } from './place.ts'

const minutesOfDay = 1440

/** Adds what breaks the rules of openHours (D22) that a schema cannot say: periods, their order, overlapping spans. */
export function addOpenHoursFaults(entries: readonly OpenHours[], list: FaultList): void {
  entries.forEach((entry, index) => {
    addPeriodFaults(entries, index, list)
    for (const weekday of weekdays) {
      const spans = entry.days?.[weekday]
      if (spans) addOverlapFaults(spans, ['openHours', index, 'days', weekday], list)
    }
  })
}

function addPeriodFaults(entries: readonly OpenHours[], index: number, list: FaultList): void {
  const { validFrom, validTo } = entries[index]!
  const refuse = (member: 'validFrom' | 'validTo', detail: string) =>
    addFault(list, pointerOf(['openHours', index, member]), detail)
  if (validFrom === undefined && index > 0) refuse('validFrom', 'only the first entry may lack validFrom')
  if (validTo === undefined && index < entries.length - 1) {
    refuse('validTo', 'only the last entry may lack validTo (9999-12-31 says without end)')
  }
  if (validFrom !== undefined && validTo !== undefined && validTo < validFrom) {
    refuse('validTo', `validTo ${validTo} must not be before validFrom ${validFrom}`)
  }
  const former = entries[index - 1]?.validFrom
  if (validFrom !== undefined && former !== undefined && validFrom < former) {
    refuse('validFrom', `entries must be in the order of validFrom, but ${validFrom} comes after ${former}`)
  }
}

function addOverlapFaults(spans: readonly OpenSpan[], path: readonly (string | number)[], list: FaultList): void {
  const ordered = spans.map((span, index) => ({ span, index, ...minutes(span) })).sort((a, b) => a.from - b.from)
  let open = ordered[0]
  for (const next of ordered.slice(1)) {
    if (open && next.from < open.to) {
      const text = `${write(next.span)} overlaps ${write(open.span)}; spans of one day may only touch`
      addFault(list, pointerOf([...path, next.index]), text)
    }
    if (!open || next.to > open.to) open = next
  }
}

function write(span: OpenSpan): string {
  return `${span.from}-${span.to}`
}

/** The minutes from local midnight at which a span begins and ends; the end is past 1440 when it is on the next day. */
export function minutes(span: OpenSpan): { readonly from: number; readonly to: number } {
  const from = minuteOf(span.from)
  const to = minuteOf(span.to)
  return { from, to: to <= from ? to + minutesOfDay : to }
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
  let winner: OpenHours | undefined
  for (const entry of entries) {
    if (isValidOn(entry, day) && (!winner || daysOf(entry) <= daysOf(winner))) winner = entry
  }
  if (!winner) return undefined
  const spans = winner.days?.[weekdayOf(day)] ?? []
  return spans.toSorted((one, other) => minuteOf(one.from) - minuteOf(other.from))
}

function isValidOn({ validFrom, validTo }: OpenHours, day: string): boolean {
  return (validFrom === undefined || validFrom <= day) && (validTo === undefined || day <= validTo)
}

/** The length of a validity; infinite where an end is open. */
function daysOf({ validFrom, validTo }: OpenHours): number {
  if (validFrom === undefined || validTo === undefined) return Number.POSITIVE_INFINITY
  return Temporal.PlainDate.from(validFrom).until(validTo).days
}

function weekdayOf(day: string): Weekday {
  return weekdays[Temporal.PlainDate.from(day).dayOfWeek - 1]!
}
