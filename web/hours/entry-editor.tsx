import { Badge, Box, Chip, Group, Paper, Text, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isSame, type Json } from '../body/json.ts'
import { Button } from '../kit/button.tsx'
import { DayInput } from '../kit/date-inputs.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { Icon } from '../kit/icon.tsx'
import type { FieldFault } from '../words/fault-words.ts'
import { useWords } from '../words/language.tsx'
import {
  type Day,
  type EntryKind,
  isAsOtherwise,
  isDated,
  isUndatedDay,
  kindOf,
  moved,
  noEnd,
  type OpenHours,
  otherwiseOf,
  specialDay,
  type Weekday,
  weekdayOf,
  weekdays,
} from './calendar.ts'
import { DayEditor } from './day-editor.tsx'
import { EntryLine } from './entry-line.tsx'
import { type EntryText, useEntryText, useWeekdayName } from './entry-text.ts'
import styles from './hours-editor.module.css'
import { editorWords, hoursWords } from './hours-words.ts'
import { type Days, isCutFrom, readWeek } from './week-text.ts'

interface EntryEditorProps {
  /** Its index in the list. */
  readonly at: number
  readonly entries: readonly OpenHours[]
  readonly today: Day
  /** The faults within the entry, by the rest of the pointer: `/validTo`, `/days/mo/1`. */
  readonly faults: ReadonlyMap<string, string>
  /** Registers unreadable input by its pointer below the list, until the returned function is called. */
  readonly addUnread?: ((fault: FieldFault) => () => void) | undefined
  readonly onChange: (entry: OpenHours) => void
  /** Undefined if the entry is the only one. */
  readonly onRemove?: () => void
  readonly onDuplicate?: () => void
  /** Leaves the special day as it was, and edits the hours of its weekday. */
  readonly onEvery?: (() => void) | undefined
}

/** The state of an entry's editor, without the entry itself. */
interface EntryState {
  /** The entry that this state belongs to; another may have taken its place. */
  readonly entry: OpenHours
  /** The selected weekday, and the weekdays changed since; empty for all days. */
  readonly days: readonly Weekday[]
  /** True if it was created without dates, so they are required. */
  readonly isNew: boolean
}

/** Edits a single entry: its validity and its week; for a special day only that day. */
export function EntryEditor(props: EntryEditorProps) {
  const name = useEntryName(props.entries[props.at]!)
  return (
    <Paper withBorder className={styles.entry} component="section" aria-label={name} data-entry={props.at}>
      <EntryForm {...props} name={name} />
    </Paper>
  )
}

