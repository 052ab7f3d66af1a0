import { ActionIcon, Text } from '@mantine/core'
import { useState } from 'react'
import { closingTime, openingTime } from '../../src/place/open-hours.ts'
import { Icon } from '../kit/icon.tsx'
import { useWords } from '../words/language.tsx'
import type { OpenSpan } from './calendar.ts'
import { editorWords } from './editor-words.ts'
import styles from './hours-editor.module.css'
import { parseTime } from './parse-time.ts'
import { TimeInput } from './time-input.tsx'

interface SpanEditorProps {
  /** Its place in the day. */
  readonly at: number
  readonly name: string
  readonly span: OpenSpan
  readonly fault: string | undefined
  readonly onChange: (span: OpenSpan) => void
  readonly onRemove: () => void
}

/** What is being typed, as it is typed. */
interface Typed {
  readonly end: keyof OpenSpan
  readonly text: string
}

/** The times between which a place is open: handed on at each keystroke, put into form when a field is left. */
export function SpanEditor({ at, name, span, fault, onChange, onRemove }: SpanEditorProps) {
  const words = useWords(editorWords)
  const [typed, setTyped] = useState<Typed>()
  const isWrong = {
    from: typed?.end !== 'from' && hasText(span.from) && !openingTime.test(span.from),
    to: typed?.end !== 'to' && hasText(span.to) && !closingTime.test(span.to),
  }
  const told = fault ?? (isWrong.from || isWrong.to ? words.faults.noTime : undefined)
  const propsOf = (end: keyof OpenSpan) => ({
    value: typed?.end === end ? typed.text : (span[end] ?? ''),
    hasFault: fault !== undefined || isWrong[end],
    onType: (text: string) => {
      setTyped({ end, text })
      onChange({ ...span, [end]: parseTime(text, end === 'to') ?? text })
    },
    onLeave: () => setTyped(undefined),
  })
  const isOvernight = closingTime.test(span.to) && span.to <= span.from
  return (
    <div data-span={at}>
      <div className={styles.span}>
        <TimeInput label={words.from(name)} {...propsOf('from')} />
        <span aria-hidden="true">–</span>
        <TimeInput label={words.to(name)} {...propsOf('to')} />
        <ActionIcon variant="subtle" color="gray" aria-label={words.removeSpan(name)} onClick={onRemove}>
          <Icon name="close" size={16} />
        </ActionIcon>
        {isOvernight && (
          <Text size="xs" c="dimmed">
            {words.overnight}
          </Text>
        )}
      </div>
      {told && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {told}
        </Text>
      )}
    </div>
  )
}

/** A field that nobody has come to yet is no fault. */
function hasText(time: string | undefined): boolean {
  return (time ?? '') !== ''
}
