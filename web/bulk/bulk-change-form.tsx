import { Checkbox, SegmentedControl, Select, Stack } from '@mantine/core'
import type { FormEvent } from 'react'
import type { Json } from '../body/json.ts'
import { cleaned } from '../body/place-body.ts'
import { FieldInput } from '../fields/field-input.tsx'
import { type PlaceField, usePlaceFieldLabel } from '../fields/place-field.ts'
import { closedDay, type Day, hoursAt, type OpenHours, today } from '../hours/calendar.ts'
import { EntryEditor } from '../hours/entry-editor.tsx'
import { capital, holidayForm, upcoming, useHolidays } from '../hours/holidays.ts'
import { newEntry } from '../hours/hours-editor.tsx'
import { useHoursFaults } from '../hours/hours-faults.ts'
import { Button } from '../kit/button.tsx'
import { instantOf, MomentInput } from '../kit/date-inputs.tsx'
import { useNow, useUnread } from '../kit/hooks.ts'
import { placeCountry } from '../place/phone-number.ts'
import { useFormat, useWords } from '../words/language.tsx'
import type { BulkChange } from './bulk-change.ts'
import { bulkWords } from './bulk-words.ts'
import { type SharedField, useClearableFields, useSettableFields } from './shared-fields.ts'

const stateKinds = ['publish', 'publishAt', 'unpublish', 'unpublishAt', 'draft'] as const
const hoursKinds = ['day', 'period', 'ordinary'] as const
const holidayKinds = ['holidays'] as const
const listKinds = ['add', 'remove'] as const
const fieldKinds = ['set', 'clear'] as const

/** The choices made so far. */
interface Chosen {
  /** Undefined until somebody chooses. */
  readonly kind:
    | (typeof stateKinds | typeof hoursKinds | typeof holidayKinds | typeof listKinds | typeof fieldKinds)[number]
    | undefined
  /** The field that is set. */
  readonly field: SharedField | undefined
  /** The field that is cleared. */
  readonly cleared: PlaceField | undefined
  readonly value: Json
  readonly list: 'categories' | 'tags'
  /** As MomentInput gives it. */
  readonly time: string | null
  /** The hours that are given, as they are edited. */
  readonly entry: OpenHours | undefined
  /** The days on which the places are closed. */
  readonly days: readonly Day[]
}

/** The initial choices. */
export const nothingChosen: Chosen = {
  kind: undefined,
  field: undefined,
  cleared: undefined,
  value: undefined,
  list: 'categories',
  time: null,
  entry: undefined,
  days: [],
}

interface BulkChangeFormProps {
  /** Kept by whoever shows the form, so that the way back from a preview leads to what was chosen. */
  readonly chosen: Chosen
  readonly onChoose: (chosen: Chosen) => void
  readonly onChoice: (bulk: BulkChange) => void
}

/** Choosing what is done with the places, and with which value. */
export function BulkChangeForm({ chosen, onChoose, onChoice }: BulkChangeFormProps) {
  const words = useWords(bulkWords)
  const { kind, field, value, time, entry } = chosen
  const { contradictions, gaps } = useHoursFaults()
  const choose = (change: Partial<Chosen>) => onChoose({ ...chosen, ...change })
  const { isUnread, addUnread } = useUnread()
  const isWrong = isUnread || (entry && [...contradictions([entry]), ...gaps([entry])].length > 0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A bulk change "now" takes the time of this click, not of the last choice.
    const bulk = bulkChangeOf(chosen)
    if (bulk && !isWrong) onChoice(bulk)
  }
  return (
    <form onSubmit={submit}>
      <Stack maw={480}>
        <KindSelect chosen={chosen} onChoose={choose} />
        {(kind === 'publishAt' || kind === 'unpublishAt') && (
          <MomentInput
            label={words.at}
            description={words[`${kind}Hint`]}
            value={time}
            addUnread={addUnread}
            onChange={(time) => choose({ time })}
          />
        )}
        {kind === 'clear' && <ClearedField chosen={chosen} onChoose={choose} />}
        {kind === 'set' && field && (
          <FieldInput
            key={field.path}
            {...field}
            label={words.value}
            isKnown
            onChange={(value) => choose({ value })}
            {...{ value, addUnread }}
          />
        )}
        {(kind === 'add' || kind === 'remove') && <SubjectsInput chosen={chosen} onChoose={choose} />}
        {kind === 'holidays' && <HolidaysInput chosen={chosen} onChoose={choose} />}
        {entry && <HoursInput entry={entry} addUnread={addUnread} onChange={(entry) => choose({ entry })} />}
        <Button type="submit" disabled={isWrong || !bulkChangeOf(chosen)} style={{ alignSelf: 'start' }}>
          {words.preview}
        </Button>
      </Stack>
    </form>
  )
}

interface ChoiceProps {
  readonly chosen: Chosen
  readonly onChoose: (change: Partial<Chosen>) => void
}

