import { addDays, type Day, kindOf, noEnd, type OpenHours } from '../hours/calendar.ts'
import { useFieldLabel } from '../place/field-label.ts'
import { type Format, useFormat, useWords } from '../words/language.tsx'
import type { BulkChange } from './bulk-change.ts'
import { bulkWords } from './bulk-words.ts'

/** So many special days are named. */
const daysMax = 3

/** Returns the function that says in a few words what a bulk change on many places does. */
export function useBulkLabel(): (bulk: BulkChange) => string {
  const { labels } = useWords(bulkWords)
  const format = useFormat()
  const labelOf = useFieldLabel()
  return (bulk) => {
    switch (bulk.kind) {
      case 'publish':
      case 'unpublish':
        return Date.parse(bulk.at) > Date.parse(bulk.decided)
          ? labels[`${bulk.kind}At`](format.moment(bulk.at))
          : labels[bulk.kind]
      case 'draft':
      case 'move':
        return labels[bulk.kind]
      case 'hours': {
        const texts = periodsOf(bulk.entries).map((period) => periodText(period, format))
        if (texts.length === 0) return labels.ordinary
        const days = `${texts.slice(0, daysMax).join(', ')}${texts.length > daysMax ? ' …' : ''}`
        const isClosed = bulk.entries.every(({ days = {} }) => Object.values(days).every((spans) => spans.length === 0))
        return isClosed ? labels.closed(days) : labels.hours(days)
      }
      default:
        return labels[bulk.kind](labelOf(bulk.pointer))
    }
  }
}

type Period = readonly [from: Day, to: Day]

/** The days of entries other than the regular hours, in their order; days that follow each other are one period. */
function periodsOf(entries: readonly OpenHours[]): Period[] {
  const periods: Period[] = []
  for (const entry of entries) {
    if (kindOf(entry) === 'ordinary') continue
    const { validFrom = '', validTo = noEnd } = entry
    const [from, to] = periods.at(-1) ?? []
    if (from !== undefined && to !== undefined && to !== noEnd && addDays(to, 1) === validFrom) {
      periods.splice(-1, 1, [from, validTo])
    } else periods.push([validFrom, validTo])
  }
  return periods
}

function periodText([from, to]: Period, format: Format): string {
  const thisYear = String(new Date().getFullYear())
  const isThisYear = from.startsWith(thisYear) && (to === noEnd || to.startsWith(thisYear))
  const form = { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' as const }) } as const
  if (to === noEnd) return `${format.day(from, form)}–`
  const written = new Intl.DateTimeFormat(format.locale, { ...form, timeZone: 'UTC' })
  return written.formatRange(Date.parse(from), Date.parse(to))
}
