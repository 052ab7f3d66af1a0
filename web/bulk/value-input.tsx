import { SegmentedControl, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Schema, useBodySchema } from '../api/document-query.ts'
import { isObject, type Json, type Pointer, typeKeyIn } from '../body/json.ts'
import { DirectoryMultiSelect, DirectorySelect } from '../directory/directory-select.tsx'
import { editWords } from '../edit/edit-words.ts'
import { parseDecimal } from '../edit/fields.tsx'
import { useFieldLabel } from '../place/field-label.ts'
import { fieldWords } from '../place/field-words.ts'
import { phoneNumber, readPhone } from '../place/phone-number.ts'
import type { PlaceTypeKey } from '../place/place-traits.ts'
import { placeWords } from '../place/place-words.ts'
import { TypeSelect } from '../place/type-select.tsx'
import { useFaultText, useWords } from '../words/language.tsx'
import { bulkWords } from './bulk-words.ts'
import { type FieldKind, schemaFields } from './schema-fields.ts'

interface ValueProps {
  readonly label: string
  readonly value: Json
  /** Called with the value, or undefined while there is none. */
  readonly onChange: (value: Json) => void
}

/** The value that a field is given in many places. */
export function ValueInput({
  field: { path, kind },
  canBeNone = false,
  ...rest
}: Omit<ValueProps, 'label'> & {
  readonly field: SharedField
  /** True if yes and no can also be cleared; '' stands for that. */
  readonly canBeNone?: boolean
}) {
  const { value: label } = useWords(bulkWords)
  const { value, onChange } = rest
  switch (kind) {
    case 'owner':
      return <OwnerInput label={label} {...rest} />
    case 'type': {
      const chosen = typeKeyIn(value) ?? null
      return <TypeSelect label={label} value={chosen} onChange={(key) => onChange(key && { [key]: {} })} />
    }
    case 'boolean':
      return <TruthInput label={label} canBeNone={canBeNone} {...rest} />
    case 'categories':
    case 'tags':
      return <EntriesInput label={label} kind={kind} {...rest} />
    case 'phone':
    case 'number':
      return <ReadInput label={label} kind={kind} {...rest} />
    case 'string':
    case 'strings':
    case 'ids':
    case 'json':
    case 'hours':
      return <WrittenInput label={label} path={path} {...rest} />
  }
}

function WrittenInput({ label, path, value, onChange }: ValueProps & { readonly path: string }) {
  const common = { label, value: value === undefined ? '' : String(value), autoComplete: 'off' }
  return /description|info$/i.test(path) ? (
    <Textarea {...common} autosize minRows={3} maxRows={12} onChange={(event) => onChange(event.currentTarget.value)} />
  ) : (
    <TextInput {...common} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}

function OwnerInput({ label, value, onChange }: ValueProps) {
  const id = (value as { id?: string } | undefined)?.id
  return (
    <DirectorySelect
      kind="owners"
      label={label}
      value={id}
      onChange={(entry) => onChange(entry && { id: entry.id, ...(entry.type !== undefined && { type: entry.type }) })}
    />
  )
}

interface EntriesInputProps extends ValueProps {
  readonly kind: 'categories' | 'tags'
}

/** Any number of entries of the directory; none of them is '', as in a text that is emptied. */
function EntriesInput({ kind, label, value, onChange }: EntriesInputProps) {
  const entries = Array.isArray(value) ? (value as readonly { readonly id: string }[]) : []
  return (
    <DirectoryMultiSelect
      kind={kind}
      label={label}
      value={entries.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.length > 0 ? ids.map((id) => ({ id })) : '')}
    />
  )
}

function TruthInput({ label, value, canBeNone, onChange }: ValueProps & { readonly canBeNone: boolean }) {
  const words = useWords(bulkWords)
  return (
    <div>
      <Text size="sm" fw={500} mb={4} data-label>
        {label}
      </Text>
      <SegmentedControl
        aria-label={label}
        value={value === undefined || value === '' ? (canBeNone ? 'none' : '') : String(value)}
        onChange={(next) => onChange(next === 'none' ? '' : next === 'true')}
        data={[
          { value: 'true', label: words.yes },
          { value: 'false', label: words.no },
          ...(canBeNone ? [{ value: 'none', label: words.notSaid }] : []),
        ]}
      />
    </div>
  )
}

