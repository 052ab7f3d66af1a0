import { Radio, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { useNow } from '../kit/use-now.ts'
import { facilities } from '../place/facilities.ts'
import { fieldWords } from '../place/field-words.ts'
import { PlaceTypeMark } from '../place/place-item.tsx'
import { placeStates } from '../place/place-state.ts'
import { placeTypes, typeNamed } from '../place/place-types.ts'
import { placeWords } from '../place/place-words.ts'
import { escaped, matchQuery } from '../search/search-query.ts'
import type { ChangeSearch, ListFilter, SearchValue } from '../search/search-value.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import { type FacetValue, useFacets } from './facet-query.ts'
import { FilterMenu, type FilterOption, OptionList } from './filter-menu.tsx'
import styles from './filters.module.css'

/** The search that a filter is a part of, and what the filter is called. */
interface FilterProps {
  readonly value: SearchValue
  readonly onChange: ChangeSearch
  readonly label: string
}

/**
 * What a filter could be set to, whatever it is set to now: the counts of the matches of everything else, and where
 * something has been typed, of those that have a value with words which begin so.
 */
function useOptions(name: ListFilter, value: SearchValue, typed = ''): readonly FilterOption[] | undefined {
  const now = useNow()
  const others = useMemo(() => {
    const query = matchQuery({ ...value, [name]: [] }, now)
    // Without a type the service leaves parts of places out, and they would be counted as none.
    if (name === 'is') return { ...query, is: ['*' as const] }
    return !/[\p{L}\p{N}]/u.test(typed) ? query : { ...query, [name.replace(/_id$/, '_name')]: `~${escaped(typed)}` }
  }, [value, name, now, typed])
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

function FacetOptions({ name, value, onChange, label, search }: FacetFilterProps & { readonly search: string }) {
  const typed = search.trim()
  const counted = useOptions(name, value)
  // Only the most frequent values are counted, so others are asked for by their words.
  const found = useOptions(name, value, typed) ?? []
  const fits = ({ label }: FilterOption) => label.toLowerCase().includes(typed.toLowerCase())
  const known = counted?.filter(fits)
  const isNew = ({ value }: FilterOption) => !known?.some((option) => option.value === value)
  return (
    <OptionList
      label={label}
      options={known && [...known, ...found.filter(fits).filter(isNew)]}
      selected={value[name]}
      onChange={(selected) => onChange({ [name]: selected })}
    />
  )
}

/** What the values of a filter that are set are called. */
export function typeLabel(name: string, types: (typeof placeWords)['en']['types']): string {
  const type = typeNamed(name)
  return type ? types[type.key] : name
}

const fields = facilities.map(({ field }) => field)

/** What a place must have, all of it. */
export function FacilityFilter({ value, onChange, label }: FilterProps) {
  return (
    <FilterMenu label={label} count={value.has.length}>
      {() => <FacilityOptions value={value} onChange={onChange} label={label} />}
    </FilterMenu>
  )
}

function FacilityOptions({ value, onChange, label }: FilterProps) {
  const labels = useWords(fieldWords)
  const now = useNow()
  const query = useMemo(() => matchQuery(value, now), [value, now])
  const facets = useFacets(fields, query)
  const options = facilities.map(({ filter, path, field }) => ({
    value: filter,
    label: labels[path],
    ...(facets && { count: facets[field]?.find(({ value }) => value === true)?.count ?? 0 }),
  }))
  return <OptionList label={label} options={options} selected={value.has} onChange={(has) => onChange({ has })} />
}

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
