import { useNow } from '../kit/use-now.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import type { ResolvedHours } from './hours-query.ts'
import { hoursWords } from './hours-words.ts'
import styles from './open-status.module.css'
import { openStatusText } from './open-status-text.ts'

/** Whether the place is open now, until when, or when it opens next; nothing where nobody knows. */
export function OpenStatus({ hours }: { readonly hours: ResolvedHours }) {
  const words = useWords(hoursWords)
  const { locale } = useFormat()
  const text = openStatusText(hours, useNow(), { words, locale })
  if (text === undefined) return null
  return (
    <p className={styles.status} data-open={hours.openNow || undefined}>
      {text}
    </p>
  )
}
