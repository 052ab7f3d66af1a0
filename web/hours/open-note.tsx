import { Text } from '@mantine/core'
import type { Place } from '../../client/client.ts'
import { useNow } from '../kit/hooks.ts'
import { useWords } from '../words/language.tsx'
import { hoursWords } from './hours-words.ts'
import { openText } from './open-text.ts'

/** In one line whether a place is open and until when; nothing where that is not known. */
export function OpenNote({ place }: { readonly place: Place }) {
  const words = useWords(hoursWords)
  const told = openText(place, useNow(), words)
  return (
    told && (
      <Text span size="sm" fw={told.isOpen ? 600 : 400}>
        {told.text}
      </Text>
    )
  )
}
