import { kindOf, noEnd, type OpenHours } from '../hours/calendar.ts'
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
        const texts = bulk.entries.flatMap((entry) => daysText(entry, format) ?? [])
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

/** The days of an entry; undefined for the regular hours. */
function daysText(entry: OpenHours, format: Format): string | undefined {
  if (kindOf(entry) === 'ordinary') return undefined
  const { validFrom = '', validTo = noEnd } = entry
  const thisYear = String(new Date().getFullYear())
  const day = (date: string) =>
    format.day(date, { day: 'numeric', month: 'long', ...(!date.startsWith(thisYear) && { year: 'numeric' }) })
  if (validTo === noEnd) return `${day(validFrom)}–`
  return validFrom === validTo ? day(validFrom) : `${day(validFrom)}–${day(validTo)}`
}
