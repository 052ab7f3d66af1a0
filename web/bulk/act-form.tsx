import { Button, SegmentedControl, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Schema, useBodySchema } from '../api/document-query.ts'
import { isObject, type Json, type Pointer, typeKeyIn } from '../body/json.ts'
import { DirectoryMultiSelect, DirectorySelect } from '../directory/directory-select.tsx'
import { editWords } from '../edit/edit-words.ts'
import { parseDecimal } from '../edit/fields.tsx'
import { placeTargets, type TargetKind } from '../import/columns.ts'
import { instantOf, MomentInput } from '../kit/date-inputs.tsx'
import { useFieldLabel } from '../place/field-label.ts'
import { fieldWords } from '../place/field-words.ts'
import { phoneNumber, readPhone } from '../place/phone-number.ts'
import { TypeSelect } from '../place/place-item.tsx'
import type { PlaceTypeKey } from '../place/place-traits.ts'
import { placeWords } from '../place/place-words.ts'
import { useFaultText, useWords } from '../words/language.tsx'
import { bulkWords } from './bulk-words.ts'
import type { Act } from './job.ts'

const kinds = ['publish', 'publishAt', 'unpublish', 'unpublishAt', 'draft', 'set', 'clear', 'add', 'remove'] as const

/** What is being chosen, as far as it is. */
interface Chosen {
  readonly kind: (typeof kinds)[number]
  readonly field: SharedField | undefined
  readonly value: Json
  readonly list: 'categories' | 'tags'
  readonly ids: readonly string[]
  /** As MomentInput gives it. */
  readonly time: string | null
}

/** What a choice begins with. */
export const nothingChosen: Chosen = {
  kind: 'publish',
  field: undefined,
  value: undefined,
  list: 'categories',
  ids: [],
  time: null,
}

interface ActFormProps {
  /** Kept by whoever shows the form, so that the way back from a preview leads to what was chosen. */
  readonly chosen: Chosen
  readonly onChoose: (chosen: Chosen) => void
  readonly onAct: (act: Act) => void
}

/** Choosing what is done with the places, and with which value. */
export function ActForm({ chosen, onChoose, onAct }: ActFormProps) {
  const words = useWords(bulkWords)
  const { kind, field, value, time } = chosen
  const choose = (change: Partial<Chosen>) => onChoose({ ...chosen, ...change })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // What is done now is done at the time of this, not of the last choice.
    const act = actOf(chosen)
    if (act) onAct(act)
  }
  return (
    <form onSubmit={submit}>
      <Stack maw={480}>
        <Select
          label={words.what}
          allowDeselect={false}
          maxDropdownHeight={400}
          value={kind}
          data={kinds.map((value) => ({ value, label: words.kinds[value] }))}
          onChange={(next) =>
            choose({ kind: (next ?? 'publish') as Chosen['kind'], field: undefined, value: undefined })
          }
        />
        {(kind === 'publishAt' || kind === 'unpublishAt') && (
          <MomentInput
            label={words.at}
            description={words[`${kind}Hint`]}
            value={time}
            onChange={(time) => choose({ time })}
          />
        )}
        {(kind === 'set' || kind === 'clear') && (
          <FieldSelect key={kind} kind={kind} value={field} onChange={(field) => choose({ field, value: undefined })} />
        )}
        {kind === 'set' && field && (
          <ValueInput key={field.path} field={field} value={value} onChange={(value) => choose({ value })} />
        )}
        {(kind === 'add' || kind === 'remove') && <SubjectsInput chosen={chosen} onChoose={choose} />}
        <Button type="submit" disabled={!actOf(chosen)} style={{ alignSelf: 'start' }}>
          {words.preview}
        </Button>
      </Stack>
    </form>
  )
}

interface SubjectsInputProps {
  readonly chosen: Pick<Chosen, 'list' | 'ids'>
  readonly onChoose: (change: Partial<Chosen>) => void
}

function SubjectsInput({ chosen: { list, ids }, onChoose }: SubjectsInputProps) {
  const words = useWords(bulkWords)
  return (
    <>
      <SegmentedControl
        value={list}
        aria-label={words.which}
        onChange={(next) => onChoose({ list: next as Chosen['list'], ids: [] })}
        data={(['categories', 'tags'] as const).map((value) => ({ value, label: words[value] }))}
      />
      <DirectoryMultiSelect
        key={list}
        kind={list}
        label={words.which}
        value={ids}
        onChange={(ids) => onChoose({ ids })}
      />
    </>
  )
}

