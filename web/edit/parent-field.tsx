import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { fieldWords } from '../place/field-words.ts'
import { usePlaceById } from '../place/place-queries.ts'
import { typeOf } from '../place/place-types.ts'
import { placeWords } from '../place/place-words.ts'
import { useWords } from '../words/language.tsx'
import { editWords } from './edit-words.ts'
import { useParents } from './parent-query.ts'
import { useField } from './use-field.ts'

const pauseMillis = 200

/** The place that this one is a part of, found by words. */
export function ParentField({ placeId }: { readonly placeId: string | undefined }) {
  const words = useWords(editWords)
  const labels = useWords(fieldWords)
  const { types } = useWords(placeWords)
  const { value, fault, set } = useField('/parent/id')
  const whole = useField('/parent')
  const { value: ownerId } = useField<string>('/owner/id')
  const present = usePlaceById(value)
  const [typed, setTyped] = useState<string>()
  const shown = present.data?.place.name ?? ''
  const [searched] = useDebouncedValue(typed === shown ? '' : (typed ?? ''), pauseMillis)
  const others = useParents(searched, ownerId).filter(({ id }) => id !== value && id !== placeId)
  const options = [
    ...(value === undefined ? [] : [{ value, label: shown || value }]),
    ...others.map(({ id, name, visitingInfo }) => ({
      value: id,
      label: visitingInfo?.city ? `${name}, ${visitingInfo.city}` : name,
    })),
  ]
  const factsOf = (id: string) => {
    const place = id === value ? present.data?.place : others.find((other) => other.id === id)
    return place ? `${types[typeOf(place).key]} · ${place.owner.name ?? place.owner.id}` : ''
  }
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
      renderOption={({ option }) => (
        <div>
          {option.label}
          <Text size="xs" c="dimmed">
            {factsOf(option.value)}
          </Text>
        </div>
      )}
      searchValue={typed ?? shown}
      onSearchChange={setTyped}
      onDropdownClose={() => setTyped(undefined)}
      nothingFoundMessage={searched.trim() === '' ? undefined : words.nothingFound}
      onChange={(id) => (id === null ? whole.set(undefined) : set(id))}
      error={fault ?? whole.fault}
    />
  )
}
