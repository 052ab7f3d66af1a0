import { useWords } from '../words/language.tsx'
import { bulkWords } from './bulk-words.ts'
import styles from './table.module.css'

/** The keys of the table. */
export function TableKeys() {
  const { keys, keyActions, keysTitle } = useWords(bulkWords)
  return (
    <details className={styles.keys}>
      <summary>{keysTitle}</summary>
      <dl>
        {(Object.keys(keys) as (keyof typeof keys)[]).map((name) => (
          <div key={name}>
            <dt>{keys[name]}</dt>
            <dd>{keyActions[name]}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
