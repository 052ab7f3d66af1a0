import { specialDaysOf } from '../exchange/formats/special-days.ts'
import { dayMinutes } from '../place/dates.ts'
import { decidedSpans, inPrecedence, weekdayOf } from '../place/open-hours.ts'
import type { OpenHours, PlaceView } from '../place/place.ts'
import type { PlaceHours } from '../query/results/place-hours.ts'
import { type Language, locales } from '../words/words.ts'
import { addDays, type Day, dateFormat, minuteOfDay, mondayOf, spansText, today } from './days.ts'
import { capital, type Holiday, hasOwnHours, holidayInSentence, isUnconfirmed } from './holiday.ts'
import { hoursWords } from './hours-words.ts'
import { escaped, jsonBlock, pagePath } from './html.ts'
import { iconHtml } from './icons.ts'
import { openStatusText } from './open-status-text.ts'

/** The opening hours of a place, and the moment that they are shown for. */
export interface HoursView {
  readonly entries: readonly OpenHours[]
  readonly resolved: PlaceHours
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The days of which a week can be asked for. */
export const [firstDay, lastDay] = ['1900-01-01', '2199-12-31'] as const

/** Special days that are shown: of so many days ahead, and so many at most. */
const specialDaysShown = { aheadDays: 90, max: 6 } as const

/** The days to come that have hours of their own, and the holidays that nobody has given hours for. */
function daysToCome({ entries, present, holidays }: WeekView): Day[] {
  const last = addDays(present, specialDaysShown.aheadDays)
  const precedence = inPrecedence(entries)
  const isToCome = (day: Day) => present <= day && day <= last
  const own = specialDaysOf(entries).flatMap(({ days }) => days.filter(isToCome))
  const unconfirmed = holidays.flatMap(({ day }) => (isToCome(day) && isUnconfirmed(precedence, day) ? day : []))
  return [...new Set([...own, ...unconfirmed])].sort().slice(0, specialDaysShown.max)
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

/** Returns that the hours of today are not confirmed for a holiday; '' for other days. */
export function unconfirmedHtml({ entries, resolved, now }: HoursView, { holidays, language }: ShownWeek): string {
  const present = today(now, resolved.timeZone)
  const holiday = holidays.find(({ day }) => day === present)
  if (!holiday || !isUnconfirmed(inPrecedence(entries), present)) return ''
  return `<p class="unconfirmed">${escaped(hoursWords[language].unconfirmed(holidayInSentence(holiday.name, language)))}</p>`
}

/** Entries, the present day at their place, and the holidays there. */
export interface WeekView {
  readonly entries: readonly OpenHours[]
  readonly present: Day
  readonly holidays: readonly Holiday[]
  /** The day of the week that was asked for. */
  readonly chosen?: Day | undefined
  /** The address of the form without its query, for readers who may change the hours. */
  readonly form?: string | undefined
}

/** Returns the title of the week that begins on this Monday. */
export function weekTitle({ present }: Pick<WeekView, 'present'>, monday: Day, language: Language): string {
  const words = hoursWords[language]
  if (monday === mondayOf(present)) return words.thisWeek
  const short = (day: Day) => dayIn(language, day, { day: 'numeric', month: 'short' })
  return words.week(short(monday), short(addDays(monday, 6)))
}

/** Returns the hours of the week that begins on this Monday; one sentence if there are none. */
export function weekHtml(view: WeekView, monday: Day, language: Language): string {
  const { entries, present, chosen, form } = view
  const words = hoursWords[language]
  const days = Array.from({ length: 7 }, (_, at) => addDays(monday, at))
  const dayText = (day: Day) => dayIn(language, day, { day: 'numeric', month: 'long', year: 'numeric' })
  const unknown = unknownWeekText(entries, days, { words, dayText })
  if (unknown !== undefined) return `<p class="soft">${unknown}</p>`
  const hoursOn = hoursOf(view, language, words.special)
  const rows = days.map((day) => {
    const look = [day === present && 'today', day === chosen && 'chosen'].filter(Boolean).join(' ')
    const weekday = words.days[weekdayOf(day)]
    const date = `<small>${dayIn(language, day, { day: 'numeric', month: 'numeric' })}</small>`
    const change = `<a href="${form}?day=${day}#hours" data-day="${day}" title="${words.changeDay(weekday)}" aria-label="${words.changeDay(weekday)}">${iconHtml('edit')}</a>`
    const name = `${weekday} ${date}${form === undefined ? '' : change}`
    return `<tr${look && ` class="${look}"`}><th scope="row">${name}</th><td>${hoursOn(day)}</td></tr>`
  })
  return `<table>${rows.join('')}</table>`
}

/** Returns the function for the hours of a day: its spans, and the holiday that it is, else `special` for special hours. */
function hoursOf({ entries, holidays }: WeekView, language: Language, special = ''): (day: Day) => string {
  const words = hoursWords[language]
  const precedence = inPrecedence(entries)
  return (day) => {
    const spans = decidedSpans(precedence, day)
    const holiday = holidays.find((one) => one.day === day)?.name
    const hours = spans && spansText(spans).replaceAll(/[^ ,]+/g, '<span class="times">$&</span>')
    const shown = hours || `<span class="soft">${hours === undefined ? words.unknown : words.closed}</span>`
    if (holiday !== undefined && isUnconfirmed(precedence, day))
      return `${shown} <small class="unconfirmed">${escaped(words.unconfirmed(holidayInSentence(holiday, language)))}</small>`
    const own = hasOwnHours(precedence, day) ? special : ''
    const pill = holiday === undefined ? own : escaped(capital(holiday))
    return pill !== '' ? `${shown} <span class="special">${pill}</span>` : shown
  }
}

function dayIn(language: Language, day: Day, form: Intl.DateTimeFormatOptions): string {
  return dateFormat(locales[language], { timeZone: 'UTC', ...form }).format(new Date(`${day}T00:00Z`))
}

/** The week that the page of a place shows first. */
interface ShownWeek {
  /** The holidays where the place is. */
  readonly holidays: readonly Holiday[]
  /** A day of the week that was asked for; undefined for the present one. */
  readonly asked: Day | undefined
  readonly language: Language
  /** True if the address of the page names the language. */
  readonly isNamed: boolean
  readonly place: Pick<PlaceView, 'slug'>
  readonly rights: { readonly mayEdit: boolean }
}

/** So many days of holidays ahead are in the page, for its script. */
const holidaysAheadDays = 400

/** A form for other weeks without scripts, which its script answers by itself. */
function turnHtml(view: WeekView, monday: Day, { language, isNamed }: ShownWeek): string {
  const words = hoursWords[language]
  const turn = (days: number, icon: 'left' | 'right', label: string) =>
    `<button class="sign" name="date" value="${addDays(monday, days)}" data-turn="${days}" title="${label}" aria-label="${label}">${iconHtml(icon)}</button>`
  const named = isNamed ? `<input type="hidden" name="lang" value="${language}">` : ''
  return [
    `<div class="turn"><h3 aria-live="polite">${weekTitle(view, monday, language)}</h3>`,
    `<form data-week>${named}${turn(-7, 'left', words.previousWeek)}${turn(7, 'right', words.nextWeek)}</form>`,
    `<form data-week>${named}<input type="date" name="date" required min="${firstDay}" max="${lastDay}" value="${view.chosen ?? view.present}" aria-label="${words.weekOf}" title="${words.weekOf}"><button class="button">${words.show}</button></form></div>`,
  ].join('')
}

/** The hours of a week at the place, ways to other weeks, and the special days to come; '' for no hours. */
export function hoursHtml({ entries, resolved: { timeZone }, now }: HoursView, shown: ShownWeek): string {
  if (entries.length === 0) return ''
  const { language, asked: chosen } = shown
  const words = hoursWords[language]
  const present = today(now, timeZone)
  const monday = mondayOf(chosen ?? present)
  const spans = [
    [mondayOf(present), addDays(present, holidaysAheadDays)] as const,
    [monday, addDays(monday, 6)] as const,
  ]
  const holidays = shown.holidays.filter(({ day }) => spans.some(([from, to]) => from <= day && day <= to))
  const form = shown.rights.mayEdit ? `./${pagePath(shown.place.slug)}/edit` : undefined
  const view: WeekView = { entries, present, holidays, form }
  const hoursOn = hoursOf(view, language)
  const toCome = daysToCome(view).map((day) => {
    const name = dayIn(language, day, { weekday: 'short', day: 'numeric', month: 'long' })
    return `<tr><th scope="row">${name}</th><td>${hoursOn(day)}</td></tr>`
  })
  return [
    turnHtml({ ...view, chosen }, monday, shown),
    `<div class="days" data-monday="${monday}">${weekHtml({ ...view, chosen }, monday, language)}</div>`,
    `<p class="zone" data-zone="${timeZone}" hidden>${words.localTime(timeZone)}</p>`,
    toCome.length > 0 && `<h3>${words.upcoming}</h3><table>${toCome.join('')}</table>`,
    jsonBlock(view, 'application/json'),
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
