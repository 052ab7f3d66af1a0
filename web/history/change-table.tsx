import { Text } from '@mantine/core'
import { changedPointers } from '../edit/difference.ts'
import { type JsonObject, type Pointer, valueAt } from '../edit/pointer.ts'
import { ShownValue } from '../edit/shown-value.tsx'
import { fieldLabel, fieldWords } from '../place/field-words.ts'
import { useWords } from '../words/language.tsx'
import styles from './history.module.css'
import { historyWords } from './history-words.ts'

interface ChangeTableProps {
  readonly before: JsonObject
  readonly after: JsonObject
}

/** Set by the service at every change. */
const always: ReadonlySet<Pointer> = new Set(['/updated', '/updatedBy', '/created', '/createdBy', '/id'])

/** What differs between two states of a place, side by side. */
export function ChangeTable({ before, after }: ChangeTableProps) {
  const words = useWords(historyWords)
  const labels = useWords(fieldWords)
  const pointers = changedPointers(before, after).filter((pointer) => !always.has(pointer))
  if (pointers.length === 0) return <Text c="dimmed">{words.nothing}</Text>
  return (
    <div className={styles.changes}>
      {pointers.map((pointer) => (
        <div key={pointer} className={styles.change}>
          <Text fw={550} size="sm" className={styles.member}>
            {fieldLabel(labels, pointer.slice(1).replaceAll('/', '.'))}
          </Text>
          <div>
            <Text size="xs" c="dimmed">
              {words.before}
            </Text>
            <ShownValue value={valueAt(before, pointer)} />
          </div>
          <div>
            <Text size="xs" c="dimmed">
              {words.after}
            </Text>
            <ShownValue value={valueAt(after, pointer)} />
          </div>
        </div>
      ))}
    </div>
  )
}
