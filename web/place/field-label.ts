import { useCallback } from 'react'
import { Failure } from '../api/answered.ts'
import { useFailureText } from '../kit/message.tsx'
import { useFaultText, useWords } from '../words/language.tsx'
import { fieldLabel, fieldWords } from './field-words.ts'

/** Tells what a member of a place is called, by its pointer or its dotted path. */
export function useFieldLabel(): (at: string) => string {
  const labels = useWords(fieldWords)
  return useCallback((at) => fieldLabel(labels, at.replace(/^\//, '').replaceAll('/', '.')), [labels])
}

/** Tells why a change of a place was refused, each fault with the name of its field, where no field is there to say it. */
export function useRefusalText(): (error: unknown) => string {
  const labelOf = useFieldLabel()
  const faultText = useFaultText()
  const failureText = useFailureText()
  return useCallback(
    (error) => {
      if (!(error instanceof Failure) || error.faults.length === 0) return failureText(error)
      const told = error.faults.map((fault) =>
        fault.pointer === '' ? faultText(fault) : `${labelOf(fault.pointer)}: ${faultText(fault)}`,
      )
      return told.join(' ')
    },
    [labelOf, faultText, failureText],
  )
}
