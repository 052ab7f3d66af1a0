import { useCallback } from 'react'
import { Failure } from '../api/answered.ts'
import { useFaultText, useLanguage, useWords } from '../words/language.tsx'
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

interface FormFaults {
  /** What is wrong with a member of the body, by its pointer (`/contactInfo/email`), or within it; undefined where nothing is. */
  readonly faultAt: (pointer: string) => string | undefined
  /** Why the whole was refused; undefined where it was not, or where members of it are at fault. */
  readonly failureText: string | undefined
}

/** What the service found wrong with a form, in the language of the page: told beside each field, else once at its end. */
export function useFormFaults(error: Error | null): FormFaults {
  const faultText = useFaultText()
  const failureText = useFailureText()
  const faults = error instanceof Failure ? error.faults : []
  return {
    faultAt(pointer) {
      const fault = faults.find((found) => found.pointer === pointer || found.pointer.startsWith(`${pointer}/`))
      return fault && faultText(fault.detail)
    },
    failureText: error && faults.length === 0 ? failureText(error) : undefined,
  }
}
