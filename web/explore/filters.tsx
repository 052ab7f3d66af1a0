import { Chip, Group } from '@mantine/core'
import { placeTypes } from '../place/place-types.ts'
import { placeWords } from '../place/place-words.ts'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import type { SearchValue } from './search-value.ts'
import type { ChangeSearch } from './use-search-value.ts'

interface FiltersProps {
  readonly value: SearchValue
  readonly onChange: ChangeSearch
}

/** What narrows the search beside its text. */
export function Filters({ value, onChange }: FiltersProps) {
  const words = useWords(exploreWords)
  const names = useWords(placeWords).types
  return (
    <Chip.Group multiple value={[...value.is]} onChange={(is) => onChange({ is })}>
      <Group gap={6} role="group" aria-label={words.type}>
        {placeTypes.map(({ key, name }) => (
          <Chip key={key} value={name} size="xs" variant="light">
            {names[key]}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}
