import { type ComponentType, useState } from 'react'
import { hoursWords } from '../../src/pages/hours-words.ts'
import { weekHtml, weekTitle } from '../../src/pages/place-hours-html.ts'
import { IconButton } from '../kit/button.tsx'
import { useNow } from '../kit/hooks.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import { addDays, type Day, mondayOf, type OpenHours, type OpenSpan, spansText, today } from './calendar.ts'
import './week.css'
import styles from './hours-week.module.css'

interface HoursWeekProps {
  readonly entries: readonly OpenHours[]
  /** A control to choose any day. */
  readonly Choice: ComponentType<DayChoiceProps>
}

/** The properties of a control that chooses a day. */
export interface DayChoiceProps {
  readonly day: Day
  readonly onChange: (day: Day) => void
}

/** Shows the opening hours of a week as the page of a place does, and ways to any other week. */
export function HoursWeek({ entries, Choice }: HoursWeekProps) {
  const words = useWords(hoursWords)
  const { language } = useLanguage()
  const view = { entries, present: today(useNow()) }
  const [monday, setMonday] = useState(() => mondayOf(view.present))
  const turn = (days: number) => setMonday(addDays(monday, days))
  return (
    <div>
      <div className={styles.turn}>
        <p className={styles.title} aria-live="polite">
          {weekTitle(view, monday, language)}
        </p>
        <IconButton icon="left" label={words.previousWeek} color="gray" onClick={() => turn(-7)} />
        <IconButton icon="right" label={words.nextWeek} color="gray" onClick={() => turn(7)} />
      </div>
      <Choice day={monday} onChange={(day) => setMonday(mondayOf(day))} />
      <div className="days" dangerouslySetInnerHTML={{ __html: weekHtml(view, monday, language) }} />
    </div>
  )
}

/** Shows the open spans of a day, or that it is closed or unknown. */
export function Spans({ spans }: { readonly spans: readonly OpenSpan[] | undefined }) {
  const words = useWords(hoursWords)
  if (!spans) return <span className={styles.closed}>{words.unknown}</span>
  if (spans.length === 0) return <span className={styles.closed}>{words.closed}</span>
  return <span className={styles.spans}>{spansText(spans)}</span>
}
