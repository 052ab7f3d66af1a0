import { Radio, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { useNow } from '../kit/use-now.ts'
import { placeStates } from '../place/place-state.ts'
import { placeWords } from '../place/place-words.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import type { FilterProps } from './facet-filter.tsx'
import { useFacets } from './facet-query.ts'
import { FilterMenu } from './filter-menu.tsx'
import styles from './filters.module.css'
import { matchQuery } from './search-query.ts'

const choices = [...placeStates, 'any'] as const

/** Which state places are in; for those who edit them. */
export function StateFilter({ value, onChange, label }: FilterProps) {
  return (
    <FilterMenu label={label} count={value.state === 'published' ? 0 : 1}>
      {() => <StateOptions value={value} onChange={onChange} label={label} />}
    </FilterMenu>
  )
}

function StateOptions({ value, onChange, label }: FilterProps) {
  const words = useWords(exploreWords)
  const { states } = useWords(placeWords)
  const format = useFormat()
  const now = useNow()
  const query = useMemo(() => matchQuery({ ...value, state: 'any' }, now), [value, now])
  const counted = useFacets(['state'], query)?.state
  return (
    <Radio.Group
      aria-label={label}
      value={value.state}
      onChange={(chosen) => onChange({ state: choices.find((choice) => choice === chosen) ?? 'published' })}
    >
      <Stack gap={10} p={12}>
        {choices.map((choice) => {
          const count = counted?.find(({ value }) => value === choice)?.count
          return (
            <Radio
              key={choice}
              value={choice}
              size="xs"
              label={
                <span className={styles.radioLabel}>
                  {choice === 'any' ? words.anyState : states[choice]}
                  {count !== undefined && <span className={styles.count}>{format.number(count)}</span>}
                </span>
              }
            />
          )
        })}
      </Stack>
    </Radio.Group>
  )
}
