import { Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { entriesBelow } from '../body/json.ts'
import { Button } from '../kit/button.tsx'
import { DayInput } from '../kit/date-inputs.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { useFocusNext, useNow } from '../kit/hooks.ts'
import { placeCountry } from '../place/phone-number.ts'
import type { FieldFault } from '../words/fault-words.ts'
import { useWords } from '../words/language.tsx'
import {
  closedDay,
  type Day,
  type EntryKind,
  entryOn,
  hasEnded,
  haveSameDays,
  inOrder,
  inPrecedence,
  isDated,
  kindOf,
  type OpenHours,
  otherwiseOf,
  specialDay,
  today,
  undatedDay,
  weekdays,
} from './calendar.ts'
import { EntryCard } from './entry-editor.tsx'
import { useEntryText } from './entry-text.ts'
import { hasOwnHours, useHolidays } from './holidays.ts'
import styles from './hours-editor.module.css'
import { isWhole, useHoursFaults } from './hours-faults.ts'
import { type DayChoiceProps, HoursWeek } from './hours-week.tsx'
import { editorWords, hoursWords } from './hours-words.ts'
import { MoreHours } from './more-hours.tsx'
import { YearStrip } from './year-strip.tsx'

interface HoursEditorProps {
  readonly entries: readonly OpenHours[]
  /** The faults found on saving, by the pointer below the list: `/0/validTo`. A new map only for new faults. */
  readonly faults: ReadonlyMap<string, string>
  readonly onChange: (entries: OpenHours[]) => void
  /** The place that the hours belong to. Undefined for a new one. */
  readonly placeId?: string | undefined
  /** The country of the place (ISO 3166-1 alpha-2), whose holidays are named; without it, that of the service. */
  readonly country?: string | undefined
  /** Registers unreadable input by its pointer below the list, until the returned function is called. */
  readonly addUnread?: ((fault: FieldFault) => () => void) | undefined
  /** A day that is to be changed at once. */
  readonly day?: Day | undefined
}

/** Cards beyond this number are collapsed. */
const cardsMax = 12

const kinds: readonly EntryKind[] = ['ordinary', 'period', 'day']

const workdays = Object.fromEntries(
  ['mo', 'tu', 'we', 'th', 'fr'].map((day) => [day, [{ from: '09:00', to: '17:00' }]]),
)

/** Edits opening hours: regular weeks, periods and special days, one of them expanded; with a preview of any week. */
export function HoursEditor(props: HoursEditorProps) {
  const { entries, faults, onChange, placeId, country, addUnread, day } = props
  const words = useWords(editorWords)
  const present = today(useNow())
  const holidays = useHolidays(placeCountry(country))
  const text = useEntryText(holidays)
  const { contradictions } = useHoursFaults()
  const typed = contradictions(entries).map(({ pointer, detail }) => [pointer, detail] as const)
  const allFaults = new Map([...faults, ...typed])
  const [openAt, setOpenAt] = useOpenEntry(faults)
  const { container, focusNext } = useFocusNext<HTMLDivElement>()
  const put = (entry: OpenHours, at: number) => {
    onChange(entries.toSpliced(at, 0, entry))
    setOpenAt(at)
    // The dates of ordinary hours are seldom wanted, and would open a calendar over the hours.
    focusNext(`[data-entry='${at}'] ${kindOf(entry) === 'ordinary' ? '[data-week]' : 'input'}`)
  }
  const remove = (at: number) => {
    onChange(entries.toSpliced(at, 1))
    setOpenAt(undefined)
    focusNext(`[data-entry='${Math.min(at, entries.length - 2)}'] [data-toggle]`, '[data-add-entry]')
  }
  const show = (at: number) => {
    setOpenAt(at)
    focusNext(`[data-entry='${at}'] [data-week]`)
  }
  const { openDay, openEvery } = useAskedDay(day, { entries, onChange, show })
  const putAll = (next: OpenHours[]) => {
    onChange(next)
    setOpenAt(undefined)
  }
  const card = (at: number) => (
    <EntryCard
      key={at}
      {...{ at, entries, text, addUnread, today: present }}
      faults={entriesBelow(allFaults, `/${at}`)}
      isOpen={at === openAt}
      onToggle={() => setOpenAt(at === openAt ? undefined : at)}
      onChange={(next) => onChange(entries.with(at, next))}
      onRemove={() => remove(at)}
      onDuplicate={() => put(structuredClone(entries[at]!), at + 1)}
      onEvery={openEvery(at)}
    />
  )
  const all = entries.map((_, at) => at)
  const isEnded = (at: number) => at !== openAt && hasEnded(entries[at]!, present)
  const held = all.filter((at) => !isEnded(at))
  const isLater = (at: number) => held.indexOf(at) >= cardsMax && at !== openAt
  return (
    <div ref={container} className={styles.editor}>
      <div className={styles.entries}>
        <Soft>{entries.length === 0 ? words.none : words.intro}</Soft>
        {entries.length > 0 && <YearStrip entries={withoutHalves(entries)} today={present} text={text} />}
        {held.filter((at) => !isLater(at)).map(card)}
        <PutAway label={words.more} entries={held.filter(isLater)} card={card} />
        <PutAway label={words.ended} entries={all.filter(isEnded)} card={card} />
        <Group gap="xs">
          <AddButtons onAdd={(kind) => put(newEntry(kind, entries, present), entries.length)} />
          <MoreHours {...{ entries, holidays, text, placeId, today: present }} onChange={putAll} onOpen={setOpenAt} />
        </Group>
      </div>
      <HoursPreview {...{ entries, holidays }} onDay={openDay} />
    </div>
  )
}

/** Returns the expanded entry. Faults found on saving expand theirs, unless the expanded one also has faults. */
function useOpenEntry(faults: ReadonlyMap<string, string>) {
  const [openAt, setOpenAt] = useState<number>()
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  if (faults !== known) {
    setKnown(faults)
    const first = [...faults.keys()].map((pointer) => Number(pointer.split('/')[1])).find(Number.isInteger)
    const isMore = faults.size >= known.size
    if (first !== undefined && isMore && entriesBelow(faults, `/${openAt}`).size === 0) setOpenAt(first)
  }
  return [openAt, setOpenAt] as const
}

/** Returns the index of the entry that decides a day, where that is as wanted; else -1. */
function entryAt(entries: readonly OpenHours[], day: Day, isWanted: typeof hasOwnHours = () => true): number {
  const precedence = inPrecedence(inOrder(entries.filter(isDated)))
  const deciding = entryOn(precedence, day)
  if (!deciding || !isWanted(precedence, day)) return -1
  return entries.findIndex((entry) => haveSameDays(entry, deciding))
}

interface AskedDayParts extends Pick<HoursEditorProps, 'entries' | 'onChange'> {
  readonly show: (at: number) => void
}

/** Opens the hours of a day: first, once, those of the day that the address of the form names. */
function useAskedDay(named: Day | undefined, { entries, onChange, show }: AskedDayParts) {
  const [asked, setAsked] = useState<Day>()
  const openDay = (day: Day) => {
    const at = entryAt(entries, day, hasOwnHours)
    if (at < 0) {
      onChange([...entries, specialDay(entries, day)])
      setAsked(day)
    }
    show(at < 0 ? entries.length : at)
  }
  const left = useRef(named)
  useEffect(() => {
    if (left.current !== undefined) openDay(left.current)
    left.current = undefined
  })
  /** Returns what takes the special day at an index back, and opens the hours of its weekday; undefined for other entries. */
  const openEvery = (at: number) => {
    const others = entries.toSpliced(at, 1)
    if (asked === undefined || !haveSameDays(entries[at]!, closedDay(asked)) || entryAt(others, asked) < 0) return
    return () => {
      onChange(others)
      show(entryAt(others, asked))
    }
  }
  return { openDay, openEvery }
}

function AddButtons({ onAdd }: { readonly onAdd: (kind: EntryKind) => void }) {
  const words = useWords(editorWords)
  return (
    <>
      <Text size="sm">{words.addLabel}</Text>
      {kinds.map((kind) => (
        <Button
          key={kind}
          variant="light"
          size="md"
          style={{ fontSize: 14 }}
          icon="plus"
          data-add-entry
          onClick={() => onAdd(kind)}
        >
          {words.add[kind]}
        </Button>
      ))}
    </>
  )
}

interface PutAwayProps {
  readonly label: (count: number) => string
  readonly entries: readonly number[]
  readonly card: (at: number) => ReactNode
}

/** Collapses entries until they are requested; renders nothing without any. */
function PutAway({ label, entries, card }: PutAwayProps) {
  const [isOpen, { toggle }] = useDisclosure()
  if (entries.length === 0) return null
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="md"
        style={{ fontSize: 14, justifySelf: 'start' }}
        icon={isOpen ? 'down' : 'right'}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {label(entries.length)}
      </Button>
      {isOpen && entries.map(card)}
    </>
  )
}