interface EntryCardProps extends EntryEditorProps {
  readonly text: EntryText
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** Edits an entry in a list: one line, which expands to its fields. */
export function EntryCard(props: EntryCardProps) {
  const name = useEntryName(props.entries[props.at]!)
  return (
    <Paper withBorder className={styles.entry} component="section" aria-label={name} data-entry={props.at}>
      <EntryHead {...props} />
      {props.isOpen && <EntryForm {...props} name={name} />}
    </Paper>
  )
}

function useEntryName(entry: OpenHours): string {
  const { kinds } = useWords(editorWords)
  return `${kinds[kindOf(entry)]} ${entry.validFrom ?? ''}`.trim()
}

function EntryHead({ at, entries, text, faults, isOpen, onToggle }: EntryCardProps) {
  const words = useWords(editorWords)
  const entry = entries[at]!
  return (
    <UnstyledButton className={`pressable ${styles.head}`} data-toggle aria-expanded={isOpen} onClick={onToggle}>
      <Icon name={isOpen ? 'down' : 'right'} size={16} />
      <EntryLine {...{ entry, text }} />
      {faults.size > 0 && (
        <Badge color="red" size="sm" variant="filled">
          <span aria-hidden="true">{faults.size}</span>
          <VisuallyHidden>{words.faulty(faults.size)}</VisuallyHidden>
        </Badge>
      )}
    </UnstyledButton>
  )
}

function EntryForm({ name, ...props }: EntryEditorProps & { readonly name: string }) {
  const { at, entries, today, faults } = props
  const entry = entries[at]!
  const [state, setState] = useState<EntryState>({ entry, days: [], isNew: !isDated(entry) })
  const { days: chosen, isNew } = state.entry === entry ? state : { days: [], isNew: !isDated(entry) }
  const words = useWords(editorWords)
  const kind = kindOf(entry)
  const otherwise = kind === 'ordinary' ? undefined : otherwiseOf(entries, at, today)
  const isKnown = weekdays.some((day) => otherwise?.[day].some((spans) => spans !== undefined))
  const isChoosable = kind === 'period' && isKnown
  const asked = isChoosable ? chosen : []
  const isChanged = (day: Weekday) => otherwise && !isAsOtherwise(entry.days?.[day], otherwise[day])
  // Hidden days have the hours that would hold without the entry, or do not occur in it.
  const days = weekdays.filter((day) => {
    const isAsked = otherwise?.[day].length !== 0 && (asked.length === 0 || asked.includes(day) || isChanged(day))
    return !isUndatedDay(entry) && (isAsked || spanFaults(faults, day).size > 0)
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
    <div className={styles.form}>
      <Validity {...props} isNew={isNew} onChange={onChange} />
      {!isUndatedDay(entry) && (
        <WeekField {...props} onRead={(next, days) => onChange(next, isChoosable ? days : chosen)} />
      )}
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
      <EntryActs {...props} name={name} />
    </div>
  )
}

function EntryActs(props: EntryEditorProps & { readonly name: string }) {
  const { at, entries, name, onDuplicate, onRemove, onEvery } = props
  const words = useWords(editorWords)
  const { days } = useWords(hoursWords)
  const look = { variant: 'subtle', size: 'md', style: { fontSize: 14 } } as const
  if (!onDuplicate || !onRemove) return null
  return (
    <Group gap="xs" mt="sm">
      {onEvery && (
        <Button {...look} icon="calendar" onClick={onEvery}>
          {words.every(days[weekdayOf(entries[at]!.validFrom!)])}
        </Button>
      )}
      <Button {...look} color="gray" icon="copy" aria-label={words.duplicate(name)} onClick={onDuplicate}>
        {words.duplicateEntry}
      </Button>
      <Button {...look} color="red" icon="trash" aria-label={words.remove(name)} data-remove onClick={onRemove}>
        {words.removeEntry}
      </Button>
    </Group>
  )
}

interface WeekFieldProps extends Pick<EntryEditorProps, 'at' | 'entries' | 'faults' | 'addUnread'> {
  /** Receives the entry with the parsed hours, and the weekdays that the text names. */
  readonly onRead: (entry: OpenHours, days: readonly Weekday[]) => void
}

/** A line that is being typed. */
interface TypedWeek {
  readonly text: string
  /** The hours to which each keystroke applies, and which remain while the text is unreadable. */
  readonly before: Days
  /** The resulting hours. */
  readonly after: Days
}

/** Edits the week of an entry as one line of free text; weekdays that it does not name stay unchanged. */
function WeekField({ at, entries, faults, addUnread, onRead }: WeekFieldProps) {
  const words = useWords(editorWords)
  const text = useEntryText()
  const entry = entries[at]!
  const [typed, setTyped] = useState<TypedWeek>()
  // The text is discarded if the days change elsewhere.
  if (typed && !isSame(typed.after as Json, (entry.days ?? {}) as Json)) setTyped(undefined)
  const isDay = kindOf(entry) === 'day'
  const own = isDay ? [weekdayOf(entry.validFrom!)] : weekdays
  const read = (written: string) => {
    const days = readWeek(written, own)
    return days && Object.keys(days).every((day) => own.includes(day as Weekday)) ? days : undefined
  }
  const isWrong = typed !== undefined && typed.text.trim() !== '' && read(typed.text) === undefined
  const wrong = isWrong ? (isDay ? words.faults.noDayHours : words.faults.noWeek) : undefined
  useEffect(
    () => (wrong === undefined ? undefined : addUnread?.({ pointer: `/${at}`, detail: wrong })),
    [wrong, at, addUnread],
  )
  const type = (written: string) => {
    const days = read(written)
    const former = typed?.before ?? entry.days ?? {}
    // Weekdays whose part of the line was cut out are closed.
    const isCut = days !== undefined && isCutFrom(text.week({ ...entry, days: former }), written)
    const gone = isCut ? own.filter((day) => (former[day] ?? []).length > 0 && !days[day]) : []
    const before = { ...former, ...Object.fromEntries(gone.map((day) => [day, []])) }
    const after = { ...before, ...days }
    setTyped({ text: written, before, after })
    if (days || typed) onRead({ ...entry, days: after }, Object.keys(days ?? {}) as Weekday[])
  }
  const [isLeft, setLeft] = useState(true)
  return (
    <TextInput
      className={styles.week}
      data-week
      label={words.week}
      description={isDay ? words.dayHint : words.weekHint}
      value={typed?.text ?? text.week(entry)}
      onChange={(event) => type(event.currentTarget.value)}
      onFocus={(event) => {
        setLeft(false)
        event.currentTarget.select()
      }}
      onBlur={() => {
        setLeft(true)
        if (!isWrong) setTyped(undefined)
      }}
      error={(isLeft ? wrong : undefined) ?? faults.get('')}
      autoComplete="off"
    />
  )
}

/** Shows the fault of a span at the span, whichever of its times is wrong. */
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

/** Selects whether all days of a period are edited, or only one weekday. */
function DayChoice({ only, onChange }: DayChoiceProps) {
  const words = useWords(editorWords)
  const names = useWords(hoursWords)
  const shortName = useWeekdayName()
  return (
    <Group gap={4} mb="xs" role="radiogroup" aria-label={words.change}>
      <Text size="sm">{words.change}</Text>
      <Chip.Group value={only ?? ''} onChange={(day) => onChange(weekdays.find((weekday) => weekday === day))}>
        <Chip value="" size="sm" radius="sm" classNames={{ label: styles.choice }}>
          {words.allDays}
        </Chip>
        {weekdays.map((day) => (
          <Chip
            key={day}
            value={day}
            size="sm"
            radius="sm"
            classNames={{ label: styles.choice }}
            aria-label={words.only(names.days[day])}
          >
            {shortName(day)}
          </Chip>
        ))}
      </Chip.Group>
    </Group>
  )
}

type ValidityProps = EntryEditorProps & Pick<EntryState, 'isNew'>

function Validity({ at, entries, today, faults, isNew, addUnread, onChange }: ValidityProps) {
  const words = useWords(editorWords)
  const entry = entries[at]!
  // The field stays while a longer day is typed that starts like another: 1/12 like 1/1.
  const [held, hold] = useState<EntryKind>()
  const kind = held ?? kindOf(entry)
  const { validFrom } = entry
  const others = entries.toSpliced(at, 1)
  const addUnreadOf = (member: string) => (detail: string) => addUnread?.({ pointer: `/${at}/${member}`, detail })
  const open = { validFrom: words.always, validTo: words.noEnd }
  if (kind === 'day') {
    return (
      <DayInput
        className={styles.date}
        label={words.date}
        value={validFrom ?? null}
        error={faults.get('/validFrom') ?? faults.get('/validTo')}
        addUnread={addUnreadOf('validFrom')}
        onChange={(date) => date && onChange(isUndatedDay(entry) ? specialDay(others, date) : movedTo(entry, date))}
      />
    )
  }
  const set = (member: 'validFrom' | 'validTo', date: string | null) => {
    const { [member]: _, ...rest } = entry
    const next = date || isNew ? { ...rest, [member]: date ?? '' } : rest
    onChange(kind !== 'ordinary' && validFrom !== undefined ? moved(entries, at, next, today) : next)
  }
  return (
    <Box
      className={styles.validity}
      onFocus={() => hold(kind)}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && hold(undefined)}
    >
      {(['validFrom', 'validTo'] as const).map((member) => (
        <DayInput
          key={member}
          clear={words.clear}
          label={words[member]}
          from={member === 'validTo' && validFrom && validFrom > today ? validFrom : undefined}
          placeholder={entry[member] === '' ? words.dayFormat : open[member]}
          value={entry[member] && entry[member] !== noEnd ? entry[member] : null}
          error={faults.get(`/${member}`)}
          addUnread={addUnreadOf(member)}
          onChange={(date) => set(member, date)}
        />
      ))}
    </Box>
  )
}

/** Moves a special day to a date, with its hours. */
function movedTo(entry: OpenHours, date: string): OpenHours {
  const spans = entry.validFrom ? entry.days?.[weekdayOf(entry.validFrom)] : undefined
  return { ...entry, validFrom: date, validTo: date, days: { [weekdayOf(date)]: spans ?? [] } }
}
