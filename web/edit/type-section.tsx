import { Stack, Text } from '@mantine/core'
import { type Schema, useBodySchema } from '../api/document-query.ts'
import { type JsonObject, type Pointer, typeKeyIn, within } from '../body/json.ts'
import { kindOf, present } from '../fields/field-kinds.ts'
import { Soft } from '../kit/dimmed.tsx'
import { fieldWords } from '../place/place-fields.ts'
import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'
import { FormField } from './form-field.tsx'
import { FormSection } from './form-section.tsx'
import { useField } from './use-field.ts'

/** Edits the data specific to the type of the place. */
export function TypeSection() {
  const words = useWords(editWords)
  const key = typeKeyIn(useField<JsonObject>('/placeTypes').value)
  return (
    <FormSection name="type">
      <Soft>{key === undefined ? words.typeFirst : words.typeHint}</Soft>
      {key !== undefined && <TypeFields key={key} type={key} />}
    </FormSection>
  )
}

/** Renders fields for the schema of a type, or a JSON editor if it has none. */
function TypeFields({ type }: { readonly type: string }) {
  const words = useWords(editWords)
  const schema = useBodySchema()?.properties?.placeTypes?.properties?.[type]
  const at = within('/placeTypes', type)
  if (!schema) return null
  if (!schema.properties) {
    return <FormField at={at} kind="json" label={words.freeType} schema={{ type: 'object' }} whenEmpty={{}} />
  }
  if (Object.keys(schema.properties).length === 0) return <Text size="sm">{words.noTypeFields}</Text>
  return <PropertyFields at={at} schema={schema} />
}

interface PropertyFieldsProps {
  /** The object whose members are edited. */
  readonly at: Pointer
  readonly schema: Schema
}

/** Renders a field for each member of an object, by its JSON Schema. */
function PropertyFields({ at, schema }: PropertyFieldsProps) {
  const labels: Readonly<Partial<Record<string, string>>> = useWords(fieldWords)
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const pointer = within(at, name)
    const known = labels[pointer.slice(1).replaceAll('/', '.')]
    const label = known ?? property.title ?? name
    const kind = kindOf(property)
    if (kind === 'group') {
      return (
        <fieldset key={name} className={styles.group}>
          <legend>{label}</legend>
          <Stack gap="md" w="100%">
            <PropertyFields at={pointer} schema={present(property)} />
          </Stack>
        </fieldset>
      )
    }
    if (kind === 'media') return null
    // Labels known to the page are in its language, and need no hint.
    const hint = known === undefined ? property.description : undefined
    const required = schema.required?.includes(name) ?? false
    return <FormField key={name} at={pointer} schema={property} {...{ kind, label, hint, required }} />
  })
}
