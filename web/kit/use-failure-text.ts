import { useCallback } from 'react'
import { Failure } from '../api/answered.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import { useFaultText } from '../words/use-fault-text.ts'
import { kitWords } from './kit-words.ts'

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
      if (language === 'en') return message
      if (status === 403) return words.forbiddenTitle
      return status >= 500 ? words.busyTitle : faultText(message)
    },
    [words, language, faultText],
  )
}
