import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/sv'
import { DateInput, DatesProvider } from '@mantine/dates'
import { type FocusEvent, type MouseEvent, useRef, useState } from 'react'
import { useLanguage, useWords } from '../words/language.tsx'
import { calendarWords } from './calendar-words.ts'
import { kitWords } from './kit-words.ts'

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
