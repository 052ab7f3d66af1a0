import { dayMinutes } from '../place/dates.ts'
import { decidedSpans, entryOn, inPrecedence, weekdayOf } from '../place/open-hours.ts'
import type { OpenHours } from '../place/place.ts'
import type { PlaceHours } from '../query/results/place-hours.ts'
import { type Language, locales } from '../words/words.ts'
import { addDays, type Day, dateFormat, minuteOfDay, mondayOf, spansText, today } from './days.ts'
import { hoursWords } from './hours-words.ts'
import { jsonBlock } from './html.ts'
import { iconHtml } from './icons.ts'
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

/**
 * True if a day has hours of its own: those of an entry that is valid only on that day. The entries are sorted by
 * precedence.
 */
function isSpecial(precedence: readonly OpenHours[], day: Day): boolean {
  const entry = entryOn(precedence, day)
  return entry !== undefined && entry.validFrom === day && entry.validTo === day
}

/** The days to come that have hours of their own. */
export function specialDays(entries: readonly OpenHours[], present: Day): Day[] {
  const last = addDays(present, specialDaysShown.aheadDays)
  const precedence = inPrecedence(entries)
  return entries
    .flatMap(({ validFrom }) => (validFrom && validFrom >= present && validFrom <= last ? [validFrom] : []))
    .filter((day, at, all) => all.indexOf(day) === at && isSpecial(precedence, day))
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

/** Entries, and the present day at their place. */
export interface WeekView {
  readonly entries: readonly OpenHours[]
  readonly present: Day
}

/** Returns the title of the week that begins on this Monday. */
export function weekTitle({ present }: Pick<WeekView, 'present'>, monday: Day, language: Language): string {
  const words = hoursWords[language]
  if (monday === mondayOf(present)) return words.thisWeek
  const short = (day: Day) => dayIn(language, day, { day: 'numeric', month: 'short' })
  return words.week(short(monday), short(addDays(monday, 6)))
}

/** Returns the hours of the week that begins on this Monday; one sentence if there are none. */
export function weekHtml({ entries, present }: WeekView, monday: Day, language: Language): string {
  const words = hoursWords[language]
  const days = Array.from({ length: 7 }, (_, at) => addDays(monday, at))
  const dayText = (day: Day) => dayIn(language, day, { day: 'numeric', month: 'long', year: 'numeric' })
  const unknown = unknownWeekText(entries, days, { words, dayText })
  if (unknown !== undefined) return `<p class="soft">${unknown}</p>`
  const precedence = inPrecedence(entries)
  const rows = days.map((day) => {
    const special = isSpecial(precedence, day) ? ` <span class="special">${words.special}</span>` : ''
    const name = `${words.days[weekdayOf(day)]} <small>${dayIn(language, day, { day: 'numeric', month: 'numeric' })}</small>`
    return `<tr${day === present ? ' class="today"' : ''}><th scope="row">${name}</th><td>${hoursOn(precedence, day, language)}${special}</td></tr>`
  })
  return `<table>${rows.join('')}</table>`
}

/** Returns the hours of a day by entries that are sorted by precedence. */
function hoursOn(precedence: readonly OpenHours[], day: Day, language: Language): string {
  const words = hoursWords[language]
  const spans = decidedSpans(precedence, day)
  if (spans === undefined) return `<span class="soft">${words.unknown}</span>`
  return spansText(spans) || `<span class="soft">${words.closed}</span>`
}

function dayIn(language: Language, day: Day, form: Intl.DateTimeFormatOptions): string {
  return dateFormat(locales[language], { timeZone: 'UTC', ...form }).format(new Date(`${day}T00:00Z`))
}

/** The hours of this week at the place, buttons for other weeks, and the special days to come; '' for no hours. */
export function hoursHtml({ entries, resolved: { timeZone }, now }: HoursView, language: Language): string {
  if (entries.length === 0) return ''
  const words = hoursWords[language]
  const present = today(now, timeZone)
  const monday = mondayOf(present)
  const turn = (days: number, icon: 'left' | 'right', label: string) =>
    `<button type="button" class="sign" data-turn="${days}" title="${label}" aria-label="${label}">${iconHtml(icon)}</button>`
  const precedence = inPrecedence(entries)
  const special = specialDays(entries, present).map((day) => {
    const name = dayIn(language, day, { weekday: 'short', day: 'numeric', month: 'long' })
    return `<tr><th scope="row">${name}</th><td>${hoursOn(precedence, day, language)}</td></tr>`
  })
  return [
    `<div class="turn"><h3 aria-live="polite">${weekTitle({ present }, monday, language)}</h3>${turn(-7, 'left', words.previousWeek)}${turn(7, 'right', words.nextWeek)}</div>`,
    `<div class="days">${weekHtml({ entries, present }, monday, language)}</div>`,
    `<p class="zone" data-zone="${timeZone}" hidden>${words.localTime(timeZone)}</p>`,
    special.length > 0 && `<h3>${words.upcoming}</h3><table>${special.join('')}</table>`,
    jsonBlock({ entries, present } satisfies WeekView, 'application/json'),
  ]
    .filter((part) => part)
    .join('')
}

/** Returns the instant, in milliseconds since 1970, after which the hours of a place read differently. */
export function hoursUntil({ entries, resolved: { nextChange, timeZone }, now }: HoursView): number | undefined {
  if (entries.length === 0) return undefined
  // Midnight comes at most 25 hours from now; a minute more does no harm.
  const midnight = now + (dayMinutes - minuteOfDay(now, timeZone)) * 60_000
  return nextChange === undefined ? midnight : Math.min(Date.parse(nextChange), midnight)
}
