import { useState } from 'react'
import type { Pointer } from '../body/pointer.ts'
import { useUnread } from './use-field.ts'

interface TypedOptions {
  /** The value as a text. */
  readonly written: string
  /** Takes what a text says into the form; tells whether it says anything. */
  readonly read: (text: string) => boolean
  /** What is said of a text that says nothing. */
  readonly wrong: string
  /** What else is wrong with the value. */
  readonly fault: string | undefined
}

/** Text from which the value of a field is read: what cannot be read yet stays in the field, and keeps the form from being saved. */
export function useTyped(at: Pointer, { written, read, wrong, fault }: TypedOptions) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly isWrong: boolean }>()
  const isWrong = typed?.isWrong === true
  useUnread(at, isWrong ? wrong : undefined)
  return {
    value: typed?.text ?? written,
    error: isWrong ? wrong : fault,
    type: (text: string) => setTyped({ text, isWrong: !read(text) && text.trim() !== '' }),
    onBlur: () => !isWrong && setTyped(undefined),
  }
}
