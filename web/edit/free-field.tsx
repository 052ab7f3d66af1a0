import { JsonInput } from '@mantine/core'
import { isObject, type Json } from '../body/pointer.ts'
import { useWords } from '../words/language.tsx'
import { editWords } from './edit-words.ts'
import type { FieldProps } from './fields.tsx'
import { parseJson } from './property-rows.ts'
import { useField } from './use-field.ts'
import { useTyped } from './use-typed.ts'

interface FreeFieldProps extends FieldProps {
  /** What stands for an emptied field; nothing where nothing else is said. */
  readonly whenEmpty?: Json
}

/** Any JSON as text; what is no JSON yet stays in the field. */
export function FreeField({ at, label, hint, whenEmpty }: FreeFieldProps) {
  const words = useWords(editWords)
  const { value, fault, set } = useField<Json>(at)
  const isEmpty = value === undefined || (isObject(value) && Object.keys(value).length === 0)
  const written = isEmpty ? '' : JSON.stringify(value, null, 2)
  const read = (text: string) => {
    const isEmptied = text.trim() === ''
    const next = isEmptied ? whenEmpty : parseJson(text)
    if (isEmptied || next !== undefined) set(next)
    return next !== undefined
  }
  const { type, ...typed } = useTyped(at, { written, read, wrong: words.jsonWrong, fault })
  return (
    <JsonInput
      {...typed}
      data-field={at}
      label={label}
      description={hint}
      autosize
      minRows={2}
      maxRows={16}
      onChange={type}
    />
  )
}
