import type { Place } from '../../client/client.ts'
import { hoursWords } from '../../src/pages/hours-words.ts'
import { useNow } from '../kit/hooks.ts'
import { useWords } from '../words/language.tsx'
import styles from './open-note.module.css'
import { openText } from './open-text.ts'

/** Shows in one line whether a place is open and until when; renders nothing if unknown. */
export function OpenNote({ place }: { readonly place: Place }) {
  const words = useWords(hoursWords)
  const note = openText(place, useNow(), words)
  return (
    note && (
      <span className={`status ${styles.note}`} data-open={note.isOpen || undefined}>
        {note.text}
      </span>
    )
  )
}
