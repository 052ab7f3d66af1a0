import { Select, Stack, TagsInput, Text } from '@mantine/core'
import { type Schema, useBodySchema } from '../api/document-query.ts'
import { type JsonObject, type Pointer, typeKeyIn, within } from '../body/json.ts'
import { DayInput } from '../kit/date-inputs.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { fieldWords } from '../place/field-words.ts'
import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'
import {
  DecimalField,
  type FieldProps,
  JsonField,
  LongTextField,
  NumberField,
  TernaryField,
  TextField,
  textOf,
  useInput,
} from './fields.tsx'
import { FormSection } from './form-section.tsx'
import { useEditStore, useField } from './use-field.ts'

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
  if (!schema.properties) return <JsonField at={at} label={words.freeType} isObjectOnly whenEmpty={{}} />
  if (Object.keys(schema.properties).length === 0) return <Text size="sm">{words.noTypeFields}</Text>
  return <PropertyFields at={at} schema={schema} />
}

/** Longer texts get a field of several lines. */
const lineMax = 2000

interface PropertyFieldsProps {
  /** The object whose members are edited. */
  readonly at: Pointer
  readonly schema: Schema
}

/**
 * Renders a field for each member of an object, by its JSON Schema; members without a suitable field are edited as
 * JSON.
 */
function PropertyFields({ at, schema }: PropertyFieldsProps) {
  const labels: Readonly<Record<string, string>> = useWords(fieldWords)
  return Object.entries(schema.properties ?? {}).map(([name, given]) => {
    const pointer = within(at, name)
    const property = plain(given)
    const known = labels[pointer.slice(1).replaceAll('/', '.')]
    // Labels known to the page are in its language, and need no hint.
    const hint = known === undefined && property.description !== undefined ? { hint: property.description } : {}
    const required = schema.required?.includes(name) ?? false
    const common = { at: pointer, label: known ?? property.title ?? name, required, ...hint }
    return <PropertyField key={name} {...common} schema={property} />
  })
}

/** Returns the schema of a present value, because null and the empty text mean that it is absent. */
function plain(schema: Schema): Schema {
  const { anyOf = [], ...common } = schema
  const [only, ...others] = anyOf.filter(({ type, maxLength }) => type !== 'null' && maxLength !== 0)
  return only && others.length === 0 ? { ...common, ...only } : schema
}

function PropertyField({ schema, ...field }: FieldProps & { readonly schema: Schema }) {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  const [type = ''] = types.filter((type) => type !== 'null')
  if (schema.enum) return <ChoiceField {...field} choices={schema.enum} />
  if (type === 'boolean') return <TernaryField {...field} />
  if (type === 'number') return <DecimalField {...field} />
  if (type === 'integer') return <NumberField {...field} allowsNegative={(schema.minimum ?? -1) < 0} />
  if (type === 'string') {
    if (schema.format === 'date') return <DayField {...field} />
    return (schema.maxLength ?? 0) > lineMax ? <LongTextField {...field} /> : <TextField {...field} />
  }
  if (type === 'array' && schema.items && plain(schema.items).type === 'string') return <TextsField {...field} />
  if (type === 'object' && schema.properties) {
    return (
      <fieldset className={styles.group}>
        <legend>{field.label}</legend>
        <Stack gap="md" w="100%">
          <PropertyFields at={field.at} schema={schema} />
        </Stack>
      </fieldset>
    )
  }
  return <JsonField {...field} isObjectOnly={type === 'object'} />
}

function ChoiceField({ choices, ...field }: FieldProps & { readonly choices: readonly (string | number)[] }) {
  const { value, set, input } = useInput<string | number>(field)
  return (
    <Select
      {...input}
      clearable
      data={choices.map(String)}
      value={value === undefined ? null : textOf(value)}
      onChange={(chosen) => set(choices.find((choice) => String(choice) === chosen))}
    />
  )
}

function DayField(field: FieldProps) {
  const words = useWords(editWords)
  const { value, set, input } = useInput(field)
  const store = useEditStore()
  return (
    <DayInput
      className={styles.shortField}
      label={input.label}
      {...(field.hint !== undefined && { description: field.hint })}
      clear={words.clearField(input.label)}
      value={value === undefined ? null : textOf(value)}
      onChange={(day) => set(day ?? undefined)}
      addUnread={(detail) => store.addUnread({ pointer: field.at, detail })}
      error={input.error}
    />
  )
}

/** Edits several short texts. */
function TextsField(field: FieldProps) {
  const { textsHint } = useWords(editWords)
  const { value = [], set, input } = useInput<readonly string[]>({ hint: textsHint, ...field })
  return (
    <TagsInput
      {...input}
      value={value.map(textOf)}
      onChange={(texts) => set(texts.length > 0 ? texts : undefined)}
      acceptValueOnBlur
    />
  )
}
