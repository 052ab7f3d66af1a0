import { useFormat, useWords } from '../words/language.tsx'
import { addDays, type Day, entryOn, inPrecedence, kindOf, type OpenHours } from './calendar.ts'
import type { EntryText } from './entry-text.ts'
import styles from './hours-editor.module.css'
import { editorWords } from './hours-words.ts'

interface YearStripProps {
  /** In order of validity. */
  readonly entries: readonly OpenHours[]
  readonly today: Day
  readonly text: EntryText
}

/** Consecutive days decided by the same entry, or by none. */
interface Run {
  readonly entry: OpenHours | undefined
  readonly from: Day
  days: number
}

/** Shows which entry holds when, for twelve months from the current one; also as text for screen readers. */
export function YearStrip({ entries, today, text }: YearStripProps) {
  const words = useWords(editorWords)
  const format = useFormat()
  const first = `${today.slice(0, 7)}-01`
  const months = monthsFrom(first)
  const runs = runsOf(entries, first, addDays(months.at(-1)!, 31).slice(0, 7))
  const date = (day: Day) => format.day(day, { day: 'numeric', month: 'long' })
  const texts = runs.map(({ entry, from, days }) => {
    const when = days === 1 ? date(from) : words.fromTo(date(from), date(addDays(from, days - 1)))
    return `${when}: ${entry ? `${text.name(entry)}, ${text.week(entry)}` : words.nothingHolds}`
  })
  return (
    <div className={styles.strip} role="img" aria-label={`${words.year} ${texts.join('. ')}.`}>
      <div className={styles.runs}>
        {runs.map(({ entry, from, days }) => (
          <span key={from} style={{ flexGrow: days }} data-kind={entry && kindOf(entry)} />
        ))}
      </div>
      <div className={styles.months}>
        {months.map((month) => (
          <span key={month}>{format.day(month, { month: 'short' })}</span>
        ))}
      </div>
    </div>
  )
}

function monthsFrom(first: Day): readonly Day[] {
  const months = [first]
  while (months.length < 12) months.push(`${addDays(months.at(-1)!, 31).slice(0, 7)}-01`)
  return months
}

/** Returns the runs from a day up to a month (`YYYY-MM`), exclusive. */
function runsOf(entries: readonly OpenHours[], first: Day, end: string): readonly Run[] {
  const precedence = inPrecedence(entries)
  const runs: Run[] = []
  for (let day = first; day.slice(0, 7) < end; day = addDays(day, 1)) {
    const entry = entryOn(precedence, day)
    const run = runs.at(-1)
    if (run && run.entry === entry) run.days++
    else runs.push({ entry, from: day, days: 1 })
  }
  return runs
}
