import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { type DirectoryKind, useDirectory, useDirectoryEntries } from './directory-queries.ts'

const choices = { offset: 0, limit: 50 }
const pauseMillis = 150

interface DirectoryMultiSelectProps extends Omit<MultiSelectProps, 'value' | 'onChange' | 'data'> {
  readonly kind: DirectoryKind
  readonly value: readonly string[]
  readonly onChange: (ids: string[]) => void
}

/** Any number of entries of the directory, found by words of their names. */
export function DirectoryMultiSelect({ kind, value, onChange, ...rest }: DirectoryMultiSelectProps) {
  const [typed, setTyped] = useState('')
  const [searched] = useDebouncedValue(typed, pauseMillis)
  const chosen = useDirectoryEntries(kind, value)
  const { data } = useDirectory(kind, searched, choices)
  const entries = [...chosen, ...(data?.Results ?? []).filter(({ id }) => !value.includes(id))]
  return (
    <MultiSelect
      {...rest}
      searchable
      hidePickedOptions
      value={[...value]}
      onChange={onChange}
      data={entries.map(({ id, name }) => ({ value: id, label: name || id }))}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  )
}
