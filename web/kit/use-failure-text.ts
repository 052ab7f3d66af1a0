import { useCallback } from 'react'
import { Failure } from '../api/answered.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import { useFaultText } from '../words/use-fault-text.ts'
import { kitWords } from './kit-words.ts'

/** What an answer of a status says by itself; undefined where only its sentence tells more. */
function titleOf(status: number, words: (typeof kitWords)['en']): string | undefined {
  const titles: Readonly<Record<number, string>> = {
    401: words.keyTitle,
    403: words.forbiddenTitle,
    404: words.goneTitle,
    412: words.changedTitle,
    429: words.busyTitle,
  }
  return titles[status] ?? (status >= 500 ? words.busyTitle : undefined)
}

/** Tells in a sentence why something failed: in the language of the page, else as the service said it. */
export function useFailureText(): (error: unknown) => string {
  const words = useWords(kitWords)
  const { language } = useLanguage()
  const faultText = useFaultText()
  return useCallback(
    (error) => {
      if (!(error instanceof Failure)) return error instanceof Error ? error.message : String(error)
      const { status, faults, message } = error
      if (status === 0) return `${words.offlineTitle}. ${words.offline}`
      if (faults.length > 0) return faults.map(({ detail }) => faultText(detail)).join(' ')
      const told = faultText(message)
      return language === 'en' || told !== message ? told : (titleOf(status, words) ?? message)
    },
    [words, language, faultText],
  )
}
