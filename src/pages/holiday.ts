import { isSpecial } from '../exchange/formats/special-days.ts'
import { decidedSpans, entryOn } from '../place/open-hours.ts'
import type { OpenHours } from '../place/place.ts'
import { type Language, languages } from '../words/words.ts'
import type { Day } from './days.ts'

/** A holiday as the build of the page lists it: `YYYY-MM-DD`, and its name in each language of the page. */
export type ListedHoliday = readonly [day: Day, ...names: readonly string[]]

/** The holidays of countries (ISO 3166-1 alpha-2), in order of date. */
export type HolidayLists = Readonly<Record<string, readonly ListedHoliday[]>>

/** A day on which offices are closed or close early, with its name as sentences have it. */
export interface Holiday {
  readonly day: Day
  readonly name: string
}

/** Returns listed holidays in a language. */
export function holidaysIn(listed: readonly ListedHoliday[], language: Language): Holiday[] {
  const at = languages.indexOf(language)
  return listed.map(([day, ...names]) => ({ day, name: names[at] ?? '' }))
}

/** Names that sentences have with an article: those that count or describe a day. */
const withArticle = /^(?:First|Second|Third|Fourth|Day of|Icelandic) |holiday$|^Restoration /i

/** Returns the name of a holiday within a sentence. */
export function holidayInSentence(name: string, language: Language): string {
  return language === 'en' && withArticle.test(name) ? `the ${name}` : name
}

/** Returns true if a place has hours for a day: an entry for special days decides it. Takes sorted entries. */
export function hasOwnHours(precedence: readonly OpenHours[], day: Day): boolean {
  const entry = entryOn(precedence, day)
  return entry !== undefined && isSpecial(entry)
}

/** Returns true if a place is open on a holiday only by hours that nobody gave for it. Takes sorted entries. */
export function isUnconfirmed(precedence: readonly OpenHours[], holiday: Day): boolean {
  return !hasOwnHours(precedence, holiday) && (decidedSpans(precedence, holiday) ?? []).length > 0
}

/** Begins a text with a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
