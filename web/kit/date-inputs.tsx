import './date-inputs.css'
import 'dayjs/locale/sv'
import { DateInput, type DateInputProps, DatesProvider } from '@mantine/dates'
import dayjs from 'dayjs'
import { type FocusEvent, type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { localText, today } from '../../src/pages/days.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import { calendarWords, kitWords } from './kit-words.ts'
import { readDay, readMoment } from './read-date.ts'

/** Registers the error of an unreadable field, until the returned function is called. */
type AddUnread = (detail: string) => (() => void) | undefined

interface DayInputProps {
  readonly label: string
  /** A calendar day, `YYYY-MM-DD`; null for none. */
  readonly value: string | null
  readonly onChange: (day: string | null) => void
  /** A day without a year is the next such day from this one; by default from today. */
  readonly from?: string | undefined
  readonly error?: string | undefined
  readonly description?: string
  readonly placeholder?: string
  readonly className?: string | undefined
  readonly addUnread?: AddUnread | undefined
  /** The label of the button that empties the field. Without it, a day is required. */
  readonly clear?: string
}

/** A day, typed freely or chosen from a calendar, and shown in full. */
export function DayInput({ from, clear, ...rest }: DayInputProps) {
  const words = useWords(kitWords)
  return (
    <TypedDate
      {...rest}
      read={(text) => readDay(text, from ?? today(new Date()))}
      wrong={words.noDay}
      format={dayFormat}
      {...(clear !== undefined && { clearable: true, clearButtonProps: { 'aria-label': clear, tabIndex: -1 } })}
    />
  )
}

const dayFormat = 'ddd D MMMM YYYY'

const minuteLength = 'YYYY-MM-DD HH:mm'.length

interface MomentInputProps {
  readonly label: string
  readonly description?: string
  /** A local time as `YYYY-MM-DD HH:mm`, which sorts as text; null for none. */
  readonly value: string | null
  readonly onChange: (time: string | null) => void
  readonly error?: string | false | undefined
  readonly required?: boolean
  readonly addUnread?: AddUnread | undefined
}

/** A day and time, typed in one field. A day chosen from the calendar keeps the time. */
export function MomentInput({ required = false, value, onChange, ...rest }: MomentInputProps) {
  const words = useWords(kitWords)
  const { clear } = useWords(calendarWords)
  const isPicked = useRef(false)
  return (
    <TypedDate
      {...rest}
      value={value}
      onChange={(time) => {
        const keptTime = isPicked.current && value !== null ? value.slice('YYYY-MM-DD'.length) : undefined
        isPicked.current = false
        onChange(
          time &&
            (keptTime === undefined ? time.slice(0, minuteLength) : time.slice(0, 'YYYY-MM-DD'.length) + keptTime),
        )
      }}
      read={(text) => readMoment(text, today(new Date()))}
      wrong={words.noMoment}
      format={`${dayFormat} HH:mm`}
      withTime
      getDayProps={() => ({
        onClick: () => {
          isPicked.current = true
        },
      })}
      placeholder={words.momentFormat}
      withAsterisk={required}
      clearable
      clearButtonProps={{ 'aria-label': clear, tabIndex: -1 }}
    />
  )
}

/** The calendar belongs to the main part of the page, like all its content. */
const inPlace = { portalProps: { target: '#content' } } as const

interface TypedDateProps extends Omit<DateInputProps, 'onChange' | 'value'> {
  readonly value: string | null
  readonly onChange: (date: string | null) => void
  /** Parses a text; undefined if it is unreadable. */
  readonly read: (text: string) => string | undefined
  /** Returns the error for an unreadable text. */
  readonly wrong: (text: string) => string
  /** The display format, in dayjs syntax. */
  readonly format: string
  readonly addUnread?: AddUnread | undefined
}

/**
 * Typed text replaces the value, and is shown in full on blur. Unreadable text stays in the field with an error. Until
 * it is corrected, the value is the one before typing began, not one parsed from a readable prefix.
 */
function TypedDate({ onChange, read, wrong: wrongText, format, error, addUnread, ...rest }: TypedDateProps) {
  const { language } = useLanguage()
  const [unread, setUnread] = useState<{ readonly text: string; readonly value: string | null }>()
  const [isLeft, setLeft] = useState(true)
  // The calendar gives way to typing: on a phone it would cover what comes next, such as the button that saves.
  const [isTyped, setTyped] = useState(false)
  const isFresh = useRef(false)
  const former = useRef(rest.value)
  // The error disappears if the value is changed elsewhere.
  const detail = unread && unread.value === rest.value ? wrongText(unread.text) : undefined
  const note = useRef(addUnread)
  useEffect(() => {
    note.current = addUnread
  })
  useEffect(() => (detail === undefined ? undefined : note.current?.(detail)), [detail])
  const focus = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    isFresh.current = true
    if (detail === undefined) former.current = rest.value
    setLeft(false)
    setTyped(false)
    currentTarget.select()
  }
  const type = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    setTyped(true)
    const text = currentTarget.value.trim()
    const isUnread = text !== '' && read(text) === undefined
    setUnread(isUnread ? { text, value: former.current } : undefined)
    if (isUnread && rest.value !== former.current) onChange(former.current)
  }
  // A click would move the cursor after focus has selected everything, or into an existing selection.
  const press = (event: MouseEvent<HTMLInputElement>) => {
    if (isFresh.current && document.activeElement === event.currentTarget) event.preventDefault()
  }
  const click = ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    if (isFresh.current && currentTarget.selectionStart === currentTarget.selectionEnd) currentTarget.select()
    isFresh.current = false
    setTyped(false)
  }
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1 }}>
      <DateInput
        {...rest}
        popoverProps={isTyped ? { ...inPlace, opened: false } : inPlace}
        ariaLabels={useWords(calendarWords)}
        valueFormat={(date) => dayjs(date).locale(language).format(format)}
        dateParser={(text) => read(text) ?? null}
        onChange={(date) => {
          setUnread(undefined)
          onChange(date)
        }}
        fixOnBlur={detail === undefined}
        onInput={type}
        onFocus={focus}
        onMouseDown={press}
        onClick={click}
        onBlur={() => setLeft(true)}
        error={(isLeft && detail) || error}
      />
    </DatesProvider>
  )
}

/** Converts an instant to local time, to the minute; null for none. */
export function localOf(instant: string | undefined): string | null {
  return instant ? localText(new Date(instant)) : null
}

/** Converts a local time to an instant; null for none. */
export function instantOf(local: string | null): string | null {
  return local === null ? null : new Date(local.replace(' ', 'T')).toISOString()
}
