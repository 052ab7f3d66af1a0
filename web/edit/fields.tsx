import { Group, Input, JsonInput, NumberInput, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ChangeEvent, lazy, Suspense, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { isObject, type Json, type Pointer } from '../body/json.ts'
import { Button } from '../kit/button.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { useFieldLabel } from '../place/field-label.ts'
import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'
import { useEditStore, useFaultsBelow, useField } from './use-field.ts'

/** The properties of a form field: its part of the body, and its labels. */
export interface FieldProps {
  readonly at: Pointer
  /** By default, the name of the member. */
  readonly label?: string
  readonly hint?: string
  readonly required?: boolean
}

/** Returns the value of a field, and the properties that every kind of input needs. */
export function useInput<Value extends Json = string>({ at, label, hint, required = false }: FieldProps) {
  const labelOf = useFieldLabel()
  const { value, fault, set } = useField<Value>(at)
  const input = {
    'data-field': at,
    label: label ?? labelOf(at),
    description: hint,
    withAsterisk: required,
    ...(required && { 'aria-required': true }),
    error: fault,
    autoComplete: 'off',
  }
  return { value, set, input }
}

interface TextFieldProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'url'
  /** The fault of the enclosing object, if this is the field to correct it in. */
  readonly faultOfWhole?: string | undefined
}

/** A line of text. */
export function TextField({ type = 'text', faultOfWhole, ...field }: TextFieldProps) {
  const { value, set, input } = useInput(field)
  return (
    <TextInput
      {...input}
      // The service validates addresses and explains the fault; the browser would use its own wording.
      inputMode={type}
      value={textOf(value)}
      onChange={(event) => set(event.currentTarget.value)}
      error={input.error ?? faultOfWhole}
    />
  )
}

const rowsMax = 24

/** Text of several lines; its height adapts. */
export function LongTextField({ rows = 2, ...field }: FieldProps & { readonly rows?: number }) {
  const { value, set, input } = useInput(field)
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => set(event.currentTarget.value)
  return <Textarea {...input} autosize minRows={rows} maxRows={rowsMax} value={textOf(value)} onChange={change} />
}

/** A number with a decimal comma or point; an incomplete number stays in the field. */
export function DecimalField(field: FieldProps) {
  const words = useWords(editWords)
  const { value, set, input } = useInput<number>(field)
  const read = (text: string) => {
    const number = parseDecimal(text)
    set(number)
    return number !== undefined
  }
  const { type, ...typed } = useTyped(field.at, {
    written: textOf(value),
    read,
    wrong: words.notDecimal,
    fault: input.error,
  })
  return <TextInput {...input} {...typed} inputMode="decimal" onChange={(event) => type(event.currentTarget.value)} />
}

/** A whole number. */
export function NumberField({ allowsNegative = false, ...field }: FieldProps & { allowsNegative?: boolean }) {
  const { value, set, input } = useInput<number>(field)
  return (
    <NumberInput
      {...input}
      value={value ?? ''}
      onChange={(next) => set(next === '' ? undefined : next)}
      allowDecimal={false}
      allowNegative={allowsNegative}
      hideControls
    />
  )
}

/** Yes, no, or unknown. */
export function TernaryField(field: FieldProps) {
  const words = useWords(editWords)
  const { value, set, input } = useInput<boolean>(field)
  const id = useId()
  return (
    <div className={styles.ternary} data-field={field.at}>
      <div>
        <Text id={id} size="sm" fw={500}>
          {input.label}
        </Text>
        {field.hint && <Soft size="xs">{field.hint}</Soft>}
      </div>
      <SegmentedControl
        aria-labelledby={id}
        size="xs"
        value={value === undefined ? 'unknown' : value ? 'yes' : 'no'}
        onChange={(next) => set(next === 'unknown' ? undefined : next === 'yes')}
        data={(['yes', 'no', 'unknown'] as const).map((name) => ({ value: name, label: words[name] }))}
      />
      {input.error && <Input.Error className={styles.fault}>{input.error}</Input.Error>}
    </div>
  )
}

