import { useMemo } from 'react'
import { useNow } from '../kit/use-now.ts'
import { facilities } from '../place/facilities.ts'
import { fieldWords } from '../place/field-words.ts'
import { matchQuery } from '../search/search-query.ts'
import { useWords } from '../words/language.tsx'
import type { FilterProps } from './facet-filter.tsx'
import { useFacets } from './facet-query.ts'
import { FilterMenu } from './filter-menu.tsx'
import { OptionList } from './option-list.tsx'

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
