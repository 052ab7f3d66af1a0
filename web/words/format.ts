import { useLanguage } from './language.tsx'
import type { Language } from './words.ts'

/** British English, whose dates and weeks are like those of the places. */
const locales: Readonly<Record<Language, string>> = { sv: 'sv-SE', en: 'en-GB' }

/** Numbers, dates and distances as a language writes them. */
export interface Format {
  readonly locale: string
  number(value: number): string
  /** A day and time of the reader's zone, such as 3 May 2026 at 14:00. */
  moment(instant: string | number | Date): string
  /** A day of the calendar (`YYYY-MM-DD`), which has no zone. */
  day(date: string, form?: Intl.DateTimeFormatOptions): string
  distance(metres: number): string
  /** What a country is called; its code (ISO 3166-1 alpha-2) where that is not known. */
  country(code: string): string
}

/** One for each language: to make one takes a hundred times longer than to use it, and every row of a list asks. */
const formats = new Map<Language, Format>()

/** How the language of the page writes numbers and dates. */
export function useFormat(): Format {
  const { language } = useLanguage()
  const known = formats.get(language)
  if (known) return known
  const made = formatOf(locales[language])
  formats.set(language, made)
  return made
}

function formatOf(locale: string): Format {
  const numbers = new Intl.NumberFormat(locale)
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  return {
    locale,
    number: (value) => numbers.format(value),
    moment: (instant) => moments.format(new Date(instant)),
    day: (date, form = { dateStyle: 'medium' }) =>
      new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...form }).format(new Date(`${date}T00:00Z`)),
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
    distance: (metres) => distanceText(metres, locale),
  }
}

function distanceText(metres: number, locale: string): string {
  const inMetres = metres < 1000
  const digits = inMetres || metres >= 10_000 ? 0 : 1
  const unit = inMetres ? 'meter' : 'kilometer'
  const value = inMetres ? Math.round(metres / 10) * 10 : metres / 1000
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits }).format(value)
}
