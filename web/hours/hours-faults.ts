import { type OpenHours, type OpenSpan, weekdays } from './calendar.ts'

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** The minutes from midnight at which a span begins and ends; an end at or before the beginning is on the next day. */
function minutesOf({ from, to }: OpenSpan): { readonly from: number; readonly to: number } {
  const [begins, ends] = [minuteOf(from), minuteOf(to)]
  return { from: begins, to: ends <= begins ? ends + 1440 : ends }
}

/** Whether a text is a time of day as the service has it; 24:00 is the midnight at the end of the day. */
export function isTime(text: string | undefined): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(text ?? '')
}

/** Whether a text is a time at which a span can begin. */
export function isBeginning(text: string | undefined): boolean {
  return isTime(text) && text !== '24:00'
}

/** The spans of a day that begin while another is open, by their places in the list. */
function overlapping(spans: readonly OpenSpan[]): ReadonlySet<number> {
  const known = spans.flatMap((span, at) => (isTime(span.from) && isTime(span.to) ? [{ at, ...minutesOf(span) }] : []))
  const sorted = known.sort((one, other) => one.from - other.from)
  const found = new Set<number>()
  let openUntil = Number.NEGATIVE_INFINITY
  for (const { at, from, to } of sorted) {
    if (from < openUntil) found.add(at)
    openUntil = Math.max(openUntil, to)
  }
  return found
}

/** What is wrong with the hours of a place, as far as the page can tell before the service does. */
export interface HoursFault {
  readonly pointer: string
  readonly kind: 'overlap' | 'endBeforeBegin' | 'noBegin' | 'noTime'
}

/** The faults of entries that stand in their order (D22). */
export function hoursFaults(entries: readonly OpenHours[]): HoursFault[] {
  return entries.flatMap((entry, at): HoursFault[] => {
    const pointer = `/openHours/${at}`
    const period: HoursFault[] = []
    if (at > 0 && !entry.validFrom) period.push({ pointer: `${pointer}/validFrom`, kind: 'noBegin' })
    if (entry.validFrom && entry.validTo && entry.validTo < entry.validFrom) {
      period.push({ pointer: `${pointer}/validTo`, kind: 'endBeforeBegin' })
    }
    return [...period, ...weekdays.flatMap((day) => dayFaults(entry.days?.[day] ?? [], `${pointer}/days/${day}`))]
  })
}

function dayFaults(spans: readonly OpenSpan[], pointer: string): HoursFault[] {
  const late = overlapping(spans)
  return spans.flatMap((span, at): HoursFault[] => {
    const here = `${pointer}/${at}`
    if (!isBeginning(span.from) || !isTime(span.to)) return [{ pointer: here, kind: 'noTime' }]
    return late.has(at) ? [{ pointer: here, kind: 'overlap' }] : []
  })
}
