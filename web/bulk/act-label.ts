import { kindOf, noEnd, type OpenHours } from '../hours/calendar.ts'
import { useFieldLabel } from '../place/field-label.ts'
import { type Format, useFormat, useWords } from '../words/language.tsx'
import type { Act } from './act.ts'
import { bulkWords } from './bulk-words.ts'

/** So many special days are named. */
const daysMax = 3

/** Returns the function that says in a few words what an act on many places does. */
export function useActLabel(): (act: Act) => string {
  const { labels } = useWords(bulkWords)
  const format = useFormat()
  const labelOf = useFieldLabel()
  return (act) => {
    switch (act.kind) {
      case 'publish':
      case 'unpublish':
        return Date.parse(act.at) > Date.parse(act.decided)
          ? labels[`${act.kind}At`](format.moment(act.at))
          : labels[act.kind]
      case 'draft':
        return labels.draft
      case 'hours': {
        const texts = act.entries.flatMap((entry) => daysText(entry, format) ?? [])
        if (texts.length === 0) return labels.ordinary
        const days = `${texts.slice(0, daysMax).join(', ')}${texts.length > daysMax ? ' …' : ''}`
        const isClosed = act.entries.every(({ days = {} }) => Object.values(days).every((spans) => spans.length === 0))
        return isClosed ? labels.closed(days) : labels.hours(days)
      }
      default:
        return labels[act.kind](labelOf(act.pointer))
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
