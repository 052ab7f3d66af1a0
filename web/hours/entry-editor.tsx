import { Badge, Chip, Group, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import { DayInput } from '../kit/date-inputs.tsx'
import { IconButton } from '../kit/icon.tsx'
import { Soft } from '../kit/message.tsx'
import { useFormat, useWords } from '../words/language.tsx'
import {
  addDays,
  type Day,
  type EntryKind,
  isAsOtherwise,
  isDated,
  kindOf,
  moved,
  noEnd,
  type OpenHours,
  otherwiseOf,
  type Weekday,
  weekdayOf,
  weekdays,
} from './calendar.ts'
import { DayEditor } from './day-editor.tsx'
import styles from './hours-editor.module.css'
import { editorWords, hoursWords } from './hours-words.ts'

const someMonday = '2024-01-01'

interface EntryEditorProps {
  /** Its place in the list. */
  readonly at: number
  readonly entries: readonly OpenHours[]
  readonly today: Day
  /** What is wrong within the entry, by the rest of the pointer: `/validTo`, `/days/mo/1`. */
  readonly faults: ReadonlyMap<string, string>
  readonly onChange: (entry: OpenHours) => void
  readonly onRemove: () => void
  readonly onDuplicate: () => void
}

/** What the editor of an entry knows of it beside what it holds. */
interface EntryState {
  /** The entry that all this is about: another may have come into its place. */
  readonly entry: OpenHours
  /** The only weekday that is to be changed, and those that have been changed since; none for all days. */
  readonly days: readonly Weekday[]
  /** Whether it came without its days, so that it has to get them. */
  readonly isNew: boolean
}

/** The hours of one period: when it holds, and its week; of a special day that day alone. */
export function EntryEditor(props: EntryEditorProps) {
  const { at, entries, today, faults } = props
  const entry = entries[at]!
  const [state, setState] = useState<EntryState>({ entry, days: [], isNew: !isDated(entry) })
  const { days: chosen, isNew } = state.entry === entry ? state : { days: [], isNew: !isDated(entry) }
  const words = useWords(editorWords)
  const kind = kindOf(entry)
  const name = `${words.kinds[kind]} ${entry.validFrom ?? ''}`.trim()
  const otherwise = kind === 'ordinary' ? undefined : otherwiseOf(entries, at, today)
  const isKnown = weekdays.some((day) => otherwise?.[day].some((spans) => spans !== undefined))
  const isChoosable = kind === 'period' && isKnown
  const asked = isChoosable ? chosen : []
  const isChanged = (day: Weekday) => otherwise && !isAsOtherwise(entry.days?.[day], otherwise[day])
  // A day that is hidden says what holds without the entry, or never comes.
  const days = weekdays.filter((day) => {
    const isAsked = otherwise?.[day].length !== 0 && (asked.length === 0 || asked.includes(day) || isChanged(day))
    return isAsked || spanFaults(faults, day).size > 0
  })
  const onChange = (next: OpenHours, days = chosen) => {
    setState({ entry: next, days, isNew })
    if (next !== entry) props.onChange(next)
  }
  const withDays = (change: NonNullable<OpenHours['days']>) => ({ ...entry, days: { ...entry.days, ...change } })
  const choose = (only: Weekday | undefined) => {
    const others = weekdays.filter((day) => only && day !== only && isChanged(day))
    const known = others.flatMap(
      (day) => otherwise?.[day].flatMap((spans) => (spans ? [[day, spans] as const] : [])).slice(0, 1) ?? [],
    )
    onChange(known.length > 0 ? withDays(Object.fromEntries(known)) : entry, only ? [only] : [])
  }
  return (
    // What has been added is told as a whole, and its fields come next.
    <Paper withBorder className={styles.entry} component="section" aria-label={name} data-entry={at} tabIndex={-1}>
      <EntryHead {...props} name={name} kind={kind} />
      <Validity {...props} isNew={isNew} onChange={onChange} />
      {isChoosable && <DayChoice only={asked[0]} onChange={choose} />}
      <div className={styles.days}>
        {days.map((day) => (
          <DayEditor
            key={day}
            day={day}
            spans={entry.days?.[day] ?? []}
            faults={spanFaults(faults, day)}
            otherwise={otherwise?.[day] ?? []}
            onChange={(spans) => onChange(withDays({ [day]: spans }), asked[0] && [...new Set([...asked, day])])}
            {...(kind !== 'day' && {
              onCopy: (to) =>
                onChange(withDays(Object.fromEntries(to.map((other) => [other, entry.days?.[day] ?? []])))),
            })}
          />
        ))}
      </div>
      {days.length < weekdays.length && asked.length > 0 && (
        <Soft size="xs" mt={6}>
          {words.othersStay}
        </Soft>
      )}
    </Paper>
  )
}

interface EntryHeadProps extends Pick<EntryEditorProps, 'onRemove' | 'onDuplicate'> {
  readonly name: string
  readonly kind: EntryKind
}

function EntryHead({ name, kind, onRemove, onDuplicate }: EntryHeadProps) {
  const words = useWords(editorWords)
  return (
    <Group justify="space-between" wrap="nowrap" mb="xs">
      <Badge variant="light" radius="sm" color={kind === 'day' ? 'orange' : kind === 'period' ? 'blue' : 'gray'}>
        {words.kinds[kind]}
      </Badge>
      <Group gap={4} wrap="nowrap">
        <IconButton icon="copy" label={words.duplicate(name)} color="gray" onClick={onDuplicate} />
        <IconButton icon="trash" label={words.remove(name)} color="red" data-remove onClick={onRemove} />
      </Group>
    </Group>
  )
}

/** A fault of a span stands at the span, whichever of its times it is about. */
function spanFaults(faults: ReadonlyMap<string, string>, day: Weekday): ReadonlyMap<number, string> {
  const own = [...faults].flatMap(([rest, text]) => {
    const [, index] = new RegExp(`^/days/${day}/(\\d+)`).exec(rest) ?? []
    return index === undefined ? [] : [[Number(index), text] as const]
  })
  return new Map(own)
}

interface DayChoiceProps {
  readonly only: Weekday | undefined
  readonly onChange: (only: Weekday | undefined) => void
}

/** Whether all days of a period are changed, or those of one weekday only. */
function DayChoice({ only, onChange }: DayChoiceProps) {
  const words = useWords(editorWords)
  const names = useWords(hoursWords)
  const format = useFormat()
  return (
    <Group gap={4} mb="xs" role="radiogroup" aria-label={words.change}>
      <Text size="sm">{words.change}</Text>
      <Chip.Group value={only ?? ''} onChange={(day) => onChange(weekdays.find((weekday) => weekday === day))}>
        <Chip value="" size="sm" radius="sm" classNames={{ label: styles.choice }}>
          {words.allDays}
        </Chip>
        {weekdays.map((day, at) => (
          <Chip
            key={day}
            value={day}
            size="sm"
            radius="sm"
            classNames={{ label: styles.choice }}
            aria-label={words.only(names.days[day])}
          >
            {format.day(addDays(someMonday, at), { weekday: 'short' })}
          </Chip>
        ))}
      </Chip.Group>
    </Group>
  )
}

type ValidityProps = EntryEditorProps & Pick<EntryState, 'isNew'>

function Validity({ at, entries, today, faults, isNew, onChange }: ValidityProps) {
  const words = useWords(editorWords)
  const entry = entries[at]!
  const kind = kindOf(entry)
  const { validFrom } = entry
  const open = { validFrom: words.always, validTo: words.noEnd }
  if (kind === 'day') {
    return (
      <DayInput
        className={styles.date}
        label={words.date}
        value={validFrom ?? null}
        error={faults.get('/validFrom') ?? faults.get('/validTo')}
        onChange={(date) => date && onChange({ ...entry, ...movedTo(entry, date), validFrom: date, validTo: date })}
      />
    )
  }
  const set = (member: 'validFrom' | 'validTo', date: string | null) => {
    const { [member]: _, ...rest } = entry
    const next = date || isNew ? { ...rest, [member]: date ?? '' } : rest
    onChange(kind === 'period' && validFrom !== undefined ? moved(entries, at, next, today) : next)
  }
  return (
    <div className={styles.validity}>
      {(['validFrom', 'validTo'] as const).map((member) => (
        <DayInput
          key={member}
          clear={words.clear}
          label={words[member]}
          placeholder={entry[member] === '' ? words.dayFormat : open[member]}
          value={entry[member] && entry[member] !== noEnd ? entry[member] : null}
          error={faults.get(`/${member}`)}
          onChange={(date) => set(member, date)}
        />
      ))}
    </div>
  )
}

/** A special day keeps its hours when it moves to another weekday. */
function movedTo(entry: OpenHours, date: string): Pick<OpenHours, 'days'> {
  const spans = entry.validFrom ? entry.days?.[weekdayOf(entry.validFrom)] : undefined
  return { days: { [weekdayOf(date)]: spans ?? [] } }
}
