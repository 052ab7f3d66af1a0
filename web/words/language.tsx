import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { dateFormat } from '../../src/pages/days.ts'
import { authorName } from '../../src/words/author-name.ts'
import { languageOfTag } from '../../src/words/language.ts'
import { type Language, locales, type Words } from '../../src/words/words.ts'
import { settings } from '../settings.ts'
import type { GivenReason } from './fault-words.ts'
import { faultTextIn } from './loaded-fault-words.ts'

/** web/index.html reads the same name. It has no prefix, because services on one origin may share the language. */
const storageName = 'gazetteer.language'

interface LanguageChoice {
  readonly language: Language
  choose(language: Language): void
}

const LanguageContext = createContext<LanguageChoice>({ language: 'en', choose: () => undefined })

/**
 * Returns the initial language: that of the address; then that of a served document, which already respects the former
 * choice; then the former choice, the first known one of the browser, and that of the service.
 */
function firstLanguage(): Language {
  const { lang, dataset } = document.documentElement
  const named = new URLSearchParams(location.search).get('lang')
  const served = 'served' in dataset ? lang : undefined
  const wanted = [named, served, localStorage.getItem(storageName), ...navigator.languages, settings.locale]
  return wanted.map((tag) => languageOfTag(tag ?? undefined)).find((language) => language !== undefined) ?? 'en'
}

/** Provides the language to the views inside, and the means to change it. */
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

/** Returns the language of the page, and the function to choose another. */
export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext)
}

/** Returns a list of words in the language of the page. */
export function useWords<W>(words: Words<W>): W {
  return words[useLanguage().language]
}

/** Returns the function that describes a fault of a value in the language of the page. */
export function useFaultText(): (reason: GivenReason) => string {
  const { language } = useLanguage()
  return useCallback((reason) => faultTextIn(reason, language), [language])
}

/** Returns the function that names an author in the language of the page. */
export function useAuthorName(): (who: string) => string {
  const { language } = useLanguage()
  return (who) => authorName(who, language)
}

/** Formats numbers, dates and distances in a language. */
export type Format = ReturnType<typeof formatOf>

/** One per language, because creating one takes a hundred times longer than using it, and every row of a list does. */
const formats = new Map<Language, Format>()

/** Returns the formats of the language of the page. */
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
    /** A local date and time, such as 3 May 2026 at 14:00. */
    moment: (instant: string | number | Date) => moments.format(new Date(instant)),
    /** A calendar day (`YYYY-MM-DD`), which has no time zone. */
    day: (date: string, form: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }) =>
      dateFormat(locale, { timeZone: 'UTC', ...form }).format(new Date(`${date}T00:00Z`)),
    /** The name of a country; its code (ISO 3166-1 alpha-2) if unknown. */
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