/** The act that has been chosen; undefined while something is left to choose. */
function actOf({ kind, field, value, list, ids, time }: Chosen): Act | undefined {
  const pointer: Pointer = field ? `/${field.path === 'type' ? 'placeTypes' : field.path.replaceAll('.', '/')}` : ''
  const decided = new Date().toISOString()
  const at = instantOf(time)
  switch (kind) {
    case 'draft':
      return { kind }
    case 'publish':
    case 'unpublish':
      return { kind, at: decided, decided }
    case 'publishAt':
      return at === null ? undefined : { kind: 'publish', at, decided }
    case 'unpublishAt':
      return at === null ? undefined : { kind: 'unpublish', at, decided }
    case 'clear':
      return field && { kind, pointer }
    case 'set':
      return field && value !== undefined && value !== '' ? { kind, pointer, value } : undefined
    default:
      return ids.length > 0 ? { kind, pointer: `/${list}`, ids } : undefined
  }
}

interface FieldSelectProps {
  readonly kind: 'set' | 'clear'
  readonly value: SharedField | undefined
  readonly onChange: (field: SharedField | undefined) => void
}

function FieldSelect({ kind, value, onChange }: FieldSelectProps) {
  const words = useWords(bulkWords)
  const fields = useSharedFields(kind)
  const labelOf = useSharedFieldLabel()
  return (
    <Select
      label={words.field}
      searchable
      value={value?.path ?? null}
      data={fields.map(({ path }) => ({ value: path, label: labelOf(path) }))}
      onChange={(path) => onChange(fields.find((field) => field.path === path))}
    />
  )
}

interface ValueProps {
  readonly label: string
  readonly value: Json
  /** Told the value, or undefined while there is none. */
  readonly onChange: (value: Json) => void
}

/** The value that a field is given in many places. */
function ValueInput({ field: { path, kind }, ...rest }: Omit<ValueProps, 'label'> & { readonly field: SharedField }) {
  const { value: label } = useWords(bulkWords)
  const { value, onChange } = rest
  if (kind === 'owner') return <OwnerInput label={label} {...rest} />
  if (kind === 'type') {
    const chosen = typeKeyIn(value) ?? null
    return <TypeSelect label={label} value={chosen} onChange={(key) => onChange(key && { [key]: {} })} />
  }
  if (kind === 'boolean') return <TruthInput label={label} {...rest} />
  if (kind === 'phone' || kind === 'number') return <ReadInput label={label} kind={kind} {...rest} />
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

function TruthInput({ label, value, onChange }: ValueProps) {
  const words = useWords(bulkWords)
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <SegmentedControl
        aria-label={label}
        value={value === undefined ? '' : String(value)}
        onChange={(next) => onChange(next === 'true')}
        data={[
          { value: 'true', label: words.yes },
          { value: 'false', label: words.no },
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
    if (typeof phone === 'string') return { fault: faultText(phone) }
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
        onChange(read(event.currentTarget.value).said)
      }}
      error={text.trim() !== '' && said === undefined && fault}
    />
  )
}

/** A field that many places may share, by its dotted path; of the type of a place it is `type`. */
interface SharedField {
  readonly path: string
  readonly kind: TargetKind | 'owner'
}

/** What `visitingInfo` has come instead of; offered last. */
const older: ReadonlySet<string> = new Set(
  ['address', 'postalCode', 'city', 'visitingAddress'].map((member) => `contactInfo.${member}`),
)

const settable: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'type', 'phone', 'owner'])

/** Columns of an import that are no members of a place; and what belongs to one place alone, or is an act of its own. */
const alone: readonly string[] = [
  ...['key', 'parentKey', 'latitude', 'longitude', 'position', 'ownerName'],
  ...['name', 'parent.id', 'published', 'depublished', 'categories', 'tags'],
]

/** A type as a whole is what a place is: it can be another one, but not be cleared. Parts of a number alone are none. */
const unfit = /^(placeTypes\.\w+$|owner\.|contactInfo\.phone\.)/

/** The fields that can be set, or cleared, in many places at once. */
function useSharedFields(kind: 'set' | 'clear'): readonly SharedField[] {
  const schema = useBodySchema()
  const targets = schema ? placeTargets(schema) : []
  const shared = targets.filter(({ path }) => !alone.includes(path) && !unfit.test(path))
  const ordered = [...shared.filter(({ path }) => !older.has(path)), ...shared.filter(({ path }) => older.has(path))]
  if (kind === 'clear') return ordered.filter(({ path }) => path !== 'type')
  return [{ path: 'owner', kind: 'owner' }, ...ordered.filter(({ kind }) => settable.has(kind))]
}

/** What fields are called, by their dotted paths, where nothing around them says what they are a part of. */
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
