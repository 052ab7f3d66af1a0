import { Pill, UnstyledButton } from '@mantine/core'
import { useDirectoryEntries } from '../directory/directory-queries.ts'
import { placeWords } from '../place/place-words.ts'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import { typeLabel } from './facet-filter.tsx'
import styles from './filters.module.css'
import {
  countFilters,
  emptySearch,
  type Facility,
  type Lacking,
  type ListFilter,
  type SearchValue,
} from './search-value.ts'
import type { ChangeSearch } from './use-search-value.ts'

interface SetFiltersProps {
  readonly value: SearchValue
  readonly onChange: ChangeSearch
}

interface SetFilter {
  readonly key: string
  readonly label: string
  readonly without: Partial<SearchValue>
}

/** The filters that are set, each to be taken away. */
export function SetFilters({ value, onChange }: SetFiltersProps) {
  const words = useWords(exploreWords)
  const set = useSetFilters(value)
  if (set.length === 0) return null
  return (
    <div className={styles.set}>
      {set.map(({ key, label, without }) => (
        <Pill
          key={key}
          size="md"
          withRemoveButton
          removeButtonProps={{ 'aria-label': words.removeFilter(label), tabIndex: 0, 'aria-hidden': false }}
          onRemove={() => onChange(without)}
        >
          {label}
        </Pill>
      ))}
      {countFilters(value) > 1 && (
        <UnstyledButton
          className={styles.clear}
          onClick={() => onChange({ ...emptySearch, q: value.q, view: value.view, bbox: undefined })}
        >
          {words.clearAll}
        </UnstyledButton>
      )}
    </div>
  )
}

function useSetFilters(value: SearchValue): SetFilter[] {
  const words = useWords(exploreWords)
  const { types, states } = useWords(placeWords)
  const owners = useDirectoryEntries('owners', value.owner_id)
  const categories = useDirectoryEntries('categories', value.categories_id)
  const tags = useDirectoryEntries('tags', value.tags_id)
  const list = (name: ListFilter, labelOf: (one: string) => string): SetFilter[] =>
    value[name].map((one) => ({
      key: `${name}=${one}`,
      label: labelOf(one),
      without: { [name]: value[name].filter((other) => other !== one) },
    }))
  const named = (entries: typeof owners) => (id: string) => entries.find((entry) => entry.id === id)?.name || id
  return [
    ...(value.state === 'published'
      ? []
      : [
          {
            key: 'state',
            label: value.state === 'any' ? words.anyState : states[value.state],
            without: { state: 'published' as const },
          },
        ]),
    ...list('is', (name) => typeLabel(name, types)),
    ...list('has', (name) => words.facilities[name as Facility]),
    ...list('lacks', (name) => words.lackings[name as Lacking]),
    ...list('owner_id', named(owners)),
    ...list('geolocationinfo_municipality', String),
    ...list('categories_id', named(categories)),
    ...list('tags_id', named(tags)),
    ...(value.near ? [{ key: 'near', label: words.nearMe, without: { near: undefined } }] : []),
  ]
}
