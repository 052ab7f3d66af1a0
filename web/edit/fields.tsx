import {
  Button,
  Group,
  Input,
  JsonInput,
  NumberInput,
  SegmentedControl,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { lazy, Suspense, useId, useState } from 'react'
import { isObject, type Json, type Pointer } from '../body/json.ts'
import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'
import { useDiscards, useFaultsBelow, useField, useLeftText, useUnread } from './use-field.ts'

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

const Markdown = lazy(() => import('../text/markdown.tsx'))

/** A formatted text, and how it will look. */
export function MarkdownField({ at, label, hint }: FieldProps) {
  const words = useWords(editWords)
  const { value, fault, set } = useField(at)
  const [isPreview, setPreview] = useState(false)
  const id = useId()
  const text = textOf(value)
  return (
    <Input.Wrapper data-field={at} labelElement="div" error={fault}>
      <Group justify="space-between" mb={4} gap="xs">
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <Button variant="subtle" size="compact-xs" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
          {isPreview ? words.write : words.preview}
        </Button>
      </Group>
      {isPreview ? (
        <div className={styles.preview}>
          {text.trim() === '' ? <Text c="dimmed">{words.nothingToPreview}</Text> : null}
          <Suspense>
            <Markdown text={text} topLevel={3} />
          </Suspense>
        </div>
      ) : (
        <Textarea
          id={id}
          autosize
          minRows={5}
          maxRows={24}
          description={hint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={text}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )}
    </Input.Wrapper>
  )
}

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

/** The number that a text says, with a decimal comma or point; undefined where it says none. */
export function parseDecimal(text: string): number | undefined {
  const written = text.trim().replaceAll(/\s/g, '').replace(',', '.').replace('−', '-')
  return /^[+-]?\d+(\.\d+)?$/.test(written) ? Number(written) : undefined
}
