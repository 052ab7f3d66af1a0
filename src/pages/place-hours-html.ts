import { decidedSpans, entryOn, inPrecedence, weekdayOf } from '../place/open-hours.ts'
import type { OpenHours } from '../place/place.ts'
import type { PlaceHours } from '../query/results/place-hours.ts'
import { type Language, locales } from '../words/words.ts'
import { addDays, type Day, dateFormat, mondayOf, spansText, today } from './days.ts'
import { hoursWords } from './hours-words.ts'
import { openStatusText } from './open-status-text.ts'

/** The opening hours of a place, and the moment that they are shown for. */
export interface HoursView {
  readonly entries: readonly OpenHours[]
  readonly resolved: PlaceHours
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Special days that are shown: of so many days ahead, and so many at most. */
const specialDaysShown = { aheadDays: 90, max: 6 } as const

/** True if a day has hours of its own: those of an entry that is valid only on that day. */
export function isSpecial(entries: readonly OpenHours[], day: Day): boolean {
  const entry = entryOn(inPrecedence(entries), day)
  return entry !== undefined && entry.validFrom === day && entry.validTo === day
}

/** The days to come that have hours of their own. */
export function specialDays(entries: readonly OpenHours[], present: Day): Day[] {
  const last = addDays(present, specialDaysShown.aheadDays)
  return entries
    .flatMap(({ validFrom }) => (validFrom && validFrom >= present && validFrom <= last ? [validFrom] : []))
    .filter((day, at, all) => all.indexOf(day) === at && isSpecial(entries, day))
    .slice(0, specialDaysShown.max)
}

/** Returns the one sentence for a week without any hours; undefined for other weeks. */
export function unknownWeekText(
  entries: readonly OpenHours[],
  week: readonly Day[],
  { words, dayText }: { readonly words: (typeof hoursWords)['en']; readonly dayText: (day: Day) => string },
): string | undefined {
  const precedence = inPrecedence(entries)
  if (week.some((day) => decidedSpans(precedence, day) !== undefined)) return undefined
  const last = entries
    .map(({ validTo = '9999-12-31' }) => validTo)
    .sort()
    .at(-1)
  return last !== undefined && last < week[0]! ? words.lapsed(dayText(last)) : words.unknownWeek
}

/** Returns the state of a place now, and its end; '' if it is unknown. */
export function openStatusHtml({ resolved, now }: HoursView, language: Language): string {
  const text = openStatusText(resolved, new Date(now), { words: hoursWords[language], locale: locales[language] })
  return text === undefined ? '' : `<p class="status"${resolved.openNow ? ' data-open' : ''}>${text}</p>`
}

/** The hours of this week at the place, and the special days to come; '' for no hours. */
export function hoursHtml({ entries, resolved, now }: HoursView, language: Language): string {
  if (entries.length === 0) return ''
  const words = hoursWords[language]
  const present = today(now, resolved.timeZone)
  const precedence = inPrecedence(entries)
  const hoursOn = (day: Day) => {
    const spans = decidedSpans(precedence, day)
    return spans === undefined ? words.unknown : spansText(spans) || words.closed
  }
  const dayOf = (day: Day, form: Intl.DateTimeFormatOptions) =>
    dateFormat(locales[language], { timeZone: 'UTC', ...form }).format(new Date(`${day}T00:00Z`))
  const days = Array.from({ length: 7 }, (_, at) => addDays(mondayOf(present), at))
  const dayText = (day: Day) => dayOf(day, { day: 'numeric', month: 'long', year: 'numeric' })
  const unknown = unknownWeekText(entries, days, { words, dayText })
  const week = days.map((day) => {
    const special = isSpecial(entries, day) ? ` <small>${words.special}</small>` : ''
    const name = `${words.days[weekdayOf(day)]} <small>${dayOf(day, { day: 'numeric', month: 'numeric' })}</small>`
    return `<tr${day === present ? ' class="today"' : ''}><th scope="row">${name}</th><td>${hoursOn(day)}${special}</td></tr>`
  })
  const special = specialDays(entries, present).map((day) => {
    const name = dayOf(day, { weekday: 'short', day: 'numeric', month: 'long' })
    return `<tr><th scope="row">${name}</th><td>${hoursOn(day)}</td></tr>`
  })
  const coming = special.length > 0 ? `<h3>${words.upcoming}</h3><table>${special.join('')}</table>` : ''
  const shown = unknown === undefined ? `<table>${week.join('')}</table>` : `<p>${unknown}</p>`
  return `<h3>${words.thisWeek}</h3>${shown}${coming}`
}
