import { useMemo } from 'react'
import { useDirectory } from '../directory/directory-queries.ts'
import { useNow } from '../kit/use-now.ts'
import { PlaceTypeMark } from '../place/place-type-mark.tsx'
import { placeTypes, typeNamed } from '../place/place-types.ts'
import { placeWords } from '../place/place-words.ts'
import { matchQuery } from '../search/search-query.ts'
import type { ListFilter, SearchValue } from '../search/search-value.ts'
import type { ChangeSearch } from '../search/use-search-value.ts'
import { useWords } from '../words/language.tsx'
import { useFacets } from './facet-query.ts'
import { FilterMenu } from './filter-menu.tsx'
import { type FilterOption, OptionList } from './option-list.tsx'

/** The search that a filter is a part of, and what the filter is called. */
export interface FilterProps {
  readonly value: SearchValue
  readonly onChange: ChangeSearch
  readonly label: string
}

/** What a filter could be set to, whatever it is set to now: the counts of the matches of everything else. */
function useOptions(name: ListFilter, value: SearchValue): readonly FilterOption[] | undefined {
  const now = useNow()
  const others = useMemo(() => {
    const query = matchQuery({ ...value, [name]: [] }, now)
    // Without a type the service leaves parts of places out, and they would be counted as none.
    return name === 'is' ? { ...query, is: ['*' as const] } : query
  }, [value, name, now])
  const facets = useFacets([name], others)
  return facets?.[name]?.map(({ value, name, count }) => ({
    value: String(value),
    label: name ?? String(value),
    count,
  }))
}

/** The place types, each with its mark; those that no match has stand last. */
export function TypeFilter({ value, onChange, label }: FilterProps) {
  return (
    <FilterMenu label={label} count={value.is.length}>
      {() => <TypeOptions value={value} onChange={onChange} label={label} />}
    </FilterMenu>
  )
}

function TypeOptions({ value, onChange, label }: FilterProps) {
  const { types } = useWords(placeWords)
  const counted = useOptions('is', value)
  const options = placeTypes.map((type) => ({
    value: type.name,
    label: types[type.key],
    mark: <PlaceTypeMark type={type} size={20} />,
    ...(counted && { count: counted.find(({ value }) => value === type.name)?.count ?? 0 }),
  }))
  return <OptionList label={label} options={options} selected={value.is} onChange={(is) => onChange({ is })} />
}

interface FacetFilterProps extends FilterProps {
  readonly name: Exclude<ListFilter, 'is' | 'has' | 'lacks'>
}

/** A field whose values are what the matches have. */
export function FacetFilter({ name, value, onChange, label }: FacetFilterProps) {
  return (
    <FilterMenu label={label} count={value[name].length} isLong>
      {(search) => <FacetOptions name={name} value={value} onChange={onChange} label={label} search={search} />}
    </FilterMenu>
  )
}

const directoryKinds = { owner_id: 'owners', categories_id: 'categories', tags_id: 'tags' } as const

function FacetOptions({ name, value, onChange, label, search }: FacetFilterProps & { readonly search: string }) {
  const counted = useOptions(name, value)
  const found = useFoundEntries(name, search)
  const fits = ({ label }: FilterOption) => label.toLowerCase().includes(search.trim().toLowerCase())
  const known = counted?.filter(fits)
  const more = useCounted(
    name,
    value,
    found.filter((entry) => !known?.some(({ value }) => value === entry.value)),
  )
  return (
    <OptionList
      label={label}
      options={known && [...known, ...more]}
      selected={value[name]}
      onChange={(selected) => onChange({ [name]: selected })}
    />
  )
}

/** Only the most frequent values are counted; others are found in the directory by words of their names. */
function useFoundEntries(name: FacetFilterProps['name'], search: string): readonly FilterOption[] {
  const kind = name === 'geolocationinfo_municipality' ? undefined : directoryKinds[name]
  const { data } = useDirectory(kind ?? 'owners', search.trim(), { offset: 0, limit: 10 })
  if (!kind || search.trim() === '') return []
  return (data?.Results ?? []).map(({ id, name }) => ({ value: id, label: name }))
}

/** How many of the matches of everything else have each of some values. */
function useCounted(name: ListFilter, value: SearchValue, options: readonly FilterOption[]): readonly FilterOption[] {
  const now = useNow()
  const query = matchQuery({ ...value, [name]: options.map(({ value }) => value) }, now)
  const counts = useFacets([name], query, { enabled: options.length > 0, keepsFormer: false })?.[name]
  if (!counts) return options
  const countOf = (option: FilterOption) => counts.find(({ value }) => String(value) === option.value)?.count ?? 0
  return options.map((option) => ({ ...option, count: countOf(option) }))
}

/** What the values of a filter that are set are called. */
export function typeLabel(name: string, types: (typeof placeWords)['en']['types']): string {
  const type = typeNamed(name)
  return type ? types[type.key] : name
}
