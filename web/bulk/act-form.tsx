import { Button, SegmentedControl, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isObject, type Json, type Pointer } from '../body/json.ts'
import { DirectoryMultiSelect, DirectorySelect } from '../directory/directory-select.tsx'
import { editWords } from '../edit/edit-words.ts'
import { parseDecimal } from '../edit/fields.tsx'
import { instantOf, MomentInput } from '../kit/date-inputs.tsx'
import { phoneNumber, readPhone } from '../place/phone-number.ts'
import { placeTypes } from '../place/place-types.ts'
import { placeWords } from '../place/place-words.ts'
import { useFaultText, useWords } from '../words/language.tsx'
import type { Act } from './act.ts'
import { bulkWords } from './bulk-words.ts'
import { type SharedField, useSharedFieldLabel, useSharedFields } from './shared-fields.ts'

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
  readonly value: Json
  /** Told the value, or undefined while there is none. */
  readonly onChange: (value: Json) => void
}

/** The value that a field is given in many places. */
function ValueInput({ field: { path, kind }, ...props }: ValueProps & { readonly field: SharedField }) {
  if (kind === 'owner') return <OwnerInput {...props} />
  if (kind === 'type') return <TypeInput {...props} />
  if (kind === 'boolean') return <TruthInput {...props} />
  if (kind === 'phone') return <PhoneInput {...props} />
  if (kind === 'number') return <NumberInput {...props} />
  return <LineOrText {...props} isLong={/description|info$/i.test(path)} />
}

function OwnerInput({ value, onChange }: ValueProps) {
  const words = useWords(bulkWords)
  const id = (value as { id?: string } | undefined)?.id
  return (
    <DirectorySelect
      kind="owners"
      label={words.value}
      value={id}
      onChange={(entry) => onChange(entry && { id: entry.id, ...(entry.type !== undefined && { type: entry.type }) })}
    />
  )
}

function TypeInput({ value, onChange }: ValueProps) {
  const words = useWords(bulkWords)
  const { types } = useWords(placeWords)
  const data = placeTypes.map(({ key }) => ({ value: key, label: types[key] }))
  const [chosen = null] = Object.keys(value ?? {})
  return (
    <Select
      label={words.value}
      data={data}
      value={chosen}
      onChange={(key) => onChange(key ? { [key]: {} } : undefined)}
    />
  )
}

function TruthInput({ value, onChange }: ValueProps) {
  const words = useWords(bulkWords)
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {words.value}
      </Text>
      <SegmentedControl
        aria-label={words.value}
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

/** What is no number yet stays as it is typed. */
function NumberInput({ value, onChange }: ValueProps) {
  const words = useWords(bulkWords)
  const { notDecimal } = useWords(editWords)
  const [text, setText] = useState(value === undefined ? '' : String(value))
  return (
    <TextInput
      label={words.value}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(parseDecimal(event.currentTarget.value))
      }}
      error={text.trim() !== '' && parseDecimal(text) === undefined && notDecimal}
    />
  )
}

/** What is no telephone number yet stays as it is typed. The places' own area codes go where it has none. */
function PhoneInput({ value, onChange }: ValueProps) {
  const words = useWords(bulkWords)
  const faultText = useFaultText()
  const [text, setText] = useState(isObject(value) ? phoneNumber(value) : '')
  const read = readPhone(text)
  return (
    <TextInput
      label={words.value}
      inputMode="tel"
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        const phone = readPhone(event.currentTarget.value)
        onChange(typeof phone === 'string' ? undefined : { ...phone, AreaCode: phone.AreaCode ?? null })
      }}
      error={text.trim() !== '' && typeof read === 'string' && faultText(read)}
    />
  )
}

function LineOrText({ value, onChange, isLong }: ValueProps & { readonly isLong: boolean }) {
  const words = useWords(bulkWords)
  const common = { label: words.value, value: value === undefined ? '' : String(value), autoComplete: 'off' }
  return isLong ? (
    <Textarea {...common} autosize minRows={3} maxRows={12} onChange={(event) => onChange(event.currentTarget.value)} />
  ) : (
    <TextInput {...common} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}
