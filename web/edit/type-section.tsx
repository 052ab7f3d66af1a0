import { JsonInput, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { type Schema, useBodySchema } from '../api/document-query.ts'
import { useWords } from '../words/language.tsx'
import { editWords } from './edit-words.ts'
import { type FieldProps, LongTextField, NumberField, TernaryField, TextField, textOf } from './fields.tsx'
import { FormSection } from './form-section.tsx'
import { isObject, type Json, type JsonObject, type Pointer, within } from './pointer.ts'
import { useField } from './use-field.ts'

/** What is particular to the type of the place. */
export function TypeSection() {
  const words = useWords(editWords)
  const { value = {} } = useField<JsonObject>('/placeTypes')
  const key = Object.keys(value).find((name) => isObject(value[name]))
  return (
    <FormSection name="type" title={words.sections.type} covers={['/placeTypes']}>
      <Text size="sm" c="dimmed">
        {key === undefined ? words.typeFirst : words.typeHint}
      </Text>
      {key !== undefined && <TypeFields key={key} type={key} />}
    </FormSection>
  )
}

/** Fields by the schema of a type, or any JSON where it has none. */
function TypeFields({ type }: { readonly type: string }) {
  const words = useWords(editWords)
  const schema = useBodySchema()?.properties?.placeTypes?.properties?.[type]
  const at = within('/placeTypes', type)
  if (!schema?.properties) return <FreeObjectField at={at} label={words.freeType} />
  return Object.entries(schema.properties).map(([name, property]) => (
    <PropertyField key={name} at={within(at, name)} label={name} schema={property} />
  ))
}

interface PropertyFieldProps extends FieldProps {
  readonly schema: Schema
}

/** A field for a property, by what its schema says. */
function PropertyField({ at, label, schema }: PropertyFieldProps) {
  const hint = schema.description === undefined ? {} : { hint: schema.description }
  const types: readonly string[] = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  if (schema.enum) return <ChoiceField at={at} label={label} choices={schema.enum} {...hint} />
  if (types.includes('boolean')) return <TernaryField at={at} label={label} {...hint} />
  if (types.includes('integer')) return <NumberField at={at} label={label} {...hint} />
  if (types.includes('string')) {
    const isLong = (schema.maxLength ?? 0) > 500
    return isLong ? <LongTextField at={at} label={label} {...hint} /> : <TextField at={at} label={label} {...hint} />
  }
  return <FreeObjectField at={at} label={label} {...hint} />
}

function ChoiceField({ at, label, hint, choices }: FieldProps & { readonly choices: readonly (string | number)[] }) {
  const { value, fault, set } = useField<string | number>(at)
  return (
    <Select
      data-field={at}
      label={label}
      description={hint}
      clearable
      data={choices.map(String)}
      value={value === undefined ? null : textOf(value)}
      onChange={(chosen) => set(choices.find((choice) => String(choice) === chosen))}
      error={fault}
    />
  )
}

/** Any JSON as text; what is no JSON yet stays in the field. */
function FreeObjectField({
  at,
  label,
  hint,
}: {
  readonly at: Pointer
  readonly label: string
  readonly hint?: string
}) {
  const words = useWords(editWords)
  const { value, fault, set } = useField<Json>(at)
  const [typed, setTyped] = useState<string>()
  const isWrong = typed !== undefined && typed.trim() !== '' && parsed(typed) === undefined
  const shown =
    value === undefined || (isObject(value) && Object.keys(value).length === 0) ? '' : JSON.stringify(value, null, 2)
  return (
    <JsonInput
      data-field={at}
      label={label}
      description={hint}
      autosize
      minRows={2}
      maxRows={16}
      value={typed ?? shown}
      onChange={(text) => {
        setTyped(text)
        const next = text.trim() === '' ? {} : parsed(text)
        if (next !== undefined) set(next)
      }}
      error={isWrong ? words.jsonWrong : fault}
    />
  )
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
