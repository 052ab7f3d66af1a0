import { UnstyledButton } from '@mantine/core'
import type { operations } from '../../client/client.ts'
import { useFieldLabel } from '../place/field-label.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import styles from './history.module.css'
import { historyWords } from './history-words.ts'

/** One change of a place, without what it was. */
export type Revision =
  operations['getPlaceByIdRevisions']['responses'][200]['content']['application/json']['Results'][number]

/** Members that every change touches, and that tell nothing of what was changed. */
const always: ReadonlySet<string> = new Set(['updated', 'updatedBy', 'created', 'createdBy', 'id'])

interface RevisionItemProps {
  readonly revision: Revision
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** One line of the history: when, who, and what was changed. */
export function RevisionItem({ revision, isChosen, onChoose }: RevisionItemProps) {
  const words = useWords(historyWords)
  const labelOf = useFieldLabel()
  const format = useFormat()
  const { time, who, action, changed } = revision
  const members = [...new Set(changed.filter((path) => !always.has(path)).map(labelOf))]
  return (
    <li>
      <UnstyledButton className={styles.item} aria-current={isChosen} onClick={onChoose}>
        <span className={styles.what}>
          {words.actions[action] ?? action} {who && words.by(who)}
        </span>
        <time dateTime={time} className={styles.soft}>
          {format.moment(time)}
        </time>
        {action !== 'create' && members.length > 0 && <span className={styles.members}>{members.join(', ')}</span>}
      </UnstyledButton>
    </li>
  )
}
