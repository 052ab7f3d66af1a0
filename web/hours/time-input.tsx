import { TextInput } from '@mantine/core'
import { useState } from 'react'
import styles from './hours-editor.module.css'
import { parseTime } from './parse-time.ts'

interface TimeInputProps {
  readonly label: string
  /** `HH:mm`, or what was typed where that is no time. */
  readonly value: string
  /** Whether 24:00 is a time. */
  readonly isEnd: boolean
  readonly hasFault: boolean
  readonly onChange: (value: string) => void
}

/** A time of day, typed as people type it and put into form when it is left. */
export function TimeInput({ label, value, isEnd, hasFault, onChange }: TimeInputProps) {
  const [typed, setTyped] = useState<string>()
  const leave = () => {
    if (typed !== undefined) onChange(parseTime(typed, isEnd) ?? typed)
    setTyped(undefined)
  }
  return (
    <TextInput
      className={styles.time}
      size="xs"
      aria-label={label}
      inputMode="numeric"
      placeholder="00:00"
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
      error={hasFault}
      maxLength={8}
      autoComplete="off"
    />
  )
}
