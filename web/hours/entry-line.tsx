import { Fragment } from 'react'
import { useFormat, useWords } from '../words/language.tsx'
import { kindOf, noEnd, type OpenHours, spansText, weekdayOf, weekdays } from './calendar.ts'
import { alike, type EntryText } from './entry-text.ts'
import styles from './hours-editor.module.css'
import summary from './hours-week.module.css'
import { editorWords, hoursWords } from './hours-words.ts'

interface EntryLineProps {
  readonly entry: OpenHours
  readonly text: EntryText
  /** True if the week is included. */
  readonly hasWeek?: boolean
}

/** Shows an entry of opening hours in one line: its name, validity and week. */
export function EntryLine({ entry, text, hasWeek = true }: EntryLineProps) {
  const { closedFor } = useWords(editorWords)
  const name = text.name(entry)
  // The name of a closed period says its week.
  const week = hasWeek && name !== closedFor ? text.week(entry) : ''
  return (
    <span className={styles.line}>
      <span className={styles.name} data-kind={kindOf(entry)}>
        {name}
      </span>
      <span className={styles.part}>{text.when(entry)}</span>
      {week && (
        <span className={styles.part}>
          <Unbroken text={week} />
        </span>
      )}
    </span>
  )
}

/** Shows a text whose ranges, such as 13–14:30, are not broken between two lines. */
export function Unbroken({ text }: { readonly text: string }) {
  return text.split(/(\S+–\S+)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className={styles.range}>
        {part}
      </span>
    ),
  )
}

/** Shows opening hours entry by entry: the validity of each, and equal consecutive days in one line. */
export function HoursSummary({ entries }: { readonly entries: readonly OpenHours[] }) {
  return (
    <div className={summary.summary}>
      {entries.map((entry, at) => (
        <EntrySummary key={at} entry={entry} />
      ))}
    </div>
  )
}

function EntrySummary({ entry }: { readonly entry: OpenHours }) {
  const words = useWords(editorWords)
  const { closed, days } = useWords(hoursWords)
  const format = useFormat()
  const { validFrom, validTo } = entry
  const kind = kindOf(entry)
  const dayText = (day: string | undefined) => (day && day !== noEnd ? format.day(day) : '')
  const when = kind === 'day' ? dayText(validFrom) : [dayText(validFrom), dayText(validTo)].join(' – ')
  const shown = kind === 'day' && validFrom ? [weekdayOf(validFrom)] : weekdays
  const lines = alike(shown.map((day) => ({ name: days[day], hours: spansText(entry.days?.[day] ?? []) || closed })))
  return (
    <div>
      <p className={`${summary.title} ${summary.small}`}>
        {[words.kinds[kind], when.replace(/^ – $/, '')].filter(Boolean).join(' ')}
      </p>
      <div className={summary.lines}>
        {lines.map(({ first, last, hours }) => (
          <Fragment key={first}>
            <span>{first === last ? first : words.dayRange(first, last)}</span>
            <span>{hours}</span>
          </Fragment>
        ))}
      </div>
    </div>
  )
}
