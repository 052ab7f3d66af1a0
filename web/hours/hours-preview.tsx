import { Text } from '@mantine/core'
import { useNow } from '../kit/use-now.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { addDays, type OpenHours, spansOn, today } from './calendar.ts'
import { editorWords } from './editor-words.ts'
import styles from './hours-editor.module.css'
import { isWhole } from './hours-faults.ts'
import { isSpecial, Spans } from './hours-week.tsx'
import { inOrder, isDated } from './in-order.ts'

const previewDays = 14

/** What the hours as they are edited say of the days to come. */
export function HoursPreview({ entries }: { readonly entries: readonly OpenHours[] }) {
  const words = useWords(editorWords)
  const format = useFormat()
  const present = today(useNow())
  const days = Array.from({ length: previewDays }, (_, at) => addDays(present, at))
  // What is half typed or without days says nothing yet.
  const ordered = inOrder(entries.filter(isDated))
  return (
    <div className={styles.preview}>
      <Text fw={550} size="sm" mb={6}>
        {words.preview}
      </Text>
      <ul>
        {days.map((day) => (
          <li key={day} data-special={isSpecial(ordered, day) || undefined}>
            <span>{format.day(day, { weekday: 'short', day: 'numeric', month: 'short' })}</span>
            <Spans spans={spansOn(ordered, day)?.filter(isWhole)} />
          </li>
        ))}
      </ul>
    </div>
  )
}