/** A value that is read from a text; what cannot be read yet stays as it is typed. */
function ReadInput({ label, kind, value, onChange }: ValueProps & { readonly kind: 'number' | 'phone' }) {
  const { notDecimal } = useWords(editWords)
  const faultText = useFaultText()
  const [text, setText] = useState(isObject(value) ? phoneNumber(value) : String(value ?? ''))
  const read = (text: string): { readonly said?: Json; readonly fault: string } => {
    if (kind === 'number') return { said: parseDecimal(text), fault: notDecimal }
    const phone = readPhone(text)
    if ('code' in phone) return { fault: faultText(phone) }
    // The places' own area codes go where it has none.
    return { said: { ...phone, AreaCode: phone.AreaCode ?? null }, fault: '' }
  }
  const { said, fault } = read(text)
  return (
    <TextInput
      label={label}
      inputMode={kind === 'phone' ? 'tel' : 'decimal'}
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(event.currentTarget.value.trim() === '' ? '' : read(event.currentTarget.value).said)
      }}
      error={text.trim() !== '' && said === undefined && fault}
    />
  )
}

/** A field that many places may share, by its dotted path; of the type of a place it is `type`. */
export interface SharedField {
  readonly path: string
  readonly kind: FieldKind | 'owner' | 'categories' | 'tags' | 'hours'
}

/** The pointer to the member of a place that a field shows. */
export function pointerOf({ path }: SharedField): Pointer {
  return `/${path === 'type' ? 'placeTypes' : path.replaceAll('.', '/')}`
}

/** Members that `visitingInfo` has replaced; offered last. */
const older: ReadonlySet<string> = new Set(
  ['address', 'postalCode', 'city', 'visitingAddress'].map((member) => `contactInfo.${member}`),
)

const settable: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'type', 'phone', 'owner'])

/** Members of one place alone, or with an act of their own. */
const alone: readonly string[] = ['name', 'parent.id', 'published', 'depublished', 'categories', 'tags']

/** A type as a whole is what a place is: it can be another one, but not be cleared. Parts of a number alone are none, nor is what people do not see. */
const unfit = /^(placeTypes\.\w+$|owner\.|contactInfo\.phone\.|geolocation\.properties$)/

/** The fields that can be set, or cleared, in many places at once. */
export function useSharedFields(kind: 'set' | 'clear'): readonly SharedField[] {
  const schema = useBodySchema()
  const targets = schema ? schemaFields(schema) : []
  const shared = targets.filter(({ path }) => !alone.includes(path) && !unfit.test(path))
  const ordered = [...shared.filter(({ path }) => !older.has(path)), ...shared.filter(({ path }) => older.has(path))]
  if (kind === 'clear') return ordered.filter(({ path }) => path !== 'type')
  return [{ path: 'owner', kind: 'owner' }, ...ordered.filter(({ kind }) => settable.has(kind))]
}

/** The names of fields, by their dotted paths, for places where their group is not shown. */
export function useSharedFieldLabel(): (path: string) => string {
  const labels = useWords(fieldWords)
  const labelOf = useFieldLabel()
  const { types } = useWords(placeWords)
  const schema = useBodySchema()
  return (path) => {
    if (path === 'type') return labels.placeTypes
    const [part, key = '', ...members] = path.split('.')
    if (part === 'placeTypes' && members.length > 0) {
      const known = (labels as Readonly<Record<string, string>>)[path]
      return `${types[key as PlaceTypeKey] ?? key}: ${known ?? titleOf(schema?.properties?.placeTypes?.properties?.[key], members)}`
    }
    return labelOf(path)
  }
}

/** The titles that a schema gives on the way to a member, below a type; names where it gives none. */
function titleOf(schema: Schema | undefined, [name = '', ...inner]: readonly string[]): string {
  const part = schema?.properties?.[name]
  const title = part?.title ?? name
  return inner.length === 0 ? title : `${title}, ${titleOf(part, inner)}`
}
