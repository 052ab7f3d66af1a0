import { capital } from '../../src/pages/holiday.ts'
import { openDaysText } from '../../src/pages/open-day-text.ts'
import { withinText } from '../../src/pages/within-text.ts'
import { facilities } from '../../src/place/facilities.ts'
import { anyOf } from '../../src/query/parse/filter-signs.ts'
import { type DirectoryKind, directoryFields, useDirectoryEntries } from '../directory/directory-queries.ts'
import { IconButton } from '../kit/button.tsx'
import { fieldWords } from '../place/place-fields.ts'
import { type PlaceQuery, useFacets } from '../place/place-queries.ts'
import { typeNamed } from '../place/place-traits.ts'
import { placeWords } from '../place/place-words.ts'
import {
  dueOf,
  isOnDays,
  type Lacking,
  nearBy,
  noFilters,
  type SearchProps,
  type SearchValue,
} from '../search/search-value.ts'
import { searchWords } from '../search/search-words.ts'
import { useSession } from '../session/session.tsx'
import { settings } from '../settings.ts'
import { useFormat, useLanguage, useWords } from '../words/language.tsx'
import { exploreWords, writtenPosition } from './explore-words.ts'
import type { FilterName } from './filter-options.tsx'
import styles from './filters.module.css'

interface SetFiltersProps extends SearchProps {
  /** Called after a filter was removed. */
  readonly onRemoved: () => void
}

interface SetFilter {
  readonly key: string
  readonly label: string
  readonly without: Partial<SearchValue>
}

/** Lists the filters that are set and have no menu, each with a button to remove it. */
export default function SetFilters({ value, onChange, onRemoved }: SetFiltersProps) {
  const words = useWords(exploreWords)
  const remove = (without: Partial<SearchValue>) => {
    onChange(without)
    onRemoved()
  }
  return (
    <>
      {useSetFilters(value).map(({ key, label, without }) => (
        <span key={key} className={styles.filter} data-filled>
          <span className={styles.label}>{label}</span>
          <IconButton icon="close" label={words.removeFilter(label)} data-set={key} onClick={() => remove(without)} />
        </span>
      ))}
    </>
  )
}

const labelsMax = 2

interface SetLabelProps extends Pick<SearchProps, 'value'> {
  readonly filter: FilterName
}

/** Names the values of a filter: the first ones, and the number of others. */
export function SetLabel({ filter, value }: SetLabelProps) {
  const labels = useLabels(filter, value)
  const more = labels.length > labelsMax ? ` +${labels.length - labelsMax}` : ''
  return (
    <bdi lang={filter in kinds ? settings.locale : undefined}>
      {labels.slice(0, labelsMax).join(', ')}
      {more}
    </bdi>
  )
}

/** Removes all values of a filter. */
export function RemoveFilter({ filter, value, onChange, onRemoved }: SetLabelProps & SetFiltersProps) {
  const words = useWords(exploreWords)
  const name = filter === 'open' ? 'openAt' : filter
  const remove = () => {
    onChange({ [name]: noFilters[name] })
    onRemoved()
  }
  const label = words.removeFilter(useLabels(filter, value).join(', '))
  return <IconButton icon="close" label={label} data-set={filter} onClick={remove} />
}

const kinds = { owner_id: 'owners', categories_id: 'categories', tags_id: 'tags' } as const

/** Returns the labels of the values of a filter. */
function useLabels(filter: FilterName, value: SearchValue): readonly string[] {
  const words = useWords(exploreWords)
  const { types, states } = useWords(placeWords)
  const labels = useWords(fieldWords)
  const { missingFieldFilters } = useWords(searchWords)
  const format = useFormat()
  const { language } = useLanguage()
  const kind = filter in kinds ? kinds[filter as keyof typeof kinds] : undefined
  const nameOf = useNames(kind ?? 'owners', kind ? value[filter as keyof typeof kinds] : [])
  const openLabel = (openAt: string) => {
    if (openAt === 'now') return words.openNow
    return isOnDays(openAt) ? capital(openDaysText(openAt, language)) : words.openThen(format.moment(openAt))
  }
  switch (filter) {
    case 'open':
      return [openLabel(value.openAt ?? 'now')]
    case 'state':
      return [value.state === 'any' ? words.anyState : states[value.state]]
    case 'is':
      return value.is.map((name) => typeLabel(name, types))
    case 'has':
      return value.has.map((name) => labels[facilities.find(({ filter }) => filter === name)!.path])
    case 'lacks':
      return value.lacks.map((name) => missingFieldFilters[name as Lacking])
    default:
      return value[filter].map(kind ? nameOf : String)
  }
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
  const { id, near, nearName, within, bbox, isDrawn, telephone, address } = value
  const { language } = useLanguage()
  const words = useWords(exploreWords)
  const { due: dueLabels } = useWords(searchWords)
  const format = useFormat()
  const due = dueOf(value.due ?? '')
  const one = (key: string, isSet: boolean, label: string, without: Partial<SearchValue>): SetFilter[] =>
    isSet ? [{ key, label, without }] : []
  return [
    ...(due ? one('due', true, dueLabels[due.kind](format.day(due.day)), { due: undefined }) : []),
    ...one('telephone', telephone !== undefined, words.telephoneIs(telephone ?? ''), { telephone: undefined }),
    ...one('address', address !== undefined, address ?? '', { address: undefined }),
    ...one('id', id.length > 0, words.thesePlaces(id.length), { id: [] }),
    ...one(
      'near',
      near !== undefined,
      words.nearPoint(nearName ?? (near ? writtenPosition(near) : '')),
      nearBy(undefined),
    ),
    ...one('within', near !== undefined && within !== undefined, capital(withinText(within ?? 0, language)), {
      within: undefined,
    }),
    ...one('bbox', bbox !== undefined, isDrawn ? words.drawnArea : words.mapArea, { bbox: undefined }),
  ]
}