/**
 * Returns a new entry. A new period changes nothing yet: it starts with the hours in force, and its dates are still to
 * be entered, as is that of a special day.
 */
export function newEntry(kind: EntryKind, entries: readonly OpenHours[], present: string): OpenHours {
  if (kind === 'ordinary') return { days: workdays }
  if (kind === 'period') {
    const empty = { validFrom: '', validTo: '' }
    const inForce = Object.entries(otherwiseOf([...entries, empty], entries.length, present)).flatMap(
      ([day, [spans]]) => (spans ? [[day, spans]] : []),
    )
    return { ...empty, days: entries.length > 0 ? Object.fromEntries(inForce) : workdays }
  }
  return undatedDay
}

/** Previews any week of the edited hours. */
function HoursPreview({ entries, ...rest }: Omit<ComponentProps<typeof HoursWeek>, 'Choice'>) {
  const words = useWords(editorWords)
  return (
    <section className={`framed ${styles.preview}`} aria-label={words.preview}>
      <HoursWeek entries={withoutHalves(entries)} {...rest} Choice={WeekChoice} />
    </section>
  )
}

function WeekChoice({ day, onChange }: DayChoiceProps) {
  const { weekOf } = useWords(hoursWords)
  return <DayInput className={styles.chosen} label={weekOf} value={day} onChange={(day) => day && onChange(day)} />
}

/** Leaves out spans that are incomplete and entries without dates. */
function withoutHalves(entries: readonly OpenHours[]): readonly OpenHours[] {
  return inOrder(entries.filter(isDated)).map(({ days, ...validity }) => {
    const whole = weekdays.map((day) => [day, (days?.[day] ?? []).filter(isWhole)] as const)
    return { ...validity, days: Object.fromEntries(whole) }
  })
}
