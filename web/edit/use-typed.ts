import { useState } from 'react'
import type { Pointer } from '../body/pointer.ts'
import { useDiscards, useLeftText, useUnread } from './use-field.ts'

interface TypedOptions {
  /** The value as a text. */
  readonly written: string
  /** Takes what a text says into the form; tells whether it says anything. */
  readonly read: (text: string) => boolean
  /** What is said of a text that says nothing. */
  readonly wrong: string | ((text: string) => string)
  /** What else is wrong with the value. */
  readonly fault: string | undefined
}

interface Typed {
  readonly text: string
  readonly isWrong: boolean
  readonly discards: number
  /** What was written when it had been read; undefined until that is known. */
  readonly written?: string
}

/**
 * Text from which the value of a field is read: what cannot be read yet stays in the field, and keeps the form from being
 * saved. It gives way when the value is changed elsewhere (a pin that is moved, a step back), and when all is discarded.
 */
export function useTyped(at: Pointer, { written, read, wrong, fault }: TypedOptions) {
  const discards = useDiscards()
  const left = useLeftText(at)
  const [typed, setTyped] = useState<Typed | undefined>(
    left === undefined ? undefined : { text: left, isWrong: true, discards },
  )
  if (typed && typed.written === undefined) setTyped({ ...typed, written })
  else if (typed && (typed.written !== written || typed.discards !== discards)) setTyped(undefined)
  const isWrong = typed?.isWrong === true
  const told = typeof wrong === 'string' ? wrong : wrong(typed?.text ?? '')
  useUnread(at, isWrong ? told : undefined, typed?.text)
  return {
    value: typed?.text ?? written,
    error: isWrong ? told : fault,
    type: (text: string) => setTyped({ text, isWrong: !read(text) && text.trim() !== '', discards }),
    onBlur: () => !isWrong && setTyped(undefined),
  }
}
