import { ActionIcon, Badge, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../kit/icon.tsx'
import { useNow } from '../kit/use-now.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import {
  addDays,
  type Day,
  entryOn,
  inPrecedence,
  mondayOf,
  type OpenHours,
  type OpenSpan,
  spansOn,
  spansText,
  today,
  weekdayOf,
} from './calendar.ts'
import styles from './hours-week.module.css'
import { hoursWords } from './hours-words.ts'

interface HoursWeekProps {
  readonly entries: readonly OpenHours[]
  /** Of the place; the reader's where it is not known. */
  readonly timeZone?: string
}

/** A week of opening hours as they hold on its days, and the way to the weeks around it. */
export function HoursWeek({ entries, timeZone }: HoursWeekProps) {
  const words = useWords(hoursWords)
  const format = useFormat()
  const present = today(useNow(), timeZone)
  const [monday, setMonday] = useState(() => mondayOf(present))
  const days = Array.from({ length: 7 }, (_, at) => addDays(monday, at))
  const short = (day: Day) => format.day(day, { day: 'numeric', month: 'short' })
  return (
    <div>
      <Group gap={4} mb={4} wrap="nowrap">
        <Text fw={550} mr="auto" aria-live="polite">
          {monday === mondayOf(present) ? words.thisWeek : words.week(short(monday), short(addDays(monday, 6)))}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.previousWeek}
          onClick={() => setMonday(addDays(monday, -7))}
        >
          <span className={styles.back}>
            <Icon name="right" size={18} />
          </span>
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.nextWeek}
          onClick={() => setMonday(addDays(monday, 7))}
        >
          <Icon name="right" size={18} />
        </ActionIcon>
      </Group>
      <table className={styles.week}>
        <tbody>
          {days.map((day) => (
            <DayRow key={day} day={day} entries={entries} isToday={day === present} />
          ))}
        </tbody>
      </table>
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
    <tr data-today={isToday || undefined}>
      <th scope="row">
        {words.days[weekdayOf(day)]}{' '}
        <span className={styles.date}>{format.day(day, { day: 'numeric', month: 'numeric' })}</span>
      </th>
      <td>
        <Spans spans={spansOn(entries, day)} />
        {isSpecial(entries, day) && (
          <Badge size="xs" variant="light" color="orange" ml={8} className={styles.special}>
            {words.special}
          </Badge>
        )}
      </td>
    </tr>
  )
}

/** The open spans of a day, or that it is closed, or that nothing is said of it. */
export function Spans({ spans }: { readonly spans: readonly OpenSpan[] | undefined }) {
  const words = useWords(hoursWords)
  if (!spans) return <span className={styles.closed}>{words.unknown}</span>
  if (spans.length === 0) return <span className={styles.closed}>{words.closed}</span>
  return <span className={styles.spans}>{spansText(spans)}</span>
}

/** Whether a day has hours of its own: those of an entry that is valid on that day alone. */
export function isSpecial(entries: readonly OpenHours[], day: Day): boolean {
  const entry = entryOn(inPrecedence(entries), day)
  return entry !== undefined && entry.validFrom === day && entry.validTo === day
}
