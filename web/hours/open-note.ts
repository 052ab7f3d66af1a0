import type { Place } from '../../client/client.ts'
import { hoursWords } from '../../src/pages/hours-words.ts'
import { escaped } from '../../src/pages/html.ts'
import { useNow } from '../kit/hooks.ts'
import { useWords } from '../words/language.tsx'
import { openText } from './open-text.ts'

/** Returns a function that notes whether a place is open and until when, as HTML; '' if that is unknown. */
export function useOpenNote(): (place: Place) => string {
  const words = useWords(hoursWords)
  const now = useNow()
  return (place) => {
    const note = openText(place, now, words)
    return note ? `<p class="status"${note.isOpen ? ' data-open' : ''}>${escaped(note.text)}</p>` : ''
  }
}
