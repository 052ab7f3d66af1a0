import { type ComponentType, type MouseEvent, useState } from 'react'
import { hoursWords } from '../../src/pages/hours-words.ts'
import { weekHtml, weekTitle } from '../../src/pages/place-hours-html.ts'
import { IconButton } from '../kit/button.tsx'
import { useNow } from '../kit/hooks.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import { addDays, type Day, mondayOf, type OpenHours, type OpenSpan, spansText, today } from './calendar.ts'
import type { Holiday } from './holidays.ts'
import './week.css'
import styles from './hours-week.module.css'

interface HoursWeekProps {
  readonly entries: readonly OpenHours[]
  readonly holidays: readonly Holiday[]
  /** A control to choose any day. */
  readonly Choice: ComponentType<DayChoiceProps>
  /** Called when a day of the week is chosen. */
  readonly onDay: (day: Day) => void
}

/** The properties of a control that chooses a day. */
export interface DayChoiceProps {
  readonly day: Day
  readonly onChange: (day: Day) => void
}

/** Shows the opening hours of a week as the page of a place does, and ways to any other week. */
export function HoursWeek({ entries, holidays, Choice, onDay }: HoursWeekProps) {
  const words = useWords(hoursWords)
  const { language } = useLanguage()
  const view = { entries, holidays, present: today(useNow()), form: '' }
  const [monday, setMonday] = useState(() => mondayOf(view.present))
  const turn = (days: number) => setMonday(addDays(monday, days))
  const open = (event: MouseEvent) => {
    const { day } = (event.target as Element).closest<HTMLElement>('[data-day]')?.dataset ?? {}
    if (day === undefined) return
    event.preventDefault()
    onDay(day)
  }
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its links are in its HTML. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link reports keys as clicks. */}
      <div className="days" onClick={open} dangerouslySetInnerHTML={{ __html: weekHtml(view, monday, language) }} />
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
