import { Checkbox, Chip, Group, NativeSelect, Select, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { type Meaning, settled, type Understanding } from '../../src/exchange/understanding/understanding.ts'
import { DirectorySelect } from '../directory/directory-select.tsx'
import { phoneCountries } from '../place/phone-number.ts'
import { type PlaceTypeKey, placeTypes } from '../place/place-traits.ts'
import { placeWords } from '../place/place-words.ts'
import { useSession } from '../session/session.tsx'
import { useFormat, useWords } from '../words/language.tsx'
import { importWords } from './import-words.ts'
import type { Edits } from './importer.ts'
import type { OpenPlan } from './plan.ts'

/** The understanding of a file, and the way to change it. */
export interface GuessProps {
  readonly plan: OpenPlan
  readonly understanding: Understanding
  readonly edit: (edits: Edits) => void
}

/** Lists stay within a popover, which a click elsewhere closes. */
export const inside = { withinPortal: false }

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly options: Readonly<Record<Value, string>>
  /** Undefined while nothing is chosen. */
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
}

/** A choice of few, by one press. */
export function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <Chip.Group value={value ?? null} onChange={(chosen) => onChange(chosen as Value)}>
      <Group gap="xs" role="radiogroup" aria-label={label}>
        {(Object.keys(options) as Value[]).map((one) => (
          <Chip key={one} value={one} size="sm">
            {options[one]}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}

/** A choice of yes and no; undefined while neither is chosen. */
export function YesNo(props: {
  readonly label: string
  readonly value: boolean | undefined
  readonly onChange: (value: boolean) => void
}) {
  const { yes, no } = useWords(importWords)
  const { label, value, onChange } = props
  const chosen = value === undefined ? undefined : value ? 'yes' : 'no'
  return <Choice label={label} options={{ yes, no }} value={chosen} onChange={(one) => onChange(one === 'yes')} />
}

export function OwnerInput({
  understanding: { defaults },
  edit,
  value,
}: GuessProps & { readonly value?: string | undefined }) {
  const { label } = useWords(importWords).owner
  const { ownNew } = useSession()
  return (
    <DirectorySelect
      kind="owners"
      aria-label={label}
      placeholder={label}
      comboboxProps={inside}
      value={value ?? defaults.ownerId}
      among={ownNew}
      onChange={(entry) => edit({ defaults: { ...defaults, ownerId: entry?.id, ownerType: entry?.type } })}
    />
  )
}

export function CountryInput({ understanding: { country }, edit }: GuessProps) {
  const { label } = useWords(importWords).country
  const format = useFormat()
  const data = useMemo(() => {
    const names = phoneCountries().map((code) => ({ value: code, label: format.country(code) }))
    return names.toSorted((one, other) => one.label.localeCompare(other.label, format.locale))
  }, [format])
  const choose = (code: string) => edit({ country: { value: code, certainty: 'sure' } })
  return <ListedChoice label={label} data={data} value={country?.value} onChange={choose} />
}

export function SystemInput({ plan: { choices }, understanding: { system }, edit }: GuessProps) {
  const { label } = useWords(importWords).system
  const data = choices.systems.map(({ epsg, name }) => ({ value: String(epsg), label: name }))
  const choose = (epsg: string) => edit({ system: { value: Number(epsg), certainty: 'sure' } })
  return <ListedChoice label={label} data={data} value={system?.value} onChange={choose} />
}

interface ListedChoiceProps {
  readonly label: string
  readonly data: readonly { readonly value: string; readonly label: string }[]
  readonly value: string | number | undefined
  readonly onChange: (value: string) => void
}

/** A choice of many, found by typing. */
function ListedChoice({ label, data, value, onChange }: ListedChoiceProps) {
  return (
    <Select
      searchable
      aria-label={label}
      placeholder={label}
      comboboxProps={inside}
      data={data}
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => chosen && onChange(chosen)}
    />
  )
}

export function DatesInput({ understanding: { dates }, edit }: GuessProps) {
  const { question, dmy, mdy } = useWords(importWords).dates
  return (
    <Choice
      label={question}
      options={{ dmy, mdy }}
      value={settled(dates)}
      onChange={(order) => edit({ dates: { value: order, certainty: 'sure' } })}
    />
  )
}

export function FlagGuessInput({
  name,
  understanding,
  edit,
}: GuessProps & { readonly name: 'swapped' | 'swappedRows' | 'featureIds' }) {
  const { question } = useWords(importWords)[name]
  const value = settled(understanding[name])
  return <YesNo label={question} value={value} onChange={(is) => edit({ [name]: { value: is, certainty: 'sure' } })} />
}

/** Returns the meanings with another value of one text. */
function withMeaning<Value>(
  meanings: readonly Meaning<Value>[],
  text: string,
  value: Value | undefined,
): readonly Meaning<Value>[] {
  const certainty = value === undefined ? 'asked' : 'sure'
  return meanings.map((one) => (one.text === text ? { ...one, value, certainty } : one))
}

/** The type that a text of the file means. */
export function TypeMeaning({ text, understanding: { types }, edit }: GuessProps & { readonly text: string }) {
  const words = useWords(importWords).meaning
  const names = useWords(placeWords).types
  const data = [
    { value: '', label: words.choose },
    { value: 'none', label: words.leave },
    ...placeTypes.map(({ key }) => ({ value: key, label: names[key] })),
  ]
  return (
    <NativeSelect
      aria-label={words.label(text)}
      data={data}
      value={types.find((one) => one.text === text)?.value ?? ''}
      onChange={({ currentTarget: { value } }) =>
        edit({ types: withMeaning(types, text, (value || undefined) as PlaceTypeKey | undefined) })
      }
    />
  )
}

/** Yes or no, as a text of the file means. */
export function FlagMeaning({ text, understanding: { flags }, edit }: GuessProps & { readonly text: string }) {
  const words = useWords(importWords).meaning
  const value = flags.find((one) => one.text === text)?.value
  return (
    <YesNo label={words.label(text)} value={value} onChange={(is) => edit({ flags: withMeaning(flags, text, is) })} />
  )
}

/** The texts that stand for an empty cell. */
export function EmptyMeanings({ understanding: { empties }, edit }: GuessProps) {
  const words = useWords(importWords).meaning
  return (
    <Stack gap="xs">
      {empties.map(({ text, value }) => (
        <Checkbox
          key={text}
          label={words.empty(text)}
          checked={value === true}
          onChange={({ currentTarget }) => edit({ empties: withMeaning(empties, text, currentTarget.checked) })}
        />
      ))}
    </Stack>
  )
}
