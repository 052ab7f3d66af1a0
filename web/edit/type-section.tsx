import { Text } from '@mantine/core'
import { useBodySchema } from '../api/document-query.ts'
import { isObject, type JsonObject, within } from '../body/pointer.ts'
import { useWords } from '../words/language.tsx'
import { editWords } from './edit-words.ts'
import { FormSection } from './form-section.tsx'
import { JsonField } from './json-field.tsx'
import { PropertyFields } from './property-fields.tsx'
import { useField } from './use-field.ts'

/** What is particular to the type of the place. */
export function TypeSection() {
  const words = useWords(editWords)
  const { value = {} } = useField<JsonObject>('/placeTypes')
  const key = Object.keys(value).find((name) => isObject(value[name]))
  return (
    <FormSection name="type">
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
  if (!schema) return null
  if (!schema.properties) return <JsonField at={at} label={words.freeType} isObjectOnly whenEmpty={{}} />
  if (Object.keys(schema.properties).length === 0) return <Text size="sm">{words.noTypeFields}</Text>
  return <PropertyFields at={at} schema={schema} />
}