/** One list of all that can be done, each field that can be set by itself: it is found by typing a part of its name. */
function KindSelect({ chosen: { kind, field }, onChoose }: ChoiceProps) {
  const words = useWords(bulkWords)
  const labelOf = usePlaceFieldLabel()
  const present = today(useNow())
  const fields = useSettableFields()
  const named = (group: keyof typeof words.groups, kinds: readonly (keyof typeof words.kinds)[]) => ({
    group: words.groups[group],
    items: kinds.map((value) => ({ value: value as string, label: words.kinds[value] })),
  })
  const setting = {
    group: words.groups.set,
    items: [
      { value: 'clear', label: words.kinds.clear },
      ...fields.map(({ path }) => ({ value: `set ${path}`, label: labelOf(path) })),
    ],
  }
  const take = (chosen: string | null) => {
    const [kind, path] = (chosen ?? '').split(' ') as [Chosen['kind'], string | undefined]
    const field = fields.find((field) => field.path === path)
    const entry = hoursKinds.find((hours) => hours === kind)
    onChoose({
      kind,
      field,
      cleared: undefined,
      value: kind === 'set' && (field?.kind === 'flag' || field?.kind === 'switch') ? true : undefined,
      entry: entry && newEntry(entry, [], present),
    })
  }
  return (
    <Select
      label={words.what}
      description={words.whatHint}
      searchable
      allowDeselect={false}
      maxDropdownHeight={400}
      value={kind === 'set' && field ? `set ${field.path}` : (kind ?? null)}
      data={[
        named('state', stateKinds),
        named('hours', [...hoursKinds, ...holidayKinds]),
        named('lists', listKinds),
        setting,
      ]}
      onChange={take}
    />
  )
}

/** The field that is cleared. */
function ClearedField({ chosen: { cleared }, onChoose }: ChoiceProps) {
  const words = useWords(bulkWords)
  const labelOf = usePlaceFieldLabel()
  const fields = useClearableFields()
  return (
    <Select
      label={words.field}
      searchable
      allowDeselect={false}
      value={cleared?.path ?? null}
      data={fields.map(({ path }) => ({ value: path, label: labelOf(path) }))}
      onChange={(chosen) => onChoose({ cleared: fields.find(({ path }) => path === chosen) })}
    />
  )
}

interface HoursInputProps {
  readonly entry: OpenHours
  /** Notes that something cannot be read, until what is given back is called. */
  readonly addUnread: () => () => void
  readonly onChange: (entry: OpenHours) => void
}

/** The hours that many places are given. */
function HoursInput({ entry, ...rest }: HoursInputProps) {
  const { contradictions } = useHoursFaults()
  const faults = contradictions([entry]).map(({ pointer, detail }) => [pointer.slice('/0'.length), detail] as const)
  return <EntryEditor at={0} entries={[entry]} today={today(useNow())} faults={new Map(faults)} {...rest} />
}

/** The holidays of the service's country on which the places are closed. */
function HolidaysInput({ chosen: { days }, onChoose }: ChoiceProps) {
  const words = useWords(bulkWords)
  const format = useFormat()
  const holidays = upcoming(useHolidays(placeCountry(undefined)), today(useNow()))
  return (
    <Checkbox.Group label={words.which} value={[...days]} onChange={(days) => onChoose({ days: days.toSorted() })}>
      <Stack gap="xs" mt="xs">
        {holidays.map(({ day, name }) => (
          <Checkbox key={day} value={day} label={`${capital(name)} · ${format.day(day, holidayForm)}`} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

function SubjectsInput({ chosen: { list, value }, onChoose }: ChoiceProps) {
  const words = useWords(bulkWords)
  return (
    <>
      <SegmentedControl
        value={list}
        aria-label={words.which}
        onChange={(next) => onChoose({ list: next as Chosen['list'], value: undefined })}
        data={(['categories', 'tags'] as const).map((value) => ({ value, label: words[value] }))}
      />
      <FieldInput key={list} kind={list} label={words.which} value={value} onChange={(value) => onChoose({ value })} />
    </>
  )
}

/** The bulk that has been chosen; undefined while something is left to choose. */
function bulkChangeOf({ kind, field, cleared, value, list, time, entry, days }: Chosen): BulkChange | undefined {
  const decided = new Date().toISOString()
  const at = instantOf(time)
  switch (kind) {
    case undefined:
      return undefined
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
      return cleared && { kind, pointer: cleared.at }
    case 'set':
      return field && value !== undefined && value !== '' ? { kind, pointer: field.at, value } : undefined
    case 'day':
    case 'period':
    case 'ordinary':
      return entry && { kind: 'hours', pointer: hoursAt, entries: [cleanedEntry(entry)] }
    case 'holidays':
      return days.length > 0 ? { kind: 'hours', pointer: hoursAt, entries: days.map(closedDay) } : undefined
    default:
      return Array.isArray(value) ? { kind, pointer: `/${list}`, ids: value.map(({ id }) => id) } : undefined
  }
}

/** Without what is left empty, as the service keeps it. */
function cleanedEntry(entry: OpenHours): OpenHours {
  return cleaned({ entry: entry as unknown as Json }).entry as unknown as OpenHours
}
