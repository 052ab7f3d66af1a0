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

/** What a field of the form is told: which part of the body it edits, and how it is called. */
export interface FieldProps {
  readonly at: Pointer
  /** The name of the member where nothing else is said. */
  readonly label?: string
  readonly hint?: string
  readonly required?: boolean
}

/** What a field of the form shows, and what every kind of input is told for it. */
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
  /** What is wrong with the whole that the text is a part of, where this is the field to put it right in. */
  readonly faultOfWhole?: string | undefined
}

/** A line of text. */
export function TextField({ type = 'text', faultOfWhole, ...field }: TextFieldProps) {
  const { value, set, input } = useInput(field)
  return (
    <TextInput
      {...input}
      // The service judges addresses and says what is wrong; the browser would say it in words of its own.
      inputMode={type}
      value={textOf(value)}
      onChange={(event) => set(event.currentTarget.value)}
      error={input.error ?? faultOfWhole}
    />
  )
}

const rowsMax = 24

/** Text of several lines, as high as it needs to be. */
export function LongTextField({ rows = 2, ...field }: FieldProps & { readonly rows?: number }) {
  const { value, set, input } = useInput(field)
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => set(event.currentTarget.value)
  return <Textarea {...input} autosize minRows={rows} maxRows={rowsMax} value={textOf(value)} onChange={change} />
}

/** A number, written with a decimal comma or point; what is no number yet stays in the field. */
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

/** Yes, no, or not known. */
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

/** A text of the body, which may hold anything that somebody has sent. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const Markdown = lazy(() => import('../text/markdown.tsx'))

/** A formatted text, and how it will look. */
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
  /** Whether the value has to be an object. */
  readonly isObjectOnly?: boolean
  /** What stands for an emptied field; nothing where nothing else is said. */
  readonly whenEmpty?: Json
}

/** Any JSON as text; what is no JSON yet stays in the field. */
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
  const store = useEditStore()
  const discards = useSyncExternalStore(store.subscribe, () => store.state().discards)
  const left = store.leftText(at)
  const [typed, setTyped] = useState<Typed | undefined>(
    left === undefined ? undefined : { text: left, isWrong: true, discards },
  )
  if (typed && typed.written === undefined) setTyped({ ...typed, written })
  else if (typed && (typed.written !== written || typed.discards !== discards)) setTyped(undefined)
  const isWrong = typed?.isWrong === true
  const told = typeof wrong === 'string' ? wrong : wrong(typed?.text ?? '')
  const detail = isWrong ? told : undefined
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

/** The number that a text says, with a decimal comma or point; undefined where it says none. */
export function parseDecimal(text: string): number | undefined {
  const written = text.trim().replaceAll(/\s/g, '').replace(',', '.').replace('−', '-')
  return /^[+-]?\d+(\.\d+)?$/.test(written) ? Number(written) : undefined
}
