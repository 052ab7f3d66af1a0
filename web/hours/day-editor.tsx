import { Input, Menu, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { closingTime, openingTime } from '../../src/place/open-hours.ts'
import { IconButton } from '../kit/button.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { useFocusNext } from '../kit/hooks.ts'
import { readTime } from '../kit/read-date.ts'
import { useWords } from '../words/language.tsx'
import { isAsOtherwise, type OpenSpan, type Otherwise, spansText, type Weekday, weekdays } from './calendar.ts'
import styles from './hours-editor.module.css'
import { isWhole } from './hours-faults.ts'
import { editorWords, hoursWords } from './hours-words.ts'

interface DayEditorProps {
  readonly day: Weekday
  readonly spans: readonly OpenSpan[]
  /** The faults of spans, by index in the list. */
  readonly faults: ReadonlyMap<number, string>
  readonly onChange: (spans: OpenSpan[]) => void
  /** The hours that would hold without the entry; empty if not needed. */
  readonly otherwise: Otherwise[Weekday]
  /** Copies the hours of this day to other days. Undefined if there are none. */
  readonly onCopy?: (to: readonly Weekday[]) => void
}

/** Edits the open spans of a day; none means closed. */
export function DayEditor({ day, spans, faults, otherwise, onChange, onCopy }: DayEditorProps) {
  const words = useWords(editorWords)
  const names = useWords(hoursWords)
  const name = names.days[day]
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
        {spans.length === 0 && <Soft className={styles.none}>{names.closed}</Soft>}
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
        <IconButton icon="plus" label={words.addSpan(name)} data-add onClick={add} />
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
        <IconButton icon="copy" label={words.copyDay(name)} color="gray" />
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

interface SpanEditorProps {
  /** Its index in the day. */
  readonly at: number
  readonly name: string
  readonly span: OpenSpan
  readonly fault: string | undefined
  readonly onChange: (span: OpenSpan) => void
  readonly onRemove: () => void
}

/** Edits a span: changes are reported at each keystroke, and normalized on blur. */
function SpanEditor({ at, name, span, fault, onChange, onRemove }: SpanEditorProps) {
  const words = useWords(editorWords)
  const [typed, setTyped] = useState<{ readonly end: keyof OpenSpan; readonly text: string }>()
  const isWrong = {
    from: typed?.end !== 'from' && hasText(span.from) && !openingTime.test(span.from),
    to: typed?.end !== 'to' && hasText(span.to) && !closingTime.test(span.to),
  }
  const message = fault ?? (isWrong.from || isWrong.to ? words.faults.noTime : undefined)
  const type = (end: keyof OpenSpan, text: string) => {
    setTyped({ end, text })
    onChange({ ...span, [end]: readTime(text, end === 'to') ?? text })
  }
  const leave = () => setTyped(undefined)
  const input = (end: keyof OpenSpan) => (
    <TextInput
      className={styles.time}
      size="xs"
      aria-label={words[end](name)}
      inputMode="numeric"
      placeholder="00:00"
      value={typed?.end === end ? typed.text : (span[end] ?? '')}
      onChange={(event) => type(end, event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
      error={fault !== undefined || isWrong[end]}
      maxLength={8}
      autoComplete="off"
    />
  )
  const isOvernight = closingTime.test(span.to) && span.to <= span.from
  return (
    <div data-span={at}>
      <div className={styles.span}>
        {input('from')}
        <span aria-hidden="true">–</span>
        {input('to')}
        <IconButton icon="close" label={words.removeSpan(name)} color="gray" onClick={onRemove} />
        {isOvernight && <Soft size="xs">{words.overnight}</Soft>}
      </div>
      {message && <Input.Error role="alert">{message}</Input.Error>}
    </div>
  )
}

/** An untouched field is not a fault. */
function hasText(time: string | undefined): boolean {
  return (time ?? '') !== ''
}

const usualDay: OpenSpan = { from: '09:00', to: '17:00' }

/** Returns the first value of a new span: a usual day, or after other hours an empty span, which saving drops. */
function nextSpan(spans: readonly OpenSpan[]): OpenSpan {
  return spans.some(isWhole) ? { from: '', to: '' } : usualDay
}
