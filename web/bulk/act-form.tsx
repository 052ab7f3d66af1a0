import { Button, SegmentedControl, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Schema, useBodySchema } from '../api/document-query.ts'
import type { Json, Pointer } from '../body/pointer.ts'
import { DirectoryMultiSelect } from '../directory/directory-multi-select.tsx'
import { DirectorySelect } from '../directory/directory-select.tsx'
import { placeTargets, type TargetKind } from '../import/targets.ts'
import { instantOf, MomentInput } from '../kit/moment-input.tsx'
import { type FieldName, fieldWords } from '../place/field-words.ts'
import { placeTypes } from '../place/place-types.ts'
import { placeWords } from '../place/place-words.ts'
import { useWords } from '../words/language.tsx'
import type { Act } from './act.ts'
import { bulkWords } from './bulk-words.ts'

const kinds = ['publish', 'publishAt', 'unpublish', 'unpublishAt', 'draft', 'set', 'clear', 'add', 'remove'] as const

/** A field that many places may share. */
interface Field {
  readonly path: string
  readonly kind: TargetKind | 'owner'
}

/** What belongs to one place alone, or is an act of its own. */
const alone: ReadonlySet<string> = new Set([
  'key',
  'parentKey',
  'latitude',
  'longitude',
  'position',
  'name',
  'parent.id',
])
const acts: ReadonlySet<string> = new Set(['published', 'depublished', 'categories', 'tags'])
/** What `visitingInfo` has come instead of; offered last. */
const older: ReadonlySet<string> = new Set(
  ['address', 'postalCode', 'city', 'visitingAddress'].map((member) => `contactInfo.${member}`),
)
const settable: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'type', 'owner'])

function fieldsOf(schema: Schema | undefined, kind: 'set' | 'clear'): Field[] {
  const targets = schema ? placeTargets(schema) : []
  const shared = targets.filter(({ path }) => !alone.has(path) && !acts.has(path) && !path.startsWith('owner.'))
  const ordered = [...shared.filter(({ path }) => !older.has(path)), ...shared.filter(({ path }) => older.has(path))]
  if (kind === 'clear') return ordered.filter(({ path }) => path !== 'type')
  return [{ path: 'owner', kind: 'owner' }, ...ordered.filter(({ kind }) => settable.has(kind))]
}

/** Choosing what is done with the places, and with which value. */
export function ActForm({ onAct }: { readonly onAct: (act: Act) => void }) {
  const words = useWords(bulkWords)
  const [kind, setKind] = useState<(typeof kinds)[number]>('publish')
  const [field, setField] = useState<Field>()
  const [value, setValue] = useState<Json>()
  const [list, setList] = useState<'categories' | 'tags'>('categories')
  const [ids, setIds] = useState<readonly string[]>([])
  const [time, setTime] = useState<string | null>(null)
  const act = actOf({ kind, field, value, list, ids, time })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (act) onAct(act)
  }
  return (
    <form onSubmit={submit}>
      <Stack maw={480}>
        <Select
          label={words.what}
          allowDeselect={false}
          value={kind}
          data={kinds.map((value) => ({ value, label: words.kinds[value] }))}
          onChange={(next) => {
            setKind((next ?? 'publish') as (typeof kinds)[number])
            setField(undefined)
            setValue(undefined)
          }}
        />
        {(kind === 'publishAt' || kind === 'unpublishAt') && (
          <MomentInput label={words.at} description={words[`${kind}Hint`]} value={time} onChange={setTime} />
        )}
        {(kind === 'set' || kind === 'clear') && (
          <FieldSelect
            key={kind}
            kind={kind}
            value={field}
            onChange={(next) => {
              setField(next)
              setValue(undefined)
            }}
          />
        )}
        {kind === 'set' && field && <ValueInput field={field} value={value} onChange={setValue} />}
        {(kind === 'add' || kind === 'remove') && (
          <>
            <SegmentedControl
              value={list}
              aria-label={words.which}
              onChange={(next) => {
                setList(next as 'categories' | 'tags')
                setIds([])
              }}
              data={(['categories', 'tags'] as const).map((value) => ({ value, label: words[value] }))}
            />
            <DirectoryMultiSelect key={list} kind={list} label={words.which} value={ids} onChange={setIds} />
          </>
        )}
        <Button type="submit" disabled={!act} style={{ alignSelf: 'start' }}>
          {words.preview}
        </Button>
      </Stack>
    </form>
  )
}

interface Chosen {
  readonly kind: (typeof kinds)[number]
  readonly field: Field | undefined
  readonly value: Json
  readonly list: 'categories' | 'tags'
  readonly ids: readonly string[]
  /** As MomentInput gives it. */
  readonly time: string | null
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
  readonly value: Field | undefined
  readonly onChange: (field: Field | undefined) => void
}

function FieldSelect({ kind, value, onChange }: FieldSelectProps) {
  const words = useWords(bulkWords)
  const labels = useWords(fieldWords)
  const fields = fieldsOf(useBodySchema(), kind)
  const labelOf = (path: string) => (path === 'type' ? labels.placeTypes : (labels[path as FieldName] ?? path))
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

interface ValueInputProps {
  readonly field: Field
  readonly value: Json
  readonly onChange: (value: Json) => void
}

function ValueInput({ field: { path, kind }, value, onChange }: ValueInputProps) {
  const words = useWords(bulkWords)
  const { types } = useWords(placeWords)
  if (kind === 'owner') {
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
  if (kind === 'type') {
    const data = placeTypes.map(({ key }) => ({ value: key, label: types[key] }))
    return <Select label={words.value} data={data} onChange={(key) => onChange(key ? { [key]: {} } : undefined)} />
  }
  if (kind === 'boolean') {
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
  const text = value === undefined ? '' : String(value)
  const asNumber = (given: string) => (/^\d{1,15}$/.test(given) ? Number(given) : undefined)
  if (kind === 'number') {
    return (
      <TextInput
        label={words.value}
        inputMode="numeric"
        value={text}
        onChange={(event) => onChange(asNumber(event.currentTarget.value.trim()))}
      />
    )
  }
  const common = { label: words.value, value: text, autoComplete: 'off' }
  const isLong = /description|info$/i.test(path)
  return isLong ? (
    <Textarea {...common} autosize minRows={3} maxRows={12} onChange={(event) => onChange(event.currentTarget.value)} />
  ) : (
    <TextInput {...common} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}
