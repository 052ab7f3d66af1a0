import { NumberInput, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import type { Pointer } from '../body/pointer.ts'
import { useWords } from '../words/language.tsx'
import { parseDecimal } from './decimal.ts'
import { editWords } from './edit-words.ts'
import styles from './fields.module.css'
import { useField } from './use-field.ts'
import { useTyped } from './use-typed.ts'

/** What a field of the form is told: which part of the body it edits, and how it is called. */
export interface FieldProps {
  readonly at: Pointer
  readonly label: string
  readonly hint?: string
  readonly required?: boolean
}

interface TextFieldProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'url'
  /** What is wrong with the whole that the text is a part of, where this is the field to put it right in. */
  readonly faultOfWhole?: string | undefined
}

/** A line of text. */
export function TextField({ at, label, hint, required = false, type = 'text', faultOfWhole }: TextFieldProps) {
  const { value, fault, set } = useField(at)
  return (
    <TextInput
      data-field={at}
      label={label}
      description={hint}
      withAsterisk={required}
      aria-required={required}
      // The service judges addresses and says what is wrong; the browser would say it in words of its own.
      inputMode={type}
      value={textOf(value)}
      onChange={(event) => set(event.currentTarget.value)}
      error={fault ?? faultOfWhole}
      autoComplete="off"
    />
  )
}

/** Text of several lines, as high as it needs to be. */
export function LongTextField({ at, label, hint, rows = 2 }: FieldProps & { readonly rows?: number }) {
  const { value, fault, set } = useField(at)
  return (
    <Textarea
      data-field={at}
      label={label}
      description={hint}
      autosize
      minRows={rows}
      maxRows={24}
      value={textOf(value)}
      onChange={(event) => set(event.currentTarget.value)}
      error={fault}
    />
  )
}

/** A number, written with a decimal comma or point; what is no number yet stays in the field. */
export function DecimalField({ at, label, hint }: FieldProps) {
  const words = useWords(editWords)
  const { value, fault, set } = useField<number>(at)
  const read = (text: string) => {
    const number = parseDecimal(text)
    set(number)
    return number !== undefined
  }
  const { type, ...typed } = useTyped(at, { written: textOf(value), read, wrong: words.notDecimal, fault })
  return (
    <TextInput
      {...typed}
      data-field={at}
      label={label}
      description={hint}
      inputMode="decimal"
      onChange={(event) => type(event.currentTarget.value)}
      autoComplete="off"
    />
  )
}

/** A whole number. */
export function NumberField({ at, label, hint, allowsNegative = false }: FieldProps & { allowsNegative?: boolean }) {
  const { value, fault, set } = useField<number>(at)
  return (
    <NumberInput
      data-field={at}
      label={label}
      description={hint}
      value={value ?? ''}
      onChange={(next) => set(next === '' ? undefined : next)}
      error={fault}
      allowDecimal={false}
      allowNegative={allowsNegative}
      hideControls
    />
  )
}

/** Yes, no, or not known. */
export function TernaryField({ at, label, hint }: FieldProps) {
  const words = useWords(editWords)
  const { value, fault, set } = useField<boolean>(at)
  const id = useId()
  return (
    <div className={styles.ternary} data-field={at}>
      <div>
        <Text id={id} size="sm" fw={500}>
          {label}
        </Text>
        {hint && (
          <Text size="xs" c="dimmed">
            {hint}
          </Text>
        )}
      </div>
      <SegmentedControl
        aria-labelledby={id}
        size="xs"
        value={value === undefined ? 'unknown' : value ? 'yes' : 'no'}
        onChange={(next) => set(next === 'unknown' ? undefined : next === 'yes')}
        data={(['yes', 'no', 'unknown'] as const).map((name) => ({ value: name, label: words[name] }))}
      />
      {fault && (
        <Text size="xs" c="var(--mantine-color-error)" className={styles.fault}>
          {fault}
        </Text>
      )}
    </div>
  )
}

/** A text of the body, which may hold anything that somebody has sent. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
