import { Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { localText } from '../../src/pages/days.ts'
import { facilities } from '../../src/place/facilities.ts'
import { escaped } from '../../src/query/parse/filter-signs.ts'
import { useNow } from '../kit/hooks.ts'
import { Icon } from '../kit/icon.tsx'
import { fieldWords } from '../place/place-fields.ts'
import { PlaceTypeMark } from '../place/place-item.tsx'
import { type FacetValue, placesQuery, useFacets } from '../place/place-queries.ts'
import { placeStates, placeTypes } from '../place/place-traits.ts'
import { placeWords } from '../place/place-words.ts'
import {
  type ListFilter,
  matchQuery,
  missingFieldFiltersFor,
  type SearchProps,
  type SearchValue,
} from '../search/search-value.ts'
import { searchWords } from '../search/search-words.ts'
import { useSession } from '../session/session.tsx'
import { settings } from '../settings.ts'
import { useFormat, useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import styles from './filters.module.css'

/** The fields whose options are the values among the matches. */
type FacetName = Exclude<ListFilter, 'is' | 'has' | 'lacks' | 'id'>

/** The search that a filter belongs to, and the label of the filter. */
interface FilterProps extends SearchProps {
  readonly label: string
}

interface FilterOptionsProps extends FilterProps {
  readonly filter: FilterName
}

/** The names of filters with a menu. */
export type FilterName = 'open' | 'state' | Exclude<ListFilter, 'id'>

/** The options of a filter. */
export default function FilterOptions({ filter, ...rest }: FilterOptionsProps) {
  switch (filter) {
    case 'open':
      return <OpenOptions {...rest} />
    case 'is':
      return <TypeOptions {...rest} />
    case 'has':
      return <FacilityOptions {...rest} />
    case 'lacks':
      return <LackOptions {...rest} />
    case 'state':
      return <StateOptions {...rest} />
    default:
      return <FacetOptions {...rest} name={filter} />
  }
}

/**
 * Returns the options of a filter regardless of its present setting: counts among the matches of all other filters.
 * With typed text, only of matches that have a value with words starting with it.
 */
function useOptions(name: ListFilter, value: SearchValue, typed = ''): readonly FilterOption[] | undefined {
  const now = useNow()
  const others = useMemo(() => {
    const query = matchQuery({ ...value, [name]: [] }, now)
    // Without a type, the service leaves out parts of places, so they would count as zero.
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

/** The place types with their pins; those without matches stand last. */
function TypeOptions({ value, onChange, label }: FilterProps) {
  const { types } = useWords(placeWords)
  const counted = useOptions('is', value)
  const options = placeTypes.map((type) => ({
    value: type.name,
    label: types[type.key],
    mark: <PlaceTypeMark type={type} />,
    ...(counted && { count: counted.find(({ value }) => value === type.name)?.count ?? 0 }),
  }))
  return <OptionList label={label} options={options} selected={value.is} onChange={(is) => onChange({ is })} />
}

interface FacetOptionsProps extends FilterProps {
  readonly name: FacetName
}

/** The values of a field among the matches, searchable if they are many. */
function FacetOptions({ name, value, onChange, label }: FacetOptionsProps) {
  const words = useWords(exploreWords)
  const [search, setSearch] = useState('')
  const typed = search.trim()
  const counted = useOptions(name, value)
  // Only the most frequent values are counted, so the service searches for the others.
  const found = useOptions(name, value, typed) ?? []
  const fits = ({ label }: FilterOption) => label.toLowerCase().includes(typed.toLowerCase())
  const known = counted?.filter(fits)
  const isNew = ({ value }: FilterOption) => !known?.some((option) => option.value === value)
  return (
    <>
      <TextInput
        size="xs"
        m={8}
        aria-label={words.findIn(label)}
        placeholder={words.findIn(label)}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        leftSection={<Icon name="search" size={14} />}
      />
      <OptionList
        label={label}
        options={known && [...known, ...found.filter(fits).filter(isNew)]}
        selected={value[name]}
        lang={settings.locale}
        onChange={(selected) => onChange({ [name]: selected })}
      />
    </>
  )
}

const fields = facilities.map(({ field }) => field)

/** Facilities that a place must have, all of them. */
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

/** Data that a place must lack, all of it; counted when shown. */
function LackOptions({ value, onChange, label }: FilterProps) {
  const { missingFieldFilters: labels } = useWords(searchWords)
  const { api, may } = useSession()
  const now = useNow()
  const missingFieldFilters = missingFieldFiltersFor(may('read-media'))
  const counted = useQueries({
    queries: missingFieldFilters.map((lacking) => {
      const query = matchQuery({ ...value, lacks: [...value.lacks, lacking] }, now)
      return placesQuery(api, { ...query, limit: 0 })
    }),
  })
  const options = missingFieldFilters.map((lacking, at) => {
    const count = counted[at]?.data?.TotalHits
    return { value: lacking, label: labels[lacking], ...(count !== undefined && { count }) }
  })
  return <OptionList label={label} options={options} selected={value.lacks} onChange={(lacks) => onChange({ lacks })} />
}

/** The time at which places must be open; a chosen time is in local time. */
function OpenOptions({ value: { openAt }, onChange, label }: FilterProps) {
  const words = useWords(exploreWords)
  const isNow = openAt === undefined || openAt === 'now'
  const local = isNow ? '' : localText(new Date(openAt)).replace(' ', 'T')
  const choose = (typed: string) => {
    // A year is typed as 2, 20 and 202 first.
    if (typed !== '') onChange({ openAt: `${new Date(typed).toISOString().slice(0, 16)}Z` }, { replace: !isNow })
  }
  return (
    <Stack gap={0} p={4}>
      <Radio.Group
        aria-label={label}
        value={isNow ? (openAt ?? '') : 'then'}
        onChange={(chosen) => onChange({ openAt: chosen || undefined })}
      >
        <Radio value="" size="xs" classNames={optionClasses} label={words.openAnytime} />
        <Radio value="now" size="xs" classNames={optionClasses} label={words.openNow} />
      </Radio.Group>
      <TextInput
        type="datetime-local"
        size="sm"
        p={8}
        label={words.openAtTime}
        defaultValue={local}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    </Stack>
  )
}

const choices = [...placeStates, 'any'] as const

/** The state of places, for editors. */
function StateOptions({ value, onChange, label }: FilterProps) {
  const words = useWords(exploreWords)
  const { states } = useWords(placeWords)
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
        {choices.map((choice) => (
          <Radio
            key={choice}
            value={choice}
            size="xs"
            classNames={optionClasses}
            label={
              <OptionText
                name={choice === 'any' ? words.anyState : states[choice]}
                count={counted && countOf(choice, counted)}
              />
            }
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** Returns the number of places in a state; 0 if it is not counted. */
function countOf(choice: (typeof choices)[number], counted: readonly FacetValue[]): number {
  const fits = ({ value }: FacetValue) => (choice === 'any' ? value !== 'deleted' : value === choice)
  return counted.filter(fits).reduce((sum, { count }) => sum + count, 0)
}

/** An option, and the number of places that have it, if known. */
interface FilterOption {
  readonly value: string
  readonly label: string
  readonly count?: number
  readonly mark?: ReactNode
}

const optionClasses = {
  root: `pressable ${styles.option}`,
  body: styles.optionBody,
  labelWrapper: styles.optionText,
  label: styles.optionLabel,
}

interface OptionTextProps {
  readonly name: string
  readonly count: number | undefined
  readonly mark?: ReactNode
  readonly lang?: string | undefined
}

function OptionText({ name, count, mark, lang }: OptionTextProps) {
  const format = useFormat()
  return (
    <>
      {mark}
      <bdi className={styles.optionName} lang={lang}>
        {name}
      </bdi>
      {count !== undefined && <span className={styles.count}>{format.number(count)}</span>}
    </>
  )
}

interface OptionListProps {
  readonly label: string
  /** Undefined until loaded. */
  readonly options: readonly FilterOption[] | undefined
  readonly selected: readonly string[]
  /** That of the options, where it is not that of the page. */
  readonly lang?: string
  readonly onChange: (selected: string[]) => void
}

/** A list of options with counts, of which any number can be selected. */
function OptionList({ label, options, selected, lang, onChange }: OptionListProps) {
  const words = useWords(exploreWords)
  if (!options) return <div className={styles.empty} />
  if (options.length === 0) return <Text className={styles.empty}>{words.noValues}</Text>
  const toggle = (value: string) =>
    onChange(selected.includes(value) ? selected.filter((one) => one !== value) : [...selected, value])
  return (
    <fieldset className={styles.options} aria-label={label}>
      {options.map(({ value, label: name, count, mark }) => (
        <Checkbox
          key={value}
          size="xs"
          classNames={optionClasses}
          checked={selected.includes(value)}
          onChange={() => toggle(value)}
          label={<OptionText {...{ name, count, mark, lang }} />}
        />
      ))}
    </fieldset>
  )
}
