import { VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { memo } from 'react'
import { Button } from '../kit/button.tsx'
import { useFocusNext } from '../kit/hooks.ts'
import { later, useLoadedBehind } from '../kit/later.tsx'
import { NotLoaded } from '../kit/message.tsx'
import { PopUp } from '../kit/pop-up.tsx'
import { useFacets } from '../place/place-queries.ts'
import { countFilters, noFilters, type SearchProps, type SearchValue } from '../search/search-value.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import type { FilterName } from './filter-options.tsx'
import styles from './filters.module.css'

const FilterOptions = later(async () => (await import('./filter-options.tsx')).default, {
  Meanwhile: () => <div className={styles.empty} />,
  Failed: NotLoaded,
})

const SetFilters = later(async () => (await import('./set-filters.tsx')).default)
const SetLabel = later(async () => (await import('./set-filters.tsx')).SetLabel)
const RemoveFilter = later(async () => (await import('./set-filters.tsx')).RemoveFilter)

const areas = ['geolocationinfo_municipality', 'geolocationinfo_county'] as const

const everything = {}

/** The filters of a search; one that is set shows its values, and a way to remove them. */
export const Filters = memo(function Filters({ value, onChange }: SearchProps) {
  const words = useWords(exploreWords)
  const { may } = useSession()
  // Without boundary files no place has a municipality or a county, so the filter would be useless.
  const facets = useFacets(areas, everything)
  const isKnown = (area: (typeof areas)[number]) => (facets?.[area]?.length ?? 0) > 0
  useLoadedBehind(FilterOptions, SetFilters, SetLabel, RemoveFilter)
  const common = { value, onChange }
  const [isMore, { toggle: toggleMore }] = useDisclosure()
  const { container, focusNext } = useFocusNext<HTMLElement>()
  const seesStates = may('read') && may('update')
  const filters: readonly (readonly [filter: FilterName, label: string, isSeldom?: boolean])[] = [
    ['open', words.open],
    ['is', words.type],
    ['has', words.has],
    ['owner_id', words.owner],
    ['geolocationinfo_municipality', words.municipality, !isKnown('geolocationinfo_municipality')],
    ['geolocationinfo_county', words.county, true],
    ['lacks', words.lacks, true],
    ['categories_id', words.category, true],
    ['tags_id', words.tag, true],
    ['state', words.state, true],
  ]
  const isThere = ([filter, , isSeldom]: (typeof filters)[number]) => {
    if (isSet(value, filter) || !isSeldom) return true
    const isArea = filter === 'geolocationinfo_municipality' || filter === 'geolocationinfo_county'
    return isMore && (filter === 'state' ? seesStates : !isArea || isKnown(filter))
  }
  const clear = () => {
    onChange({ ...noFilters, bbox: undefined })
    focusNext('button')
  }
  return (
    <section ref={container} className={styles.filters} aria-label={words.filters}>
      {(value.near || value.bbox || value.due || value.telephone || value.address || value.id.length > 0) && (
        <SetFilters {...common} onRemoved={() => focusNext('[data-set]', 'button')} />
      )}
      {filters.filter(isThere).map(([filter, label]) => (
        <Filter key={filter} {...common} {...{ filter, label, focusNext }} />
      ))}
      <Button size="sm" isRound variant="subtle" className={styles.button} aria-expanded={isMore} onClick={toggleMore}>
        {isMore ? words.fewerFilters : words.moreFilters}
      </Button>
      {countFilters(value) > 1 && (
        <Button size="sm" variant="subtle" className={styles.button} onClick={clear}>
          {words.clearAll}
        </Button>
      )}
    </section>
  )
})

/** Returns true if a filter narrows the search. */
function isSet(value: SearchValue, filter: FilterName): boolean {
  if (filter === 'open') return value.openAt !== undefined
  return filter === 'state' ? value.state !== 'published' : value[filter].length > 0
}

interface FilterProps extends SearchProps {
  readonly filter: FilterName
  readonly label: string
  readonly focusNext: (...selectors: readonly string[]) => void
}

/** A button that opens the options of a filter; beside it, one that removes what is set. */
function Filter({ label, focusNext, ...rest }: FilterProps) {
  const { value, filter } = rest
  const isFilled = isSet(value, filter)
  return (
    <span className={styles.filter} data-filled={isFilled || undefined}>
      <PopUp
        label={label}
        className={styles.menu}
        target={(opening) => (
          <Button
            {...opening}
            size="sm"
            isRound
            variant={isFilled ? 'filled' : 'default'}
            className={styles.button}
            data-filter={filter}
            opensBelow={!isFilled}
          >
            {isFilled ? (
              <>
                <VisuallyHidden component="span">{label}: </VisuallyHidden>
                <SetLabel {...rest} />
              </>
            ) : (
              label
            )}
          </Button>
        )}
      >
        {() => <FilterOptions {...rest} label={label} />}
      </PopUp>
      {isFilled && <RemoveFilter {...rest} onRemoved={() => focusNext(`[data-filter="${filter}"]`)} />}
    </span>
  )
}
