import { Button } from '@mantine/core'
import { useFocusNext } from '../kit/use-focus-next.ts'
import type { SearchValue } from '../search/search-value.ts'
import type { ChangeSearch } from '../search/use-search-value.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import { FacetFilter, TypeFilter } from './facet-filter.tsx'
import { useFacets } from './facet-query.ts'
import { FacilityFilter } from './facility-filter.tsx'
import styles from './filters.module.css'
import { SetFilters, setFilterAt } from './set-filters.tsx'
import { StateFilter } from './state-filter.tsx'

interface FiltersProps {
  readonly value: SearchValue
  readonly onChange: ChangeSearch
}

const municipalities = ['geolocationinfo_municipality'] as const
const everything = {}

/** What narrows the search beside its text, and what of it is set. */
export function Filters({ value, onChange }: FiltersProps) {
  const words = useWords(exploreWords)
  const { may } = useSession()
  // Without boundary files no place has a municipality, and the filter would only disappoint.
  const hasMunicipalities = (useFacets(municipalities, everything)?.geolocationinfo_municipality?.length ?? 0) > 0
  const common = { value, onChange }
  const { container, focusNext } = useFocusNext<HTMLDivElement>()
  return (
    <div ref={container} className={styles.all}>
      <section className={styles.filters} aria-label={words.filters}>
        <Button
          size="compact-sm"
          radius="xl"
          variant={value.openNow ? 'light' : 'default'}
          className={styles.button}
          aria-pressed={value.openNow}
          onClick={() => onChange({ openNow: !value.openNow })}
        >
          {words.openNow}
        </Button>
        <TypeFilter {...common} label={words.type} />
        <FacilityFilter {...common} label={words.has} />
        <FacetFilter {...common} name="owner_id" label={words.owner} />
        {hasMunicipalities && (
          <FacetFilter {...common} name="geolocationinfo_municipality" label={words.municipality} />
        )}
        <FacetFilter {...common} name="categories_id" label={words.category} />
        <FacetFilter {...common} name="tags_id" label={words.tag} />
        {may('read') && may('update') && <StateFilter {...common} label={words.state} />}
      </section>
      <SetFilters {...common} onRemoved={(at) => focusNext(...(at === undefined ? [] : setFilterAt(at)), 'button')} />
    </div>
  )
}
