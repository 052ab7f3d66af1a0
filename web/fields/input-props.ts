import { createContext } from 'react'
import type { Schema } from '../api/document-query.ts'
import type { Json, Pointer } from '../body/json.ts'

/** An unreadable text in an input. */
export interface Unread {
  /** The part of the value; the whole by default. */
  readonly pointer?: Pointer
  /** The fault. */
  readonly detail: string
  /** The text, if the input can restore it. */
  readonly text?: string | undefined
}

/** The properties of the input of a field, of every kind. */
export interface InputProps<Value extends Json = Json> {
  readonly label: string
  readonly hint?: string | undefined
  readonly required?: boolean
  /** Undefined if there is none. */
  readonly value: Value | undefined
  readonly onChange: (value: Json) => void
  /** The faults of the value and of its parts, by pointers within it. A new map only for new faults. */
  readonly faults?: ReadonlyMap<Pointer, string>
  /** Registers an unreadable text until the returned function is called. The value stays the former one meanwhile. */
  readonly addUnread?: ((unread: Unread) => () => void) | undefined
  /** An unreadable text to restore. */
  readonly leftText?: string | undefined
  /** Where the value stands in the place. */
  readonly at?: Pointer
  /** Describes the values of types of places, whose schemas the operator may provide. */
  readonly schema?: Schema | undefined
  /** True if a flag may not be unknown. */
  readonly isKnown?: boolean
}

/** Facts about the place whose fields are edited, undefined if unknown or if there are several places. */
export const AboutPlace = createContext<{
  readonly id?: string | undefined
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | undefined
  readonly ownerId?: string | undefined
  /** The town of its address. */
  readonly town?: string | undefined
}>({})

export const noFaults: ReadonlyMap<Pointer, string> = new Map()

/** Returns the properties that all inputs of Mantine have in common. */
export function inputOf({ at, label, hint, required = false, faults = noFaults }: InputProps) {
  return {
    'data-field': at,
    label,
    description: hint,
    withAsterisk: required,
    ...(required && { 'aria-required': true }),
    error: faults.get(''),
    autoComplete: 'off',
  }
}

/** Returns the faults of a value and its parts as one text, each with the name of its part; undefined without any. */
export function faultText({ faults = noFaults }: Pick<InputProps, 'faults'>): string | undefined {
  const texts = [...faults].map(([below, text]) => (below === '' ? text : `${below.slice(1)}: ${text}`))
  return texts.length > 0 ? texts.join(' ') : undefined
}

/** Formats a value as text; it may be anything that a client has sent. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
