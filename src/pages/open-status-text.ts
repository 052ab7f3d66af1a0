import { dayMillis } from '../place/dates.ts'
import { dateFormat, soonText, today } from './days.ts'
import type { hoursWords } from './hours-words.ts'

/** The present state of a place from the service; `openNow` is absent if it is unknown. */
interface PresentHours {
  readonly openNow?: boolean
  /** When that ends; absent where it never does. */
  readonly nextChange?: string
  readonly timeZone: string
}

interface Reader {
  readonly words: (typeof hoursWords)['en']
  readonly locale: string
}

/** Returns the state of a place at an instant and its end, or the next opening; undefined if it is unknown. */
export function openStatusText(hours: PresentHours, now: Date, { words, locale }: Reader): string | undefined {
  const { openNow, nextChange, timeZone } = hours
  if (openNow === undefined) return undefined
  if (nextChange === undefined) return openNow ? words.openRoundTheClock : words.closedNow
  const change = new Date(nextChange)
  const time = dateFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' }).format(change)
  const day = () => dayText(change, now, { words, locale, timeZone })
  // A time of the clock comes once in a day, also past midnight.
  if (openNow) {
    const isWithinDay = change.getTime() - now.getTime() < dayMillis
    return isWithinDay ? words.openUntil(time) : words.openUntilDay(time, day())
  }
  const isToday = today(change, timeZone) === today(now, timeZone)
  return isToday ? words.opensToday(time) : words.opensOn(day(), time)
}

function dayText(instant: Date, now: Date, reader: Reader & { readonly timeZone: string }): string {
  const { words, locale, timeZone } = reader
  const soon = soonText(today(instant, timeZone), today(now, timeZone), words)
  return soon ?? dateFormat(locale, { timeZone, day: 'numeric', month: 'long' }).format(instant)
}
