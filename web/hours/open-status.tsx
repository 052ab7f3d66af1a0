import { useNow } from '../kit/use-now.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { addDays, today, weekdayOf } from './calendar.ts'
import type { ResolvedHours } from './hours-query.ts'
import { hoursWords } from './hours-words.ts'
import styles from './open-status.module.css'

/** Whether the place is open now, until when, or when it opens next; nothing where nobody knows. */
export function OpenStatus({ hours }: { readonly hours: ResolvedHours }) {
  const text = useStatusText(hours)
  if (text === undefined) return null
  return (
    <p className={styles.status} data-open={hours.openNow || undefined}>
      {text}
    </p>
  )
}

function useStatusText({ openNow, nextChange, timeZone }: ResolvedHours): string | undefined {
  const words = useWords(hoursWords)
  const { locale } = useFormat()
  const present = today(useNow(), timeZone)
  if (openNow === undefined) return undefined
  if (nextChange === undefined) return openNow ? words.openRoundTheClock : words.closedNow
  const change = new Date(nextChange)
  const day = today(change, timeZone)
  const time = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' }).format(change)
  const isSoon = day === present || (openNow && day === addDays(present, 1))
  const when = day < addDays(present, 7) ? words.onDays[weekdayOf(day)] : dayText(change, { locale, timeZone })
  if (openNow) return isSoon ? words.openUntil(time) : words.openUntilDay(when, time)
  return isSoon ? words.opensToday(time) : words.opensOn(when, time)
}

function dayText(instant: Date, { locale, timeZone }: { readonly locale: string; readonly timeZone: string }): string {
  return new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'long' }).format(instant)
}
