import { Select, type SelectProps } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { type Weekday, weekdays } from '../../src/place/place.ts'
import { fieldLabel, fieldWords } from '../place/place-fields.ts'
import { useFormat, useWords } from '../words/language.tsx'
import { importWords } from './import-words.ts'

/** A Monday, for the names of weekdays. */
const monday = 1

/** Returns the function that labels a field of a column. */
export function useColumnLabel(): (field: string) => string {
  const words = useWords(importWords)
  const labels = useWords(fieldWords)
  const format = useFormat()
  return useCallback(
    (field) => {
      const own = (words.fields as Readonly<Record<string, string>>)[field]
      if (own !== undefined) return own
      const [, day, part] = /^hours_(\w\w)(?:_(from|to))?$/.exec(field) ?? []
      if (day === undefined) return fieldLabel(labels, field.replaceAll('_', '.'))
      const date = `2024-01-0${monday + weekdays.indexOf(day as Weekday)}`
      const text = words.columns.day(format.day(date, { weekday: 'long' }))
      return part ? words.columns[part as 'from' | 'to'](text) : text
    },
    [words, labels, format],
  )
}

interface FieldSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly fields: readonly string[]
  /** Undefined: the column is not imported. */
  readonly value: string | undefined
  readonly onChange: (field: string | undefined) => void
}

/** The field that a column is imported as. */
export function FieldSelect({ fields, value, onChange, ...rest }: FieldSelectProps) {
  const { leftOut } = useWords(importWords).columns
  const labelOf = useColumnLabel()
  const data = useMemo(
    () => [{ value: '', label: leftOut }, ...fields.map((field) => ({ value: field, label: labelOf(field) }))],
    [fields, labelOf, leftOut],
  )
  return (
    <Select
      {...rest}
      searchable
      allowDeselect={false}
      data={data}
      value={value ?? ''}
      onChange={(field) => onChange(field || undefined)}
    />
  )
}
