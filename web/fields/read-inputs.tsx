import { Alert, JsonInput, NumberInput, TextInput } from '@mantine/core'
import { use, useEffect, useRef, useState } from 'react'
import { seemsShort } from '../../src/place/phone.ts'
import { isObject, type Json, type JsonObject } from '../body/json.ts'
import { phoneNumber, placeCountry, readPhone } from '../place/phone-number.ts'
import { useFaultText, useFormat, useWords } from '../words/language.tsx'
import { present, typeOf } from './field-kinds.ts'
import { AboutPlace, faultText, type InputProps, inputOf, textOf } from './input-props.ts'
import { inputWords } from './input-words.ts'

interface TypedOptions {
  /** The value formatted as text. */
  readonly written: string
  /** Takes a text as the value; returns whether it is readable. */
  readonly read: (text: string) => boolean
  /** The fault of an unreadable text. */
  readonly wrong: string | ((text: string) => string)
  /** Any other fault of the value. */
  readonly fault: string | undefined
}

interface Typed {
  readonly text: string
  readonly isWrong: boolean
  /** The formatted value after the text was read; undefined until known. */
  readonly written?: string
}

/**
 * Handles text from which a value is read. Unreadable text stays in the input, and is registered as such. It disappears
 * if the value changes elsewhere (a moved pin, an undo).
 */
export function useTyped({ leftText, addUnread }: InputProps, { written, read, wrong, fault }: TypedOptions) {
  const [typed, setTyped] = useState<Typed | undefined>(
    leftText === undefined ? undefined : { text: leftText, isWrong: true },
  )
  if (typed && typed.written === undefined) setTyped({ ...typed, written })
  else if (typed && typed.written !== written) setTyped(undefined)
  const isWrong = typed?.isWrong === true
  const detail = isWrong ? (typeof wrong === 'string' ? wrong : wrong(typed?.text ?? '')) : undefined
  const text = typed?.text
  const register = useRef(addUnread)
  useEffect(() => {
    register.current = addUnread
  })
  useEffect(() => (detail === undefined ? undefined : register.current?.({ detail, text })), [detail, text])
  return {
    value: text ?? written,
    error: detail ?? fault,
    type: (text: string) => setTyped({ text, isWrong: !read(text) && text.trim() !== '' }),
    onBlur: () => !isWrong && setTyped(undefined),
  }
}

/** A number with a decimal comma or point. */
export function DecimalInput(props: InputProps) {
  const words = useWords(inputWords)
  const input = inputOf(props)
  const read = (text: string) => {
    const number = parseDecimal(text)
    if (number !== undefined || text.trim() === '') props.onChange(number)
    return number !== undefined
  }
  const { type, ...typed } = useTyped(props, {
    written: textOf(props.value),
    read,
    wrong: words.notDecimal,
    fault: input.error,
  })
  return <TextInput {...input} {...typed} inputMode="decimal" onChange={(event) => type(event.currentTarget.value)} />
}

/** Parses a number with a decimal comma or point; undefined if it is not one. */
export function parseDecimal(text: string): number | undefined {
  const written = text.trim().replaceAll(/\s/g, '').replace(',', '.').replace('−', '-')
  return /^[+-]?\d+(\.\d+)?$/.test(written) ? Number(written) : undefined
}

/** A whole number. */
export function WholeInput(props: InputProps) {
  const { value, onChange, schema } = props
  return (
    <NumberInput
      {...inputOf(props)}
      value={typeof value === 'number' ? value : textOf(value)}
      onChange={(next) => onChange(next === '' ? undefined : next)}
      allowDecimal={false}
      allowNegative={(present(schema ?? {}).minimum ?? -1) < 0}
      hideControls
    />
  )
}

/** A telephone number, written freely, for a place in a country; an invalid one is reported on blur. */
export function PhoneInput(props: InputProps) {
  const words = useWords(inputWords)
  const format = useFormat()
  const reasonText = useFaultText()
  const { country } = use(AboutPlace)
  const home = placeCountry(country)
  const { value, onChange } = props
  const [isTyping, setTyping] = useState(false)
  const read = (text: string) => {
    const phone = text.trim() === '' ? undefined : readPhone(text, country)
    const isPhone = phone === undefined || !('code' in phone)
    if (isPhone) onChange(phone as JsonObject | undefined)
    return isPhone
  }
  const wrong = (text: string) => {
    const phone = readPhone(text, country)
    return 'code' in phone ? reasonText(phone) : ''
  }
  const [fault] = props.faults?.values() ?? []
  const typed = useTyped(props, {
    written: value !== undefined && isObject(value) ? phoneNumber(value, country) : '',
    read,
    wrong,
    fault,
  })
  return (
    <>
      <TextInput
        {...inputOf({ ...props, hint: props.hint ?? words.phoneHint(home && format.country(home)) })}
        inputMode="tel"
        value={typed.value}
        error={isTyping ? fault : typed.error}
        onChange={(event) => {
          setTyping(true)
          typed.type(event.currentTarget.value)
        }}
        onBlur={() => {
          setTyping(false)
          typed.onBlur()
        }}
      />
      {!isTyping && isObject(value) && seemsShort(value) && (
        <Alert role="status" color="orange" p="xs">
          {words.phoneShort}
        </Alert>
      )}
    </>
  )
}

/** Any JSON as text; an object only, if the schema says so. */
export function JsonValueInput(props: InputProps) {
  const words = useWords(inputWords)
  const { value, onChange, schema = {} } = props
  const isEmpty = value === undefined || (isObject(value) && Object.keys(value).length === 0)
  const read = (text: string) => {
    const isEmptied = text.trim() === ''
    const next = isEmptied ? undefined : parseJson(text)
    const isRead = next !== undefined && (isObject(next) || typeOf(schema) !== 'object')
    if (isEmptied || isRead) onChange(next)
    return isRead
  }
  const written = isEmpty ? '' : JSON.stringify(value, null, 2)
  const { type, ...typed } = useTyped(props, { written, read, wrong: words.jsonWrong, fault: faultText(props) })
  return <JsonInput {...inputOf(props)} {...typed} autosize minRows={2} maxRows={16} onChange={type} />
}

/** Parses a JSON value; undefined if it is invalid. */
export function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
