import { ActionIcon, Menu, Text } from '@mantine/core'
import { Icon } from '../kit/icon.tsx'
import { useFocusNext } from '../kit/use-focus-next.ts'
import { useWords } from '../words/language.tsx'
import { type OpenSpan, spansText, type Weekday, weekdays } from './calendar.ts'
import { editorWords } from './editor-words.ts'
import styles from './hours-editor.module.css'
import { hoursWords } from './hours-words.ts'
import { nextSpan } from './next-span.ts'
import { isAsOtherwise, type Otherwise } from './otherwise.ts'
import { SpanEditor } from './span-editor.tsx'

interface DayEditorProps {
  readonly day: Weekday
  /** What the row is called where the name of the weekday does not do. */
  readonly label?: string
  readonly spans: readonly OpenSpan[]
  /** The faults of the spans, by their places in the list. */
  readonly faults: ReadonlyMap<number, string>
  readonly onChange: (spans: OpenSpan[]) => void
  /** What would hold on the day otherwise; empty where that is of no interest. */
  readonly otherwise: Otherwise[Weekday]
  /** Gives the hours of this day to other days; absent where there are none. */
  readonly onCopy?: (to: readonly Weekday[]) => void
}

/** The spans in which a place is open on a day; none says closed. */
export function DayEditor({ day, label, spans, faults, otherwise, onChange, onCopy }: DayEditorProps) {
  const words = useWords(editorWords)
  const names = useWords(hoursWords)
  const name = label ?? names.days[day]
  const former = isAsOtherwise(spans, otherwise)
    ? []
    : otherwise.flatMap((some) => (some ? [spansText(some) || names.closed] : []))
  const { container, focusNext } = useFocusNext<HTMLDivElement>()
  const add = () => {
    onChange([...spans, nextSpan(spans)])
    focusNext(`[data-span='${spans.length}'] input`)
  }
  const remove = (at: number) => {
    onChange(spans.toSpliced(at, 1))
    focusNext('[data-add]')
  }
  return (
    <div ref={container} className={styles.day} data-changed={former.length > 0 || undefined}>
      <Text size="sm" fw={500} className={styles.dayName}>
        {name}
      </Text>
      <div className={styles.spans}>
        {spans.length === 0 && (
          <Text size="sm" c="dimmed" className={styles.none}>
            {names.closed}
          </Text>
        )}
        {spans.map((span, at) => (
          <SpanEditor
            key={at}
            at={at}
            name={`${name} ${at + 1}`}
            span={span}
            fault={faults.get(at)}
            onChange={(next) => onChange(spans.with(at, next))}
            onRemove={() => remove(at)}
          />
        ))}
        {former.length > 0 && (
          <Text size="xs" className={styles.former}>
            {words.insteadOf(former.join(' / '))}
          </Text>
        )}
      </div>
      <div className={styles.dayActions}>
        <ActionIcon
          variant="subtle"
          aria-label={words.addSpan(name)}
          title={words.addSpan(name)}
          data-add
          onClick={add}
        >
          <Icon name="plus" size={18} />
        </ActionIcon>
        {onCopy && <CopyMenu day={day} name={name} onCopy={onCopy} />}
      </div>
    </div>
  )
}

interface CopyMenuProps {
  readonly day: Weekday
  readonly name: string
  readonly onCopy: (to: readonly Weekday[]) => void
}

function CopyMenu({ day, name, onCopy }: CopyMenuProps) {
  const words = useWords(editorWords)
  const { days } = useWords(hoursWords)
  const others = weekdays.filter((other) => other !== day)
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={words.copyDay(name)} title={words.copyDay(name)}>
          <Icon name="copy" size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.copyDay(name)}</Menu.Label>
        <Menu.Item onClick={() => onCopy(weekdays.slice(0, 5))}>{words.toWorkdays}</Menu.Item>
        <Menu.Item onClick={() => onCopy(weekdays)}>{words.toAllDays}</Menu.Item>
        <Menu.Divider />
        {others.map((other) => (
          <Menu.Item key={other} onClick={() => onCopy([other])}>
            {days[other]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
