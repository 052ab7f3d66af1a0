import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { usePlaceById, usePlaces } from '../api/place-queries.ts'
import { fieldWords } from '../place/field-words.ts'
import { useWords } from '../words/language.tsx'
import { editWords } from './edit-words.ts'
import { useField } from './use-field.ts'

const pauseMillis = 200

/** The place that this one is a part of, found by words. */
export function ParentField({ placeId }: { readonly placeId: string | undefined }) {
  const words = useWords(editWords)
  const labels = useWords(fieldWords)
  const { value, fault, set } = useField('/parent/id')
  const whole = useField('/parent')
  const present = usePlaceById(value)
  const [typed, setTyped] = useState<string>()
  const shown = present.data?.place.name ?? ''
  const [searched] = useDebouncedValue(typed === shown ? '' : (typed ?? ''), pauseMillis)
  const found = usePlaces(
    { q: searched, parent_id: '', limit: 12, include: ['non-published'] },
    { enabled: searched.trim() !== '' },
  )
  const others = (searched.trim() === '' ? [] : (found.data?.Results ?? [])).filter(
    ({ id }) => id !== value && id !== placeId,
  )
  const options = [
    ...(value === undefined ? [] : [{ value, label: shown || value }]),
    ...others.map(({ id, name, visitingInfo }) => ({
      value: id,
      label: visitingInfo?.city ? `${name}, ${visitingInfo.city}` : name,
    })),
  ]
  return (
    <Select
      data-field="/parent"
      label={labels.parent}
      description={words.parentHint}
      searchable
      clearable
      value={value ?? null}
      data={options}
      filter={({ options }) => options}
      searchValue={typed ?? shown}
      onSearchChange={setTyped}
      onDropdownClose={() => setTyped(undefined)}
      nothingFoundMessage={searched.trim() === '' ? undefined : words.nothingFound}
      onChange={(id) => (id === null ? whole.set(undefined) : set(id))}
      error={fault ?? whole.fault}
    />
  )
}
