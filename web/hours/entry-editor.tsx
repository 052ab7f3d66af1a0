import { ActionIcon, Badge, Group, Paper } from '@mantine/core'
import { DayInput } from '../kit/day-input.tsx'
import { Icon } from '../kit/icon.tsx'
import { useWords } from '../words/language.tsx'
import { type OpenHours, type Weekday, weekdayOf, weekdays } from './calendar.ts'
import { DayEditor } from './day-editor.tsx'
import { editorWords } from './editor-words.ts'
import styles from './hours-editor.module.css'
import { kindOf, noEnd } from './in-order.ts'

interface EntryEditorProps {
  /** Its place in the list. */
  readonly at: number
  readonly entry: OpenHours
  /** What is wrong within the entry, by the rest of the pointer: `/validTo`, `/days/mo/1`. */
  readonly faults: ReadonlyMap<string, string>
  readonly onChange: (entry: OpenHours) => void
  readonly onRemove: () => void
  readonly onDuplicate: () => void
}

/** The hours of one period: when it holds, and its week; of a special day that day alone. */
export function EntryEditor({ at, entry, faults, onChange, onRemove, onDuplicate }: EntryEditorProps) {
  const words = useWords(editorWords)
  const kind = kindOf(entry)
  const name = `${words.kinds[kind]} ${entry.validFrom ?? ''}`.trim()
  const days = kind === 'day' && entry.validFrom ? [weekdayOf(entry.validFrom)] : weekdays
  const setDays = (change: NonNullable<OpenHours['days']>) => onChange({ ...entry, days: { ...entry.days, ...change } })
  return (
    // What has been added is told as a whole, and its fields come next.
    <Paper withBorder className={styles.entry} component="section" aria-label={name} data-entry={at} tabIndex={-1}>
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Badge variant="light" radius="sm" color={kind === 'day' ? 'orange' : kind === 'period' ? 'blue' : 'gray'}>
          {words.kinds[kind]}
        </Badge>
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={words.duplicate(name)}
            title={words.duplicate(name)}
            onClick={onDuplicate}
          >
            <Icon name="copy" size={18} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={words.remove(name)}
            title={words.remove(name)}
            data-remove
            onClick={onRemove}
          >
            <Icon name="trash" size={18} />
          </ActionIcon>
        </Group>
      </Group>
      <Validity entry={entry} faults={faults} onChange={onChange} />
      <div className={styles.days}>
        {days.map((day) => (
          <DayEditor
            key={day}
            day={day}
            spans={entry.days?.[day] ?? []}
            faults={spanFaults(faults, day)}
            onChange={(spans) => setDays({ [day]: spans })}
            {...(kind !== 'day' && {
              onCopy: (to) => setDays(Object.fromEntries(to.map((other) => [other, entry.days?.[day] ?? []]))),
            })}
          />
        ))}
      </div>
    </Paper>
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

type ValidityProps = Pick<EntryEditorProps, 'entry' | 'faults' | 'onChange'>

function Validity({ entry, faults, onChange }: ValidityProps) {
  const words = useWords(editorWords)
  const { validFrom, validTo } = entry
  if (kindOf(entry) === 'day') {
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
    onChange(date ? { ...rest, [member]: date } : rest)
  }
  return (
    <div className={styles.validity}>
      <DayInput
        clear={words.clear}
        label={words.validFrom}
        placeholder={words.always}
        value={validFrom ?? null}
        error={faults.get('/validFrom')}
        onChange={(date) => set('validFrom', date)}
      />
      <DayInput
        clear={words.clear}
        label={words.validTo}
        placeholder={words.noEnd}
        value={validTo && validTo !== noEnd ? validTo : null}
        error={faults.get('/validTo')}
        onChange={(date) => set('validTo', date)}
      />
    </div>
  )
}

/** A special day keeps its hours when it moves to another weekday. */
function movedTo(entry: OpenHours, date: string): Pick<OpenHours, 'days'> {
  const spans = entry.validFrom ? entry.days?.[weekdayOf(entry.validFrom)] : undefined
  return { days: { [weekdayOf(date)]: spans ?? [] } }
}
