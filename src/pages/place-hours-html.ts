import { decidedSpans, inPrecedence } from '../place/open-hours.ts'
import type { OpenHours, OpenSpan } from '../place/place.ts'
import type { PlaceHours } from '../query/place-hours.ts'
import { type PageLanguage, pageLocales } from './language.ts'
import { pageWords } from './page-words.ts'

const dayMillis = 86_400_000
const weekDays = 7
/** Entries that are valid for so few days tell of special days. */
const specialDaysMax = 7
const specialShownMax = 14

/** The opening hours of a place, and when they are told. */
export interface ToldHours {
  readonly entries: readonly OpenHours[]
  readonly resolved: PlaceHours
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The hours of seven days from today at the place, whether it is open now, and the special days to come; '' for no hours. */
export function hoursHtml({ entries, resolved, now }: ToldHours, language: PageLanguage): string {
  if (entries.length === 0) return ''
  const words = pageWords[language]
  const today = Date.parse(`${new Intl.DateTimeFormat('sv-SE', { timeZone: resolved.timeZone }).format(now)}T00:00Z`)
  const precedence = inPrecedence(entries)
  const rows = (days: readonly number[], form: Intl.DateTimeFormatOptions) => {
    const shown = new Intl.DateTimeFormat(pageLocales[language], { timeZone: 'UTC', ...form })
    return days.map((day) => {
      const spans = decidedSpans(precedence, isoDay(day))
      const times = spans === undefined ? '–' : spans.map((span) => timesOf(span, language)).join(', ') || words.closed
      return `<tr><th scope="row">${shown.format(day)}</th><td>${times}</td></tr>`
    })
  }
  const week = Array.from({ length: weekDays }, (_, at) => today + at * dayMillis)
  const special = specialDays(entries, today + weekDays * dayMillis)
  const specialRows = rows(special, { weekday: 'long', day: 'numeric', month: 'long' })
  return `<section><h2>${words.hours}</h2>${stateHtml(resolved, language)}<table>${rows(week, {
    weekday: 'long',
    day: 'numeric',
    month: 'short',
  }).join(
    '',
  )}</table>${special.length > 0 ? `<h3>${words.special}</h3><table>${specialRows.join('')}</table>` : ''}</section>`
}

function stateHtml({ openNow, nextChange, timeZone }: PlaceHours, language: PageLanguage): string {
  if (openNow === undefined) return ''
  const words = pageWords[language]
  const form = { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' } as const
  const moment = nextChange && new Intl.DateTimeFormat(pageLocales[language], form).format(new Date(nextChange))
  const until = moment === undefined ? '' : ` ${words.until} ${moment}`
  return `<p><strong>${openNow ? words.openNow : words.closedNow}</strong>${until}</p>`
}

function timesOf({ from, to }: OpenSpan, language: PageLanguage): string {
  const isWhole = from === to || (from === '00:00' && to === '24:00')
  return isWhole ? pageWords[language].allDay : `${from}–${to}`
}

/** Days of short entries from a day on, in their order. */
function specialDays(entries: readonly OpenHours[], from: number): number[] {
  const days = entries.flatMap(({ validFrom = '', validTo = '' }) => {
    const [first, last] = [Date.parse(validFrom), Date.parse(validTo)]
    const count = (last - first) / dayMillis + 1
    if (!(count >= 1 && count <= specialDaysMax) || last < from) return []
    return Array.from({ length: count }, (_, at) => first + at * dayMillis).filter((day) => day >= from)
  })
  return [...new Set(days)].toSorted((one, other) => one - other).slice(0, specialShownMax)
}

function isoDay(day: number): string {
  return new Date(day).toISOString().slice(0, 10)
}
