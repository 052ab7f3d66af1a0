import { JsonInput } from '@mantine/core'
import { useState } from 'react'
import { isObject, type Json } from '../body/pointer.ts'
import { useWords } from '../words/language.tsx'
import { editWords } from './edit-words.ts'
import type { FieldProps } from './fields.tsx'
import { parseJson } from './property-rows.ts'
import { useField, useUnread } from './use-field.ts'

interface FreeFieldProps extends FieldProps {
  /** What stands for an emptied field; nothing where nothing else is said. */
  readonly whenEmpty?: Json
}

/** Any JSON as text; what is no JSON yet stays in the field. */
export function FreeField({ at, label, hint, whenEmpty }: FreeFieldProps) {
  const words = useWords(editWords)
  const { value, fault, set } = useField<Json>(at)
  const [typed, setTyped] = useState<string>()
  const isWrong = typed !== undefined && typed.trim() !== '' && parseJson(typed) === undefined
  useUnread(at, isWrong ? words.jsonWrong : undefined)
  const isEmpty = value === undefined || (isObject(value) && Object.keys(value).length === 0)
  return (
    <JsonInput
      data-field={at}
      label={label}
      description={hint}
      autosize
      minRows={2}
      maxRows={16}
      value={typed ?? (isEmpty ? '' : JSON.stringify(value, null, 2))}
      onChange={(text) => {
        setTyped(text)
        if (text.trim() === '') return set(whenEmpty)
        const next = parseJson(text)
        if (next !== undefined) set(next)
      }}
      onBlur={() => !isWrong && setTyped(undefined)}
      error={isWrong ? words.jsonWrong : fault}
    />
  )
}
