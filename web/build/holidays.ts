import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { HolidayLists, ListedHoliday } from '../../src/pages/holiday.ts'
import { languages } from '../../src/words/words.ts'

/** ISO 3166-1 alpha-2: the countries of the Nordic and Baltic seas, and those that their churches abroad are in most. */
const countries = ['SE', 'NO', 'DK', 'FI', 'AX', 'IS', 'EE', 'LV', 'LT', 'DE', 'GB'] as const

/** The rules are computed ahead, so that no page loads the parser of them. */
const years = { first: 2025, last: 2036 } as const

/** Days on which offices and shops are closed, or close early. */
const types: ReadonlySet<string> = new Set(['public', 'bank', 'optional'])

interface Calendar {
  getHolidays(
    year: number,
    language: string,
  ): readonly { readonly date: string; readonly type: string; readonly name: string }[]
}

/** Names of the source that say another day in English than in the languages of the countries, or than searches do. */
const renamed: Readonly<Record<string, string>> = {
  Halloween: "All Saints' Eve",
  'Easter Saturday': 'Easter Eve',
  'Labour Day': 'May Day',
}

/** Days that the source only calls observed, by their names in Swedish, but on which hours differ. */
const observed: ReadonlySet<string> = new Set(['påskafton'])

/** Returns the holidays of each country, from the rules of `date-holidays` (CC BY 3.0). */
export function holidayLists(): HolidayLists {
  const Holidays = createRequire(import.meta.url)('date-holidays') as new (country: string) => Calendar
  return Object.fromEntries(countries.map((country) => [country, holidaysOf(new Holidays(country))]))
}

/** Writes the holidays of each country into a file of its own, of which the form loads one. */
export function writeHolidays(lists: HolidayLists, folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const [country, listed] of Object.entries(lists))
    writeFileSync(join(folder, `${country}.json`), JSON.stringify(listed))
}

function holidaysOf(calendar: Calendar): ListedHoliday[] {
  const listed: ListedHoliday[] = []
  for (let year: number = years.first; year <= years.last; year++) {
    const lists = languages.map((language) => calendar.getHolidays(year, language))
    for (const [at, { date, type }] of lists[0]!.entries()) {
      const names = lists.map((list) => renamed[list[at]!.name] ?? list[at]!.name)
      if (!types.has(type) && !names.some((name) => observed.has(name))) continue
      const day = date.slice(0, 'YYYY-MM-DD'.length)
      // Some days are two holidays.
      const [last, ...others] = listed.at(-1) ?? []
      if (last === day) listed.splice(-1, 1, [day, ...names.map((name, at) => `${others[at]}, ${name}`)])
      else listed.push([day, ...names])
    }
  }
  return listed
}
