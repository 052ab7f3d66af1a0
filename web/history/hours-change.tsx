import { Badge } from '@mantine/core'
import {
  changedDays,
  changedEntries,
  type EntryChange,
  type OpenHours,
  type Weekday,
  weekdays,
} from '../hours/calendar.ts'
import { EntryLine } from '../hours/entry-line.tsx'
import { alike, type EntryText, useEntryText } from '../hours/entry-text.ts'
import { Spans } from '../hours/hours-of-place.tsx'
import { editorWords, hoursWords } from '../hours/hours-words.ts'
import { Soft } from '../kit/message.tsx'
import { useWords } from '../words/language.tsx'
import styles from './history.module.css'
import { historyWords } from './history-words.ts'

interface HoursChangeProps {
  readonly before: readonly OpenHours[]
  readonly after: readonly OpenHours[]
}

/** What differs between two states of opening hours: entries that came or went in one line, of others the days that changed. */
export function HoursChange({ before, after }: HoursChangeProps) {
  const words = useWords(historyWords)
  const text = useEntryText()
  const changes = changedEntries(before, after)
  if (changes.length === 0) return <Soft>{words.sameHours}</Soft>
  return (
    <ul className={styles.entries}>
      {changes.map(({ before, after }, at) => (
        <li key={at}>
          {before && after ? (
            <ChangedEntry {...{ before, after, text }} />
          ) : (
            <WholeEntry {...{ before, after, text }} />
          )}
        </li>
      ))}
    </ul>
  )
}

function WholeEntry({ before, after, text }: EntryChange & { readonly text: EntryText }) {
  const words = useWords(historyWords)
  return (
    <>
      <EntryLine entry={(after ?? before)!} text={text} />{' '}
      <Badge size="sm" variant="light" color={after ? 'green' : 'red'}>
        {after ? words.added : words.removed}
      </Badge>
    </>
  )
}

interface ChangedEntryProps {
  readonly before: OpenHours
  readonly after: OpenHours
  readonly text: EntryText
}

/** The days of an entry that changed, as they were and as they are; and when it holds, where that changed. */
function ChangedEntry({ before, after, text }: ChangedEntryProps) {
  const words = useWords(historyWords)
  const { dayRange } = useWords(editorWords)
  const { days: names } = useWords(hoursWords)
  const changed = changedDays(before, after)
  const spansOf = (entry: OpenHours, day: Weekday) => entry.days?.[day] ?? []
  // Days that follow each other and changed alike are one row.
  const rows = alike(
    weekdays.map((name) => ({
      name,
      hours: changed.includes(name) ? JSON.stringify([spansOf(before, name), spansOf(after, name)]) : '',
    })),
  ).filter(({ hours }) => hours !== '')
  const isMoved = text.when(before) !== text.when(after)
  return (
    <>
      <EntryLine entry={after} text={text} hasWeek={false} />
      <table className={styles.week}>
        <thead>
          <tr>
            <td />
            <th scope="col">{words.before}</th>
            <th scope="col">{words.after}</th>
          </tr>
        </thead>
        <tbody>
          {isMoved && (
            <tr>
              <th scope="row">{words.days}</th>
              <td>{text.when(before)}</td>
              <td>{text.when(after)}</td>
            </tr>
          )}
          {rows.map(({ first, last }) => (
            <tr key={first}>
              <th scope="row">{first === last ? names[first] : dayRange(names[first], names[last])}</th>
              <td>
                <Spans spans={spansOf(before, first)} />
              </td>
              <td>
                <Spans spans={spansOf(after, first)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
