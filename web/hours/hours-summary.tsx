import { Text } from '@mantine/core'
import { Fragment } from 'react'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { kindOf, noEnd, type OpenHours, spansText, weekdayOf, weekdays } from './calendar.ts'
import styles from './hours-summary.module.css'
import { editorWords, hoursWords } from './hours-words.ts'

/** Opening hours as they are written down, entry by entry: when each holds, and the days that are alike in one line. */
export function HoursSummary({ entries }: { readonly entries: readonly OpenHours[] }) {
  return (
    <div className={styles.summary}>
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
      <Text size="sm" fw={550}>
        {[words.kinds[kind], when.replace(/^ – $/, '')].filter(Boolean).join(' ')}
      </Text>
      <div className={styles.lines}>
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

interface DayLine {
  readonly first: string
  readonly last: string
  readonly hours: string
}

/** Days that follow each other with the same hours as one line, from the first to the last. */
function alike(days: readonly { readonly name: string; readonly hours: string }[]): readonly DayLine[] {
  const runs: { first: string; last: string; hours: string }[] = []
  for (const { name, hours } of days) {
    const run = runs.at(-1)
    if (run?.hours === hours) run.last = name
    else runs.push({ first: name, last: name, hours })
  }
  return runs
}
