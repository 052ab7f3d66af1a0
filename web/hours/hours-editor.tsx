import { Button, Group, Text } from '@mantine/core'
import type { Fault } from '../../client/client.ts'
import { closingTime, openingTime, overlaps } from '../../src/place/open-hours.ts'
import { entriesBelow } from '../body/json.ts'
import { useFocusNext, useNow } from '../kit/hooks.ts'
import { Icon } from '../kit/icon.tsx'
import { Soft } from '../kit/message.tsx'
import { useFaultText, useFormat, useWords } from '../words/language.tsx'
import {
  addDays,
  type EntryKind,
  inOrder,
  isDated,
  type OpenHours,
  type OpenSpan,
  otherwiseOf,
  spansOn,
  today,
  weekdayOf,
  weekdays,
} from './calendar.ts'
import { EntryEditor } from './entry-editor.tsx'
import styles from './hours-editor.module.css'
import { isSpecial, Spans } from './hours-of-place.tsx'
import { editorWords } from './hours-words.ts'

interface HoursEditorProps {
  readonly entries: readonly OpenHours[]
  /** What saving has found wrong, by the pointer below the list: `/0/validTo`. */
  readonly faults: ReadonlyMap<string, string>
  readonly onChange: (entries: OpenHours[]) => void
}

const kinds: readonly EntryKind[] = ['ordinary', 'period', 'day']

const workdays = Object.fromEntries(
  ['mo', 'tu', 'we', 'th', 'fr'].map((day) => [day, [{ from: '09:00', to: '17:00' }]]),
)

/** Opening hours: ordinary weeks, periods and special days, and what comes of them in the next two weeks. */
export function HoursEditor({ entries, faults, onChange }: HoursEditorProps) {
  const words = useWords(editorWords)
  const present = today(useNow())
  const { contradictions } = useHoursFaults()
  const typed = contradictions(entries).map(({ pointer, detail }) => [pointer, detail] as const)
  const told = new Map([...faults, ...typed])
  const { container, focusNext } = useFocusNext<HTMLDivElement>()
  const put = (entry: OpenHours, at: number) => {
    onChange(entries.toSpliced(at, 0, entry))
    focusNext(`[data-entry='${at}']`)
  }
  const remove = (at: number) => {
    onChange(entries.toSpliced(at, 1))
    focusNext(`[data-entry='${Math.min(at, entries.length - 2)}'] [data-remove]`, '[data-add-entry]')
  }
  return (
    <div ref={container} className={styles.editor}>
      <div className={styles.entries}>
        <Soft>{entries.length === 0 ? words.none : words.intro}</Soft>
        {entries.map((entry, at) => (
          <EntryEditor
            key={at}
            at={at}
            entries={entries}
            today={present}
            faults={entriesBelow(told, `/${at}`)}
            onChange={(next) => onChange(entries.with(at, next))}
            onRemove={() => remove(at)}
            onDuplicate={() => put(structuredClone(entry), at + 1)}
          />
        ))}
        <Group gap="xs">
          <Text size="sm">{words.addLabel}</Text>
          {kinds.map((kind) => (
            <Button
              key={kind}
              variant="light"
              size="compact-md"
              fz="sm"
              leftSection={<Icon name="plus" size={16} />}
              data-add-entry
              onClick={() => put(newEntry(kind, entries, present), entries.length)}
            >
              {words.add[kind]}
            </Button>
          ))}
        </Group>
      </div>
      <HoursPreview entries={entries} />
    </div>
  )
}

/** A new period changes nothing yet: it begins with the hours in force, and its days are to be given. */
function newEntry(kind: EntryKind, entries: readonly OpenHours[], present: string): OpenHours {
  if (kind === 'ordinary') return { days: workdays }
  if (kind === 'period') {
    const empty = { validFrom: '', validTo: '' }
    const inForce = Object.entries(otherwiseOf([...entries, empty], entries.length, present)).flatMap(
      ([day, [spans]]) => (spans ? [[day, spans]] : []),
    )
    return { ...empty, days: entries.length > 0 ? Object.fromEntries(inForce) : workdays }
  }
  const day = addDays(present, 1)
  return { validFrom: day, validTo: day, days: { [weekdayOf(day)]: [] } }
}

const previewDays = 14

/** What the hours as they are edited say of the days to come. */
function HoursPreview({ entries }: { readonly entries: readonly OpenHours[] }) {
  const words = useWords(editorWords)
  const format = useFormat()
  const present = today(useNow())
  const days = Array.from({ length: previewDays }, (_, at) => addDays(present, at))
  // What is half typed or without days says nothing yet.
  const ordered = inOrder(entries.filter(isDated))
  return (
    <div className={styles.preview}>
      <Text fw={550} size="sm" mb={6}>
        {words.preview}
      </Text>
      <ul>
        {days.map((day) => (
          <li key={day} data-special={isSpecial(ordered, day) || undefined}>
            <span>{format.day(day, { weekday: 'short', day: 'numeric', month: 'short' })}</span>
            <Spans spans={spansOn(ordered, day)?.filter(isWhole)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Whether both times of a span are there. */
export function isWhole({ from, to }: OpenSpan): boolean {
  return openingTime.test(from) && closingTime.test(to)
}

/**
 * What is wrong with hours in whatever order they stand, by the pointer below their list (`/0/days/mo/1`), as far as it can be
 * told before the service is asked.
 */
export function useHoursFaults() {
  const { faults: words } = useWords(editorWords)
  const faultText = useFaultText()
  return {
    /** What contradicts itself, told while it is typed (D22). */
    contradictions(entries: readonly OpenHours[]): Fault[] {
      const begins = entries.filter(({ validFrom }) => validFrom === undefined)
      return entries.flatMap((entry, at) => {
        const { validFrom, validTo } = entry
        return [
          ...(begins.indexOf(entry) > 0 ? [{ pointer: `/${at}/validFrom`, detail: words.noBegin }] : []),
          ...(validFrom && validTo && validTo < validFrom
            ? [{ pointer: `/${at}/validTo`, detail: words.endBeforeBegin }]
            : []),
          ...weekdays.flatMap((day) =>
            overlaps(entry.days?.[day]).map(({ at: span, detail }) => ({
              pointer: `/${at}/days/${day}/${span}`,
              detail: faultText(detail),
            })),
          ),
        ]
      })
    },
    /** What is half typed or not given yet, told when it is to be saved. */
    gaps(entries: readonly OpenHours[]): Fault[] {
      return entries.flatMap((entry, at) => [
        ...(['validFrom', 'validTo'] as const).flatMap((end) =>
          entry[end] === '' ? [{ pointer: `/${at}/${end}`, detail: words.noDay }] : [],
        ),
        ...weekdays.flatMap((day) =>
          (entry.days?.[day] ?? []).flatMap((span, index) =>
            isWhole(span) || isEmpty(span) ? [] : [{ pointer: `/${at}/days/${day}/${index}`, detail: words.noTime }],
          ),
        ),
      ])
    },
  }
}

/** Hours that are left empty are left out. */
function isEmpty({ from, to }: OpenSpan): boolean {
  return !from?.trim() && !to?.trim()
}
