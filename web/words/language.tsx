import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { dateFormat } from '../../src/pages/days.ts'
import { languageOfTag } from '../../src/words/language.ts'
import { type Language, locales, type Words } from '../../src/words/words.ts'
import { settings } from '../settings.ts'
import type { Told } from './fault-words.ts'
import { faultTextIn } from './told-faults.ts'

/** The name that the document reads too (web/index.html); a language is no secret of one service among several. */
const storageName = 'gazetteer.language'

interface LanguageChoice {
  readonly language: Language
  choose(language: Language): void
}

const LanguageContext = createContext<LanguageChoice>({ language: 'en', choose: () => undefined })

/**
 * The language of the address; else of what the service has sent, which has asked for the one chosen before; else that, the
 * first of the browser's that there is, or the service's.
 */
function firstLanguage(): Language {
  const { lang, dataset } = document.documentElement
  const named = new URLSearchParams(location.search).get('lang')
  const served = 'served' in dataset ? lang : undefined
  const wanted = [named, served, localStorage.getItem(storageName), ...navigator.languages, settings.locale]
  return wanted.map((tag) => languageOfTag(tag ?? undefined)).find((language) => language !== undefined) ?? 'en'
}

/** Lets the views inside use one language, and change it. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choice = useMemo(
    () => ({
      language,
      choose(chosen: Language) {
        localStorage.setItem(storageName, chosen)
        const address = new URL(location.href)
        if (address.searchParams.has('lang')) {
          address.searchParams.set('lang', chosen)
          history.replaceState(history.state, '', address)
        }
        setLanguage(chosen)
      },
    }),
    [language],
  )
  return <LanguageContext value={choice}>{children}</LanguageContext>
}

/** The language of the page, and how to choose another. */
export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext)
}

/** A list of words in the language of the page. */
export function useWords<W>(words: Words<W>): W {
  return words[useLanguage().language]
}

/** Tells what the service says is wrong with a value in the language of the page. */
export function useFaultText(): (told: Told) => string {
  const { language } = useLanguage()
  return useCallback((told) => faultTextIn(told, language), [language])
}

/** Numbers, dates and distances as a language writes them. */
export type Format = ReturnType<typeof formatOf>

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

function formatOf(locale: string) {
  const numbers = new Intl.NumberFormat(locale)
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  return {
    locale,
    number: (value: number) => numbers.format(value),
    /** A day and time of the reader's zone, such as 3 May 2026 at 14:00. */
    moment: (instant: string | number | Date) => moments.format(new Date(instant)),
    /** A day of the calendar (`YYYY-MM-DD`), which has no zone. */
    day: (date: string, form: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }) =>
      dateFormat(locale, { timeZone: 'UTC', ...form }).format(new Date(`${date}T00:00Z`)),
    /** What a country is called; its code (ISO 3166-1 alpha-2) where that is not known. */
    country: (code: string) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
    distance: (metres: number) => distanceText(metres, locale),
  }
}

function distanceText(metres: number, locale: string): string {
  const inMetres = metres < 1000
  const digits = inMetres || metres >= 10_000 ? 0 : 1
  const unit = inMetres ? 'meter' : 'kilometer'
  const value = inMetres ? Math.round(metres / 10) * 10 : metres / 1000
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits }).format(value)
}
