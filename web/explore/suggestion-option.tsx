import { Combobox } from '@mantine/core'
import { Icon, type IconName } from '../kit/icon.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import styles from './search-box.module.css'
import type { Suggestion } from './suggestion-query.ts'

const icons: Readonly<Record<Suggestion['type'], IconName>> = { municipality: 'map', owner: 'people', place: 'pin' }

interface SuggestionOptionProps {
  readonly suggestion: Suggestion
  /** By which the box knows it again. */
  readonly value: string
}

/** One completion: what it is, and how many places it stands for where it is more than one. */
export function SuggestionOption({ suggestion: { type, text, count }, value }: SuggestionOptionProps) {
  const words = useWords(exploreWords)
  const format = useFormat()
  return (
    <Combobox.Option value={value} className={styles.option}>
      <span className={styles.sign}>
        <Icon name={icons[type]} size={18} />
      </span>
      <span className={styles.text}>{text}</span>
      <span className={styles.kind}>
        {[
          (type !== 'place' || count === 1) && words.suggested[type],
          (type !== 'place' || count !== 1) && words.hits(count, format.number(count)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </Combobox.Option>
  )
}
