import { type Reason, reason } from '../../common/reason.ts'
import { addFault, type FaultList, isFaulty, pointerOf } from '../check/fault-list.ts'
import { isJsonObject, type JsonObject } from '../json.ts'
import { closingTime, minutes, openingTime } from '../open-hours.ts'
import { type OpenSpan, weekdays } from '../place.ts'

/**
 * Adds breaches of the rules of openHours (D22) that a schema cannot state: periods, their order, overlapping spans.
 * The argument may be any JSON. Parts that the schema or cleaning finds faulty are skipped; the rest is checked.
 */
export function addOpenHoursFaults(openHours: unknown, list: FaultList): void {
  if (!Array.isArray(openHours)) return
  const entries: readonly unknown[] = openHours
  entries.forEach((entry, index) => {
    if (!isJsonObject(entry)) return
    addPeriodFaults({ entry, former: entries[index - 1], index, last: entries.length - 1 }, list)
    if (!isJsonObject(entry.days)) return
    for (const weekday of weekdays) {
      for (const { at, fault } of overlaps(entry.days[weekday])) {
        addFault(list, pointerOf(['openHours', index, 'days', weekday, at]), fault)
      }
    }
  })
}

/** An entry at its index in the list. */
interface Period {
  readonly entry: JsonObject
  /** The entry before it. */
  readonly former: unknown
  readonly index: number
  /** The index of the last entry. */
  readonly last: number
}

function addPeriodFaults({ entry, former, index, last }: Period, list: FaultList): void {
  const { validFrom, validTo } = entry
  const pointerTo = (member: 'validFrom' | 'validTo') => pointerOf(['openHours', index, member])
  const lacks = (member: 'validFrom' | 'validTo') => entry[member] === undefined && !isFaulty(list, pointerTo(member))
  if (index > 0 && lacks('validFrom')) addFault(list, pointerTo('validFrom'), reason('lacks-from'))
  if (index < last && lacks('validTo')) addFault(list, pointerTo('validTo'), reason('lacks-to'))
  if (typeof validFrom !== 'string') return
  if (typeof validTo === 'string' && validTo < validFrom) {
    addFault(list, pointerTo('validTo'), reason('ends-before', { validTo, validFrom }))
  }
  const before = isJsonObject(former) ? former.validFrom : undefined
  if (typeof before === 'string' && validFrom < before) {
    addFault(list, pointerTo('validFrom'), reason('entry-order', { validFrom, former: before }))
  }
}

/** A span that begins while another of the same day is open: its index, and the fault. */
interface Overlap {
  readonly at: number
  readonly fault: Reason
}

/** Returns the overlaps among the spans of a day (D22); values that are not spans are skipped. */
export function overlaps(spans: unknown): Overlap[] {
  if (!Array.isArray(spans)) return []
  const found: Overlap[] = []
  const ordered = spans
    .flatMap((span: unknown, at) => (isSpan(span) ? [{ span, at, ...minutes(span) }] : []))
    .sort((a, b) => a.from - b.from)
  let open = ordered[0]
  for (const next of ordered.slice(1)) {
    if (open && next.from < open.to) {
      found.push({ at: next.at, fault: reason('overlap', { span: write(next.span), other: write(open.span) }) })
    }
    if (!open || next.to > open.to) open = next
  }
  return found
}

function isSpan(span: unknown): span is OpenSpan {
  if (!isJsonObject(span) || typeof span.from !== 'string' || typeof span.to !== 'string') return false
  return openingTime.test(span.from) && closingTime.test(span.to)
}

function write(span: OpenSpan): string {
  return `${span.from}-${span.to}`
}
