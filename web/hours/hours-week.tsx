import { type ComponentType, useState } from 'react'
import { hoursWords } from '../../src/pages/hours-words.ts'
import { isSpecial, unknownWeekText } from '../../src/pages/place-hours-html.ts'
import { IconButton } from '../kit/button.tsx'
import { useNow } from '../kit/hooks.ts'
import { useFormat, useWords } from '../words/language.tsx'
import {
  addDays,
  type Day,
  mondayOf,
  type OpenHours,
  type OpenSpan,
  spansOn,
  spansText,
  today,
  weekdayOf,
} from './calendar.ts'
import styles from './hours-week.module.css'

interface HoursWeekProps {
  readonly entries: readonly OpenHours[]
  /** Of the place; by default the reader's. */
  readonly timeZone?: string
  /** A control to choose any day, if every week is accessible. */
  readonly Choice?: ComponentType<DayChoiceProps>
}

/** The properties of a control that chooses a day. */
export interface DayChoiceProps {
  readonly day: Day
  readonly onChange: (day: Day) => void
}

/** Shows the resolved opening hours of a week, and buttons for the weeks around it. */
export function HoursWeek({ entries, timeZone, Choice }: HoursWeekProps) {
  const words = useWords(hoursWords)
  const format = useFormat()
  const present = today(useNow(), timeZone)
  const [monday, setMonday] = useState(() => mondayOf(present))
  const days = Array.from({ length: 7 }, (_, at) => addDays(monday, at))
  const short = (day: Day) => format.day(day, { day: 'numeric', month: 'short' })
  const dayText = (day: Day) => format.day(day, { day: 'numeric', month: 'long', year: 'numeric' })
  const unknown = unknownWeekText(entries, days, { words, dayText })
  return (
    <div>
      <div className={styles.turn}>
        <p className={styles.title} aria-live="polite">
          {monday === mondayOf(present) ? words.thisWeek : words.week(short(monday), short(addDays(monday, 6)))}
        </p>
        <IconButton
          icon="left"
          label={words.previousWeek}
          color="gray"
          onClick={() => setMonday(addDays(monday, -7))}
        />
        <IconButton icon="right" label={words.nextWeek} color="gray" onClick={() => setMonday(addDays(monday, 7))} />
      </div>
      {Choice && <Choice day={monday} onChange={(day) => setMonday(mondayOf(day))} />}
      {unknown === undefined ? (
        <table className="week">
          <tbody>
            {days.map((day) => (
              <DayRow key={day} day={day} entries={entries} isToday={day === present} />
            ))}
          </tbody>
        </table>
      ) : (
        <p className={styles.closed}>{unknown}</p>
      )}
    </div>
  )
}

interface DayRowProps {
  readonly day: Day
  readonly entries: readonly OpenHours[]
  readonly isToday: boolean
}

function DayRow({ day, entries, isToday }: DayRowProps) {
  const words = useWords(hoursWords)
  const format = useFormat()
  return (
    <tr className={isToday ? 'today' : undefined}>
      <th scope="row">
        {words.days[weekdayOf(day)]}{' '}
        <span className={styles.date}>{format.day(day, { day: 'numeric', month: 'numeric' })}</span>
      </th>
      <td>
        <Spans spans={spansOn(entries, day)} />
        {isSpecial(entries, day) && <span className={styles.special}>{words.special}</span>}
      </td>
    </tr>
  )
}

/** Shows the open spans of a day, or that it is closed or unknown. */
export function Spans({ spans }: { readonly spans: readonly OpenSpan[] | undefined }) {
  const words = useWords(hoursWords)
  if (!spans) return <span className={styles.closed}>{words.unknown}</span>
  if (spans.length === 0) return <span className={styles.closed}>{words.closed}</span>
  return <span className={styles.spans}>{spansText(spans)}</span>
}
