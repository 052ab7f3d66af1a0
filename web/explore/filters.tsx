import { useDisclosure } from '@mantine/hooks'
import { memo } from 'react'
import { Button } from '../kit/button.tsx'
import { useFocusNext } from '../kit/hooks.ts'
import { later, useLoadedBehind, withMantine } from '../kit/later.tsx'
import { NotLoaded } from '../kit/message.tsx'
import { PopUp } from '../kit/pop-up.tsx'
import { useFacets } from '../place/place-queries.ts'
import { countFilters, type SearchProps } from '../search/search-value.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import type { FilterName } from './filter-options.tsx'
import styles from './filters.module.css'

const FilterOptions = later(
  withMantine(async () => (await import('./filter-options.tsx')).default),
  {
    Meanwhile: () => <div className={styles.empty} />,
    Failed: NotLoaded,
  },
)

const SetFilters = later(async () => (await import('./set-filters.tsx')).default, {
  Meanwhile: () => <div className={styles.set} />,
})

const municipalities = ['geolocationinfo_municipality'] as const

const everything = {}

/** The filters of a search, and those that are set. */
export const Filters = memo(function Filters({ value, onChange }: SearchProps) {
  const words = useWords(exploreWords)
  const { may } = useSession()
  // Without boundary files no place has a municipality, so the filter would be useless.
  const hasMunicipalities = (useFacets(municipalities, everything)?.geolocationinfo_municipality?.length ?? 0) > 0
  useLoadedBehind(FilterOptions, SetFilters)
  const common = { value, onChange }
  const [isMore, { toggle: toggleMore }] = useDisclosure()
  const { container, focusNext } = useFocusNext<HTMLDivElement>()
  const hasSet = countFilters(value) > 0 || value.near !== undefined
  return (
    <div ref={container} className={styles.all}>
      <section className={styles.filters} aria-label={words.filters}>
        <Filter {...common} filter="open" label={words.open} />
        <Filter {...common} filter="is" label={words.type} />
        <Filter {...common} filter="has" label={words.has} />
        <Filter {...common} filter="owner_id" label={words.owner} />
        {hasMunicipalities && <Filter {...common} filter="geolocationinfo_municipality" label={words.municipality} />}
        {isMore && (
          <>
            <Filter {...common} filter="lacks" label={words.lacks} />
            <Filter {...common} filter="categories_id" label={words.category} />
            <Filter {...common} filter="tags_id" label={words.tag} />
            {may('read') && may('update') && <Filter {...common} filter="state" label={words.state} />}
          </>
        )}
        <Button
          size="sm"
          isRound
          variant="subtle"
          className={styles.button}
          aria-expanded={isMore}
          onClick={toggleMore}
        >
          {isMore ? words.fewerFilters : words.moreFilters}
        </Button>
      </section>
      {hasSet && <SetFilters {...common} onRemoved={(...next) => focusNext(...next, 'button')} />}
    </div>
  )
})

interface FilterProps extends SearchProps {
  readonly filter: FilterName
  readonly label: string
}

/** A button that opens the options of a filter. */
function Filter({ label, ...rest }: FilterProps) {
  return (
    <PopUp
      label={label}
      className={styles.menu}
      target={(opening) => (
        <Button {...opening} size="sm" isRound variant="default" className={styles.button} opensBelow>
          {label}
        </Button>
      )}
    >
      {() => <FilterOptions {...rest} label={label} />}
    </PopUp>
  )
}
