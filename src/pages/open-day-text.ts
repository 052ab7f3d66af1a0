import { dayMillis, dayNumber } from '../place/dates.ts'
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
  openOn: ['open on {{name}}, {{date}}', 'öppet {{name}}, {{date}}'],
})

/** Returns the text of a search for places that are open on a day: its weekday, or its holiday. */
export function openDayText(day: Day, language: Language): string {
  const holiday = holidayOn(dayNumber(day) ?? 0)?.[language]
  const date = writtenDay(day, language, { day: 'numeric', month: 'long' })
  if (holiday !== undefined) return words[language].openOn(holidayInSentence(holiday, language), date)
  return words[language].open(writtenDay(day, language, { weekday: 'long', day: 'numeric', month: 'long' }))
}

/**
 * Returns the hours of a place on a day, for a list of places that are open on it, as HTML; '' if none begin on it.
 * Ordinary hours on a holiday are marked as not confirmed.
 */
export function openDayHtml(entries: readonly OpenHours[], day: Day, language: Language): string {
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
  return format.format((dayNumber(day) ?? 0) * dayMillis)
}
