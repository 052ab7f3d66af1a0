import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import type { DirectoryEntry } from '../../client/client.ts'
import { useSearchedSelect } from '../kit/hooks.ts'
import { type DirectoryKind, useDirectory, useDirectoryEntries } from './directory-queries.ts'

const choices = { offset: 0, limit: 50 }

interface DirectorySelectProps extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  readonly kind: DirectoryKind
  readonly value: string | undefined
  /** The only entries that may be chosen; absent: all of the directory. */
  readonly among?: readonly string[] | undefined
  readonly onChange: (entry: DirectoryEntry | undefined) => void
}

/** One entry of the directory, found by words of its name. */
export function DirectorySelect({ kind, value, among, onChange, ...rest }: DirectorySelectProps) {
  const [chosen] = useDirectoryEntries(kind, value === undefined ? [] : [value])
  const { searched, select } = useSearchedSelect(chosen ? chosen.name || chosen.id : '')
  const { data } = useDirectory(kind, searched, choices)
  const allowed = useDirectoryEntries(kind, among ?? []).filter(({ id, name }) => holds(name || id, searched))
  const found = among ? allowed : (data?.Results ?? [])
  const entries = [...(chosen ? [chosen] : []), ...beginningsFirst(found, searched).filter(({ id }) => id !== value)]
  return (
    <Select
      {...rest}
      {...select}
      clearable={rest.clearable ?? false}
      nothingFoundMessage={searched.trim() === '' ? undefined : rest.nothingFoundMessage}
      value={value ?? null}
      data={entries.map(({ id, name }) => ({ value: id, label: name || id }))}
      onChange={(id) => onChange(entries.find((entry) => entry.id === id))}
    />
  )
}

/** Puts the entries whose name begins with what is typed first. */
function beginningsFirst(entries: readonly DirectoryEntry[], searched: string): readonly DirectoryEntry[] {
  const typed = searched.trim().toLowerCase()
  const begins = ({ name }: DirectoryEntry) => Number(name.toLowerCase().startsWith(typed))
  return entries.toSorted((one, other) => begins(other) - begins(one))
}

function holds(name: string, searched: string): boolean {
  return name.toLowerCase().includes(searched.trim().toLowerCase())
}

interface DirectoryMultiSelectProps extends Omit<MultiSelectProps, 'value' | 'onChange' | 'data'> {
  readonly kind: DirectoryKind
  readonly value: readonly string[]
  readonly onChange: (ids: string[]) => void
}

/** Any number of entries of the directory, found by words of their names. */
export function DirectoryMultiSelect({ kind, value, onChange, ...rest }: DirectoryMultiSelectProps) {
  const { searched, select } = useSearchedSelect('')
  const chosen = useDirectoryEntries(kind, value)
  const { data } = useDirectory(kind, searched, choices)
  const found = beginningsFirst(data?.Results ?? [], searched)
  const entries = [...chosen, ...found.filter(({ id }) => !value.includes(id))]
  return (
    <MultiSelect
      {...rest}
      {...select}
      hidePickedOptions
      // Without a search, all that there are may have been picked.
      nothingFoundMessage={searched.trim() === '' ? undefined : rest.nothingFoundMessage}
      value={[...value]}
      onChange={onChange}
      data={entries.map(({ id, name }) => ({ value: id, label: name || id }))}
    />
  )
}
