import { Badge } from '@mantine/core'
import { Soft } from '../kit/dimmed.tsx'
import { useWords } from '../words/language.tsx'
import { changedDays, changedEntries, type EntryChange, type OpenHours, type Weekday, weekdays } from './calendar.ts'
import { EntryLine } from './entry-line.tsx'
import { alike, type EntryText, useEntryText } from './entry-text.ts'
import styles from './hours-change.module.css'
import { Spans } from './hours-week.tsx'
import { changeWords, editorWords, hoursWords } from './hours-words.ts'

interface HoursChangeProps {
  readonly before: readonly OpenHours[]
  readonly after: readonly OpenHours[]
  /** Labels for the two states, and for entries that exist in only one; by default those of a change. */
  readonly names?: Pick<typeof changeWords.en, 'before' | 'after' | 'removed' | 'added'>
}

/**
 * Shows the differences between two states of opening hours: added and removed entries in one line, changed days for
 * the others.
 */
export function HoursChange({ before, after, names }: HoursChangeProps) {
  const own = useWords(changeWords)
  const words = { ...own, ...names }
  const text = useEntryText()
  const changes = changedEntries(before, after)
  if (changes.length === 0) return <Soft>{words.sameHours}</Soft>
  return (
    <ul className={styles.entries}>
      {changes.map(({ before, after }, at) => (
        <li key={at}>
          {before && after ? (
            <ChangedEntry {...{ before, after, text, words }} />
          ) : (
            <WholeEntry {...{ before, after, text, words }} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** The words for a change. */
interface Telling {
  readonly text: EntryText
  readonly words: typeof changeWords.en
}

function WholeEntry({ before, after, text, words }: EntryChange & Telling) {
  return (
    <>
      <EntryLine entry={(after ?? before)!} text={text} />{' '}
      <Badge size="sm" variant="light" color={after ? 'green' : 'red'}>
        {after ? words.added : words.removed}
      </Badge>
    </>
  )
}

interface ChangedEntryProps extends Telling {
  readonly before: OpenHours
  readonly after: OpenHours
}

/** Shows the changed days of an entry before and after, and its validity if that changed. */
function ChangedEntry({ before, after, text, words }: ChangedEntryProps) {
  const { dayRange } = useWords(editorWords)
  const { days: names } = useWords(hoursWords)
  const changed = changedDays(before, after)
  const spansOf = (entry: OpenHours, day: Weekday) => entry.days?.[day] ?? []
  // Consecutive days with the same change share a row.
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
