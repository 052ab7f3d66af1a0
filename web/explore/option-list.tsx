import { Checkbox, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import styles from './filters.module.css'

/** One value to choose, and how many places have it, where that is known. */
export interface FilterOption {
  readonly value: string
  readonly label: string
  readonly count?: number
  readonly mark?: ReactNode
}

interface OptionListProps {
  readonly label: string
  /** Undefined until they are known. */
  readonly options: readonly FilterOption[] | undefined
  readonly selected: readonly string[]
  readonly onChange: (selected: string[]) => void
}

/** Values to choose any of, with counts. */
export function OptionList({ label, options, selected, onChange }: OptionListProps) {
  const words = useWords(exploreWords)
  const format = useFormat()
  if (!options) return <div className={styles.empty} />
  if (options.length === 0) return <Text className={styles.empty}>{words.noValues}</Text>
  const toggle = (value: string) =>
    onChange(selected.includes(value) ? selected.filter((one) => one !== value) : [...selected, value])
  return (
    <fieldset className={styles.options} aria-label={label}>
      {options.map(({ value, label: name, count, mark }) => (
        <Checkbox
          key={value}
          size="xs"
          classNames={{
            root: styles.option,
            body: styles.optionBody,
            labelWrapper: styles.optionText,
            label: styles.optionLabel,
          }}
          checked={selected.includes(value)}
          onChange={() => toggle(value)}
          label={
            <>
              {mark}
              <span className={styles.optionName}>{name}</span>
              {count !== undefined && <span className={styles.count}>{format.number(count)}</span>}
            </>
          }
        />
      ))}
    </fieldset>
  )
}
