import { ActionIcon, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../kit/icon.tsx'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'

/** Short enough that an answer seems to follow the key, long enough that a fast typist asks once. */
const pauseMillis = 60

interface SearchBoxProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The text that is searched for, followed by the search while it is typed. */
export function SearchBox({ value, onChange }: SearchBoxProps) {
  const words = useWords(exploreWords)
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const send = useDebouncedCallback((next: string) => {
    sent.current = next
    onChange(next)
  }, pauseMillis)
  // The address may change by other ways, such as the back button.
  useEffect(() => {
    if (value !== sent.current) setText(value)
    sent.current = value
  }, [value])
  const type = (next: string) => {
    setText(next)
    send(next)
  }
  return (
    <TextInput
      type="search"
      size="md"
      aria-label={words.searchLabel}
      placeholder={words.searchHint}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<Icon name="search" />}
      maxLength={200}
      autoComplete="off"
      enterKeyHint="search"
      rightSection={
        text !== '' && (
          <ActionIcon variant="subtle" color="gray" aria-label={words.clear} onClick={() => type('')}>
            <Icon name="close" size={18} />
          </ActionIcon>
        )
      }
    />
  )
}
