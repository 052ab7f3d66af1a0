import { Input } from '@mantine/core'
import { type ReactNode, use } from 'react'
import { useSearch } from 'wouter'
import { isLocalDate } from '../../src/place/dates.ts'
import type { Json } from '../body/json.ts'
import { entriesOf } from '../hours/calendar.ts'
import { HoursEditor } from '../hours/hours-editor.tsx'
import { ChoiceInput, DayField, FlagInput, MomentField, SwitchInput, TextsInput, TypeInput } from './choice-inputs.tsx'
import type { InputKind } from './field-kinds.ts'
import { AboutPlace, type InputProps, noFaults } from './input-props.ts'
import { PositionInput } from './position-input.tsx'
import { DecimalInput, JsonValueInput, PhoneInput, WholeInput } from './read-inputs.tsx'
import { EntriesInput, OwnerInput, ParentInput } from './reference-inputs.tsx'
import { LineInput, LongTextInput, MarkdownInput } from './text-inputs.tsx'

const inputs: Readonly<Record<InputKind, (props: InputProps) => ReactNode>> = {
  text: LineInput,
  longText: LongTextInput,
  markdown: MarkdownInput,
  flag: FlagInput,
  switch: SwitchInput,
  choice: ChoiceInput,
  decimal: DecimalInput,
  whole: WholeInput,
  phone: PhoneInput,
  day: DayField,
  moment: MomentField,
  hours: HoursInput,
  position: PositionInput,
  type: TypeInput,
  owner: OwnerInput,
  place: ParentInput,
  categories: (props) => <EntriesInput {...props} kind="categories" />,
  tags: (props) => <EntriesInput {...props} kind="tags" />,
  texts: TextsInput,
  json: JsonValueInput,
}

/** The input of a field, in the form, in changes of many places, and in the table. */
export function FieldInput({ kind, ...props }: InputProps & { readonly kind: InputKind }) {
  const Kind = inputs[kind]
  return <Kind {...props} />
}

/** The opening hours of a place, with the holidays of its country, if known. */
function HoursInput({ value, onChange, faults = noFaults, addUnread }: InputProps) {
  const { id, country } = use(AboutPlace)
  const day = new URLSearchParams(useSearch()).get('day') ?? ''
  const fault = faults.get('')
  return (
    <>
      <HoursEditor
        entries={entriesOf(value)}
        {...{ faults, country, addUnread }}
        day={isLocalDate(day) ? day : undefined}
        placeId={id}
        onChange={(entries) => onChange(entries.length > 0 ? (entries as unknown as Json) : undefined)}
      />
      {fault && <Input.Error>{fault}</Input.Error>}
    </>
  )
}
