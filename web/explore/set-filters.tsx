import { facilities } from '../../src/place/facilities.ts'
import { anyOf } from '../../src/query/parse/filter-signs.ts'
import { type DirectoryKind, directoryFields, useDirectoryEntries } from '../directory/directory-queries.ts'
import { IconButton } from '../kit/button.tsx'
import { fieldWords } from '../place/place-fields.ts'
import { type PlaceQuery, useFacets } from '../place/place-queries.ts'
import { typeNamed } from '../place/place-traits.ts'
import { placeWords } from '../place/place-words.ts'
import {
  countFilters,
  dueOf,
  type Lacking,
  type ListFilter,
  nearBy,
  noFilters,
  type SearchProps,
  type SearchValue,
} from '../search/search-value.ts'
import { searchWords } from '../search/search-words.ts'
import { useSession } from '../session/session.tsx'
import { useFormat, useWords } from '../words/language.tsx'
import { exploreWords, writtenPosition } from './explore-words.ts'
import styles from './filters.module.css'

interface SetFiltersProps extends SearchProps {
  /** Called after filters were removed, with selectors for the next focus in order of preference. */
  readonly onRemoved: (...next: readonly string[]) => void
}

/** Returns the selectors for the focus after the filter at this index was removed: the next one, otherwise the last. */
const setFilterAt = (at: number) => [`[data-set="${at}"]`, `[data-set="${at - 1}"]`]

interface SetFilter {
  readonly key: string
  readonly label: string
  readonly without: Partial<SearchValue>
}

/** Lists the filters that are set, each with a button to remove it. */
export default function SetFilters({ value, onChange, onRemoved }: SetFiltersProps) {
  const words = useWords(exploreWords)
  const set = useSetFilters(value)
  if (set.length === 0) return null
  return (
    <div className={styles.set}>
      {set.map(({ key, label, without }, at) => (
        <span key={key} className="pill">
          {label}
          <IconButton
            icon="close"
            label={words.removeFilter(label)}
            color="gray"
            size="sm"
            data-set={at}
            onClick={() => {
              onChange(without)
              onRemoved(...setFilterAt(at))
            }}
          />
        </span>
      ))}
      {countFilters(value) > 1 && (
        <button
          type="button"
          className={styles.clear}
          onClick={() => {
            onChange({ ...noFilters, bbox: undefined })
            onRemoved()
          }}
        >
          {words.clearAll}
        </button>
      )}
    </div>
  )
}

/**
 * Returns the function that names values: from the directory, or from places if the caller may not read the directory.
 */
function useNames(kind: DirectoryKind, ids: readonly string[]): (id: string) => string {
  const { may } = useSession()
  const name = directoryFields[kind]
  const readsDirectory = may('read')
  const entries = useDirectoryEntries(kind, readsDirectory ? ids : [])
  const query = { is: ['*' as const], [name]: anyOf(ids) } as PlaceQuery
  const counted = useFacets([name], query, { enabled: !readsDirectory && ids.length > 0 })?.[name] ?? []
  const names = new Map([
    ...counted.map(({ value, name }) => [String(value), name] as const),
    ...entries.map(({ id, name }) => [id, name] as const),
  ])
  return (id) => names.get(id) || id
}

/** Returns the label of a place type by its name in a search. */
function typeLabel(name: string, types: (typeof placeWords)['en']['types']): string {
  const type = typeNamed(name)
  return type ? types[type.key] : name
}

function useSetFilters(value: SearchValue): SetFilter[] {
  const words = useWords(exploreWords)
  const { types, states } = useWords(placeWords)
  const labels = useWords(fieldWords)
  const { missingFieldFilters, due: dueLabels } = useWords(searchWords)
  const due = dueOf(value.due ?? '')
  const ownerName = useNames('owners', value.owner_id)
  const categoryName = useNames('categories', value.categories_id)
  const tagName = useNames('tags', value.tags_id)
  const list = (name: ListFilter, labelOf: (one: string) => string): SetFilter[] =>
    value[name].map((one) => ({
      key: `${name}=${one}`,
      label: labelOf(one),
      without: { [name]: value[name].filter((other) => other !== one) },
    }))
  const format = useFormat()
  const openLabel = value.openAt === 'now' ? words.openNow : words.openThen(format.moment(value.openAt ?? 0))
  const stateLabel = value.state === 'any' ? words.anyState : states[value.state]
  const nearLabel = words.nearPoint(value.nearName ?? (value.near ? writtenPosition(value.near) : ''))
  const one = (key: string, isSet: boolean, label: string, without: Partial<SearchValue>): SetFilter[] =>
    isSet ? [{ key, label, without }] : []
  return [
    ...one('open', value.openAt !== undefined, openLabel, { openAt: undefined }),
    ...(due ? one('due', true, dueLabels[due.kind](format.day(due.day)), { due: undefined }) : []),
    ...one('state', value.state !== 'published', stateLabel, { state: 'published' }),
    ...one('id', value.id.length > 0, words.thesePlaces(value.id.length), { id: [] }),
    ...list('is', (name) => typeLabel(name, types)),
    ...list('has', (name) => labels[facilities.find(({ filter }) => filter === name)!.path]),
    ...list('lacks', (name) => missingFieldFilters[name as Lacking]),
    ...list('owner_id', ownerName),
    ...list('geolocationinfo_municipality', String),
    ...list('categories_id', categoryName),
    ...list('tags_id', tagName),
    ...one('near', value.near !== undefined, nearLabel, nearBy(undefined)),
    ...one('bbox', value.bbox !== undefined, value.isDrawn ? words.drawnArea : words.mapArea, { bbox: undefined }),
  ]
}
