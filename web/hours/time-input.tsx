import { TextInput } from '@mantine/core'
import styles from './hours-editor.module.css'

interface TimeInputProps {
  readonly label: string
  /** `HH:mm`, or what is being typed. */
  readonly value: string
  readonly hasFault: boolean
  readonly onType: (text: string) => void
  readonly onLeave: () => void
}

/** A time of day, typed as people type it. */
export function TimeInput({ label, value, hasFault, onType, onLeave }: TimeInputProps) {
  return (
    <TextInput
      className={styles.time}
      size="xs"
      aria-label={label}
      inputMode="numeric"
      placeholder="00:00"
      value={value}
      onChange={(event) => onType(event.currentTarget.value)}
      onBlur={onLeave}
      onKeyDown={(event) => event.key === 'Enter' && onLeave()}
      error={hasFault}
      maxLength={8}
      autoComplete="off"
    />
  )
}