/** Formats a value of the body as text; it may be anything that a client has sent. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const Markdown = lazy(() => import('../text/markdown.tsx'))

/** Edits a formatted text, with a preview. */
export function MarkdownField(field: FieldProps) {
  const words = useWords(editWords)
  const { value, set, input } = useInput(field)
  const [isPreview, { toggle }] = useDisclosure()
  const id = useId()
  const text = textOf(value)
  return (
    <Input.Wrapper data-field={field.at} labelElement="div" error={input.error}>
      <Group justify="space-between" mb={4} gap="xs">
        <Input.Label htmlFor={id}>{input.label}</Input.Label>
        <Button variant="subtle" size="xs" aria-pressed={isPreview} onClick={toggle}>
          {isPreview ? words.write : words.preview}
        </Button>
      </Group>
      {isPreview ? (
        <div className={`framed ${styles.preview}`}>
          {text.trim() === '' ? <Text c="dimmed">{words.nothingToPreview}</Text> : null}
          <Suspense>
            <Markdown text={text} />
          </Suspense>
        </div>
      ) : (
        <Textarea
          id={id}
          autosize
          minRows={5}
          maxRows={rowsMax}
          description={field.hint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={text}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )}
    </Input.Wrapper>
  )
}

interface JsonFieldProps extends FieldProps {
  /** True if the value must be an object. */
  readonly isObjectOnly?: boolean
  /** The value of an emptied field; undefined by default. */
  readonly whenEmpty?: Json
}

/** Edits any JSON as text; incomplete JSON stays in the field. */
export function JsonField({ isObjectOnly = false, whenEmpty, ...field }: JsonFieldProps) {
  const words = useWords(editWords)
  const { value, set, input } = useInput<Json>(field)
  const faults = [...useFaultsBelow(field.at)].map(([below, text]) =>
    below === '' ? text : `${below.slice(1)}: ${text}`,
  )
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
  const { type, ...typed } = useTyped(field.at, { written, read, wrong: words.jsonWrong, fault })
  return <JsonInput {...input} {...typed} autosize minRows={2} maxRows={16} onChange={type} />
}

/** Parses a JSON value; undefined if it is invalid. */
function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

interface TypedOptions {
  /** The value formatted as text. */
  readonly written: string
  /** Parses the text into the form; returns whether it is readable. */
  readonly read: (text: string) => boolean
  /** The fault of an unreadable text. */
  readonly wrong: string | ((text: string) => string)
  /** Any other fault of the value. */
  readonly fault: string | undefined
}

interface Typed {
  readonly text: string
  readonly isWrong: boolean
  readonly discards: number
  /** The formatted value after the text was read; undefined until known. */
  readonly written?: string
}

/**
 * Handles text from which the value of a field is parsed. Unreadable text stays in the field, and prevents saving. It
 * disappears if the value changes elsewhere (a moved pin, an undo), and if all changes are discarded.
 */
export function useTyped(at: Pointer, { written, read, wrong, fault }: TypedOptions) {
  const store = useEditStore()
  const discards = useSyncExternalStore(store.subscribe, () => store.state().discards)
  const left = store.leftText(at)
  const [typed, setTyped] = useState<Typed | undefined>(
    left === undefined ? undefined : { text: left, isWrong: true, discards },
  )
  if (typed && typed.written === undefined) setTyped({ ...typed, written })
  else if (typed && (typed.written !== written || typed.discards !== discards)) setTyped(undefined)
  const isWrong = typed?.isWrong === true
  const detail = isWrong ? (typeof wrong === 'string' ? wrong : wrong(typed?.text ?? '')) : undefined
  const text = typed?.text
  useEffect(
    () => (detail === undefined ? undefined : store.addUnread({ pointer: at, detail, text })),
    [store, at, detail, text],
  )
  return {
    value: text ?? written,
    error: detail ?? fault,
    type: (text: string) => setTyped({ text, isWrong: !read(text) && text.trim() !== '', discards }),
    onBlur: () => !isWrong && setTyped(undefined),
  }
}

/** Parses a number with a decimal comma or point; undefined if it is not one. */
export function parseDecimal(text: string): number | undefined {
  const written = text.trim().replaceAll(/\s/g, '').replace(',', '.').replace('−', '-')
  return /^[+-]?\d+(\.\d+)?$/.test(written) ? Number(written) : undefined
}
