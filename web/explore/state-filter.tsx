import { Radio, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { useNow } from '../kit/use-now.ts'
import { placeStates } from '../place/place-state.ts'
import { placeWords } from '../place/place-words.ts'
import { matchQuery } from '../search/search-query.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import type { FilterProps } from './facet-filter.tsx'
import { type FacetValue, useFacets } from './facet-query.ts'
import { FilterMenu } from './filter-menu.tsx'
import styles from './filters.module.css'

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
  const query = useMemo(
    () => ({ ...matchQuery({ ...value, state: 'any' }, now), include: ['deleted' as const, 'non-published' as const] }),
    [value, now],
  )
  const counted = useFacets(['state'], query)?.state
  return (
    <Radio.Group
      aria-label={label}
      value={value.state}
      onChange={(chosen) => onChange({ state: choices.find((choice) => choice === chosen) ?? 'published' })}
    >
      <Stack gap={0} p={4}>
        {choices.map((choice) => {
          const count = counted && countOf(choice, counted)
          return (
            <Radio
              key={choice}
              value={choice}
              size="xs"
              classNames={{
                root: styles.option,
                body: styles.optionBody,
                labelWrapper: styles.optionText,
                label: styles.optionLabel,
              }}
              label={
                <>
                  <span className={styles.optionName}>{choice === 'any' ? words.anyState : states[choice]}</span>
                  {count !== undefined && <span className={styles.count}>{format.number(count)}</span>}
                </>
              }
            />
          )
        })}
      </Stack>
    </Radio.Group>
  )
}

/** How many are in a state; what is not counted has none. */
function countOf(choice: (typeof choices)[number], counted: readonly FacetValue[]): number {
  const fits = ({ value }: FacetValue) => (choice === 'any' ? value !== 'deleted' : value === choice)
  return counted.filter(fits).reduce((sum, { count }) => sum + count, 0)
}
