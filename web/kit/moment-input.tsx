import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/sv'
import { DatesProvider, DateTimePicker } from '@mantine/dates'
import { useId } from 'react'
import { useLanguage, useWords } from '../words/language.tsx'
import { calendarWords } from './calendar-words.ts'

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
