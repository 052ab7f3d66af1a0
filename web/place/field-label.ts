import { useCallback } from 'react'
import { Failure } from '../api/answered.ts'
import { useFailureText } from '../kit/message.tsx'
import { useFaultText, useWords } from '../words/language.tsx'
import { fieldLabel, fieldWords } from './place-fields.ts'

/** Returns a function that labels a member of a place, given its pointer or its dotted path. */
export function useFieldLabel(): (at: string) => string {
  const labels = useWords(fieldWords)
  return useCallback((at) => fieldLabel(labels, at.replace(/^\//, '').replaceAll('/', '.')), [labels])
}

/** Returns a function that explains a refused change; each fault names its field, for views without a field to mark. */
export function useRefusalText(): (error: unknown) => string {
  const labelOf = useFieldLabel()
  const faultText = useFaultText()
  const failureText = useFailureText()
  return useCallback(
    (error) => {
      if (!(error instanceof Failure) || error.faults.length === 0) return failureText(error)
      const texts = error.faults.map((fault) =>
        fault.pointer === '' ? faultText(fault) : `${labelOf(fault.pointer)}: ${faultText(fault)}`,
      )
      return texts.join(' ')
    },
    [labelOf, faultText, failureText],
  )
}
