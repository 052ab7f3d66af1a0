import { Button, Group, Text } from '@mantine/core'
import { isWithin } from '../body/json.ts'
import { Icon } from '../kit/icon.tsx'
import { useFocusNext } from '../kit/use-focus.ts'
import { useNow } from '../kit/use-now.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { addDays, type EntryKind, inOrder, isDated, type OpenHours, spansOn, today, weekdayOf } from './calendar.ts'
import { EntryEditor } from './entry-editor.tsx'
import styles from './hours-editor.module.css'
import { isWhole, useHoursFaults } from './hours-faults.ts'
import { isSpecial, Spans } from './hours-of-place.tsx'
import { editorWords } from './hours-words.ts'
import { otherwiseOf } from './otherwise.ts'

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
        <Text size="sm" c="dimmed">
          {entries.length === 0 ? words.none : words.intro}
        </Text>
        {entries.map((entry, at) => (
          <EntryEditor
            key={at}
            at={at}
            entries={entries}
            today={present}
            faults={faultsWithin(told, at)}
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

function faultsWithin(faults: ReadonlyMap<string, string>, at: number): ReadonlyMap<string, string> {
  const prefix = `/${at}`
  const own = [...faults].filter(([pointer]) => isWithin(pointer, prefix))
  return new Map(own.map(([pointer, text]) => [pointer.slice(prefix.length), text]))
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
