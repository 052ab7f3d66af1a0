import { dayMillis, dayNumber, dayText } from '../place/dates.ts'
import { parseOpenDays } from '../place/open-days.ts'
import { decidedSpans, inPrecedence } from '../place/open-hours.ts'
import type { OpenHours } from '../place/place.ts'
import { holidayOn } from '../query/typed/typed-days.ts'
import { type Language, locales, wordsOf } from '../words/words.ts'
import { type Day, spansText } from './days.ts'
import { capital, holidayInSentence, isUnconfirmed } from './holiday.ts'
import { hoursWords } from './hours-words.ts'
import { escaped } from './html.ts'

const words = wordsOf({
  open: ['open {{day}}', 'öppet {{day}}'],
  openEvery: ['open every day {{period}}', 'öppet varje dag {{period}}'],
  openSome: ['open some day {{period}}', 'öppet någon dag {{period}}'],
  openOn: ['open on {{name}}, {{date}}', 'öppet {{name}}, {{date}}'],
})

/** Returns the text of a search for places that are open on the days of `openOn`; '' if it has none. */
export function openDaysText(openOn: string, language: Language): string {
  const { days, isEvery } = parseOpenDays(openOn) ?? { days: [], isEvery: false }
  const [first, ...others] = days.map(dayText)
  if (first === undefined) return ''
  const last = others.at(-1)
  if (last === undefined) return openDayText(first, language)
  const isRow = days.length > listedMax && days.at(-1)! - days[0]! === days.length - 1
  if (isEvery || isRow) {
    const format = new Intl.DateTimeFormat(locales[language], { day: 'numeric', month: 'long', timeZone: 'UTC' })
    const period = format.formatRange(millisOf(first), millisOf(last))
    return isEvery ? words[language].openEvery(period) : words[language].openSome(period)
  }
  const list = new Intl.ListFormat(locales[language], { type: 'disjunction' })
  return words[language].open(list.format([first, ...others].map((day) => writtenDay(day, language, weekdayForm))))
}

/** More days that follow each other are written as a period. */
const listedMax = 3
const weekdayForm = { weekday: 'long', day: 'numeric', month: 'long' } as const

/** Its weekday, or its holiday. */
function openDayText(day: Day, language: Language): string {
  const holiday = holidayOn(dayNumber(day) ?? 0)?.[language]
  const date = writtenDay(day, language, { day: 'numeric', month: 'long' })
  if (holiday !== undefined) return words[language].openOn(holidayInSentence(holiday, language), date)
  return words[language].open(writtenDay(day, language, weekdayForm))
}

/**
 * Returns the hours of a place on the days of `openOn`, for a list of places that are open then, as HTML; '' if none
 * begin on them, and for a period of many days.
 */
export function openDaysHtml(entries: readonly OpenHours[], openOn: string, language: Language): string {
  const days = parseOpenDays(openOn)?.days ?? []
  return days.length > listedMax ? '' : days.map((day) => openDayHtml(entries, dayText(day), language)).join('')
}

/** Marks ordinary hours on a holiday as not confirmed. */
function openDayHtml(entries: readonly OpenHours[], day: Day, language: Language): string {
  const precedence = inPrecedence(entries)
  const spans = decidedSpans(precedence, day) ?? []
  if (spans.length === 0) return ''
  const holiday = holidayOn(dayNumber(day) ?? 0)
  const name = holiday?.[language] ?? writtenDay(day, language, { weekday: 'short', day: 'numeric', month: 'long' })
  const note =
    holiday?.isInDoubt && isUnconfirmed(precedence, day)
      ? `<p>${escaped(hoursWords[language].unconfirmed(holidayInSentence(holiday[language], language)))}</p>`
      : ''
  return `<p class="status" data-open>${escaped(capital(name))}: ${spansText(spans)}</p>${note}`
}

function writtenDay(day: Day, language: Language, form: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(locales[language], { ...form, timeZone: 'UTC' })
  return format.format(millisOf(day))
}

function millisOf(day: Day): number {
  return (dayNumber(day) ?? 0) * dayMillis
}
