import { SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isObject, type Json } from '../body/pointer.ts'
import { DirectorySelect } from '../directory/directory-select.tsx'
import { parseDecimal } from '../edit/decimal.ts'
import { editWords } from '../edit/edit-words.ts'
import { phoneNumber, readPhone } from '../place/phone-number.ts'
import { placeTypes } from '../place/place-types.ts'
import { placeWords } from '../place/place-words.ts'
import { useWords } from '../words/language.tsx'
import { useFaultText } from '../words/use-fault-text.ts'
import { bulkWords } from './bulk-words.ts'
import type { SharedField } from './shared-fields.ts'

interface ValueProps {
  readonly value: Json
  /** Told the value, or undefined while there is none. */
  readonly onChange: (value: Json) => void
}

/** The value that a field is given in many places. */
export function ValueInput({ field: { path, kind }, ...props }: ValueProps & { readonly field: SharedField }) {
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
