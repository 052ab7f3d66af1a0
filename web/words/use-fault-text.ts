import { useCallback } from 'react'
import { faultText } from './fault-words.ts'
import { useLanguage } from './language.tsx'

/** Tells what the service says is wrong with a value in the language of the page. */
export function useFaultText(): (detail: string) => string {
  const { language } = useLanguage()
  return useCallback((detail) => faultText(detail, language), [language])
}
