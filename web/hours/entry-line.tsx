import { kindOf, type OpenHours } from './calendar.ts'
import type { EntryText } from './entry-text.ts'
import styles from './hours-editor.module.css'

interface EntryLineProps {
  readonly entry: OpenHours
  readonly text: EntryText
  /** Whether its week is told too. */
  readonly hasWeek?: boolean
}

/** An entry of opening hours in one line: what it is called, when it holds, and its week. */
export function EntryLine({ entry, text, hasWeek = true }: EntryLineProps) {
  return (
    <span className={styles.line}>
      <span className={styles.name} data-kind={kindOf(entry)}>
        {text.name(entry)}
      </span>
      <span className={styles.part}>{text.when(entry)}</span>
      {hasWeek && <span className={styles.part}>{text.week(entry)}</span>}
    </span>
  )
}
