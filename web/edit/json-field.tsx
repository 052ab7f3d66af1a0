import { JsonInput } from '@mantine/core'
import { isObject, type Json } from '../body/pointer.ts'
import { useWords } from '../words/language.tsx'
import { editWords } from './edit-words.ts'
import type { FieldProps } from './fields.tsx'
import { useFaultsBelow, useField } from './use-field.ts'
import { useTyped } from './use-typed.ts'

interface JsonFieldProps extends FieldProps {
  /** Whether the value has to be an object. */
  readonly isObjectOnly?: boolean
  /** What stands for an emptied field; nothing where nothing else is said. */
  readonly whenEmpty?: Json
}

/** Any JSON as text; what is no JSON yet stays in the field. */
export function JsonField({ at, label, hint, isObjectOnly = false, whenEmpty }: JsonFieldProps) {
  const words = useWords(editWords)
  const { value, set } = useField<Json>(at)
  const faults = [...useFaultsBelow(at)].map(([below, text]) => (below === '' ? text : `${below.slice(1)}: ${text}`))
  const fault = faults.length > 0 ? faults.join(' ') : undefined
  const isEmpty = value === undefined || (isObject(value) && Object.keys(value).length === 0)
  const written = isEmpty ? '' : JSON.stringify(value, null, 2)
  const read = (text: string) => {
    const isEmptied = text.trim() === ''
    const next = isEmptied ? whenEmpty : parseJson(text)
    const isRead = next !== undefined && (isObject(next) || !isObjectOnly)
    if (isEmptied || isRead) set(next)
    return isRead
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

/** The JSON value that a text says; undefined where it says none. */
function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
