import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/sv'
import { DateInput, DatesProvider, DateTimePicker } from '@mantine/dates'
import { type FocusEvent, type MouseEvent, useId, useRef, useState } from 'react'
import { useLanguage, useWords } from '../words/language.tsx'
import { calendarWords, kitWords } from './kit-words.ts'

interface DayInputProps {
  readonly label: string
  /** A day of the calendar, `YYYY-MM-DD`; null for none. */
  readonly value: string | null
  readonly onChange: (day: string | null) => void
  readonly error?: string | undefined
  readonly description?: string
  readonly placeholder?: string
  readonly className?: string | undefined
  /** What the button that empties the field is called; without it there has to be a day. */
  readonly clear?: string
}

/** A day, typed or chosen from a calendar. What is typed takes the place of what was there. */
export function DayInput({ value, onChange, error, clear, ...rest }: DayInputProps) {
  const words = useWords(kitWords)
  const { language } = useLanguage()
  const [wrong, setWrong] = useState<string>()
  const isFresh = useRef(false)
  const focus = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    isFresh.current = true
    currentTarget.select()
  }
  // A click puts the cursor somewhere after the focus has selected all.
  const click = ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    if (isFresh.current && currentTarget.selectionStart === currentTarget.selectionEnd) currentTarget.select()
    isFresh.current = false
  }
  const leave = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const typed = currentTarget.value.trim()
    setWrong(typed === '' || parseDay(typed) ? undefined : typed)
  }
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1 }}>
      <DateInput
        {...rest}
        ariaLabels={useWords(calendarWords)}
        valueFormat="YYYY-MM-DD"
        dateParser={parseDay}
        clearable={clear !== undefined}
        {...(clear !== undefined && { clearButtonProps: { 'aria-label': clear } })}
        value={value}
        onChange={(day) => {
          setWrong(undefined)
          onChange(day)
        }}
        onFocus={focus}
        onClick={click}
        onBlur={leave}
        error={error ?? (wrong === undefined ? undefined : words.noDay(wrong))}
      />
    </DatesProvider>
  )
}

/** The day that a text names, as `YYYY-MM-DD` or without the hyphens; null for what is no day. */
function parseDay(text: string): string | null {
  const [, year, month, day] = /^\s*(\d{4})-?(\d{2})-?(\d{2})\s*$/.exec(text) ?? []
  const written = `${year}-${month}-${day}`
  const time = Date.parse(`${written}T00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== written ? null : written
}

const minuteLength = 'YYYY-MM-DD HH:mm'.length

interface MomentInputProps {
  readonly label: string
  readonly description?: string
  /** A time of the reader's zone as `YYYY-MM-DD HH:mm`, the order of which is that of the texts; null for none. */
  readonly value: string | null
  readonly onChange: (time: string | null) => void
  readonly error?: string | false | undefined
  readonly required?: boolean
}

/** A day and a time of it, chosen from a calendar. */
export function MomentInput({ required = false, onChange, ...rest }: MomentInputProps) {
  const words = useWords(calendarWords)
  const { language } = useLanguage()
  const id = useId()
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1 }}>
      <DateTimePicker
        {...rest}
        onChange={(time) => onChange(time === null ? null : time.slice(0, minuteLength))}
        id={id}
        // What the picker opens is called as the picker is, and gives the focus back when it is closed.
        popoverProps={{ id, returnFocus: true }}
        ariaLabels={words}
        valueFormat="YYYY-MM-DD HH:mm"
        placeholder={words.chooseTime}
        withAsterisk={required}
        clearable
        clearButtonProps={{ 'aria-label': words.clear }}
        timePickerProps={{ hoursInputLabel: words.hours, minutesInputLabel: words.minutes }}
        submitButtonProps={{ 'aria-label': words.take }}
      />
    </DatesProvider>
  )
}

/** An instant as a time of the reader's zone, to the minute; null for none. */
export function localOf(instant: string | undefined): string | null {
  if (!instant) return null
  const date = new Date(instant)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, minuteLength).replace('T', ' ')
}

/** The instant of a time of the reader's zone; null for none. */
export function instantOf(local: string | null): string | null {
  return local === null ? null : new Date(local.replace(' ', 'T')).toISOString()
}
