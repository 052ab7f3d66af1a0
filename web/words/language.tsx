import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { ownPrefix } from '../settings.ts'
import { faultText } from './fault-words.ts'
import { type Language, languages, type Words } from './words.ts'

const storageName = `${ownPrefix}language`

interface LanguageChoice {
  readonly language: Language
  choose(language: Language): void
}

const LanguageContext = createContext<LanguageChoice>({ language: 'en', choose: () => undefined })

/** The language that was chosen before, else the first of the browser's that there is, else English. */
function firstLanguage(): Language {
  const wanted = [localStorage.getItem(storageName) ?? '', ...navigator.languages]
  const known = wanted.map((tag) => languages.find((language) => tag.toLowerCase().startsWith(language)))
  return known.find((language) => language !== undefined) ?? 'en'
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

/** The words of a room in the language of the page. */
export function useWords<W>(words: Words<W>): W {
  return words[useLanguage().language]
}

/** Tells what the service says is wrong with a value in the language of the page. */
export function useFaultText(): (detail: string) => string {
  const { language } = useLanguage()
  return useCallback((detail) => faultText(detail, language), [language])
}
