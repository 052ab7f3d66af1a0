import { dayMillis, dayNumber } from '../place/dates.ts'
import { holidayOn } from '../query/typed/typed-days.ts'
import { type Language, locales, wordsOf } from '../words/words.ts'

const words = wordsOf({
  open: ['open {{day}}', 'öppet {{day}}'],
  openOn: ['open on {{name}}, {{date}}', 'öppet {{name}}, {{date}}'],
})

/** Returns the text of a search for places that are open on a day (`YYYY-MM-DD`): its weekday, or its holiday. */
export function openDayText(day: string, language: Language): string {
  const number = dayNumber(day) ?? 0
  const written = (form: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locales[language], { ...form, timeZone: 'UTC' }).format(number * dayMillis)
  const date = { day: 'numeric', month: 'long' } as const
  const holiday = holidayOn(number)
  if (holiday) return words[language].openOn(holiday[language], written(date))
  return words[language].open(written({ weekday: 'long', ...date }))
}

/** Returns a text that begins with a capital. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
