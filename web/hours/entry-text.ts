import { useFormat, useWords } from '../words/language.tsx'
import {
  addDays,
  type Day,
  kindOf,
  noEnd,
  type OpenHours,
  type OpenSpan,
  type Weekday,
  weekdayOf,
  weekdays,
} from './calendar.ts'
import type { Holiday } from './holidays.ts'
import { editorWords, hoursWords } from './hours-words.ts'

const someMonday = '2024-01-01'

/** What weekdays are called in short. */
export function useWeekdayName(): (day: Weekday) => string {
  const format = useFormat()
  return (day) => format.day(addDays(someMonday, weekdays.indexOf(day)), { weekday: 'short' })
}

/** Entries of opening hours in words, as briefly as they can be told. */
export type EntryText = ReturnType<typeof useEntryText>

/** Tells entries in the language of the page; those of one day by the name of a holiday, where they fall on one. */
export function useEntryText(holidays: readonly Holiday[] = []) {
  const words = useWords(editorWords)
  const { closed } = useWords(hoursWords)
  const format = useFormat()
  const dayName = useWeekdayName()
  const date = (day: Day) => format.day(day, { day: 'numeric', month: 'long', year: 'numeric' })
  const text = {
    /** What an entry is called: by its holiday, its season or month, or else its kind. */
    name(entry: OpenHours): string {
      const { validFrom, validTo } = entry
      const kind = kindOf(entry)
      if (kind === 'day') return holidays.find(({ day }) => day === validFrom)?.name ?? words.kinds.day
      if (kind === 'ordinary' || !validFrom || !validTo) return words.kinds[kind]
      if (isClosed(entry)) return words.closedFor
      if (validFrom.endsWith('-01') && addDays(validTo, 1).endsWith('-01') && addDays(validFrom, 31) > validTo) {
        return capital(format.day(validFrom, { month: 'long' }))
      }
      return isSummer(validFrom, validTo) ? words.summer : words.kinds.period
    },
    /** The days that an entry is for; nothing where it is for all. */
    when({ validFrom, validTo }: OpenHours): string {
      if (validFrom === '' && validTo === '') return words.noDays
      const [from, to] = [validFrom, validTo === noEnd ? undefined : validTo]
      if (from && from === to)
        return format.day(from, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
      if (!from && !to) return words.always
      if (!to) return words.fromDay(date(from ?? ''))
      if (!from) return words.untilDay(date(to))
      const isOneYear = from.slice(0, 4) === to.slice(0, 4)
      return words.fromTo(isOneYear ? format.day(from, { day: 'numeric', month: 'long' }) : date(from), date(to))
    },
    /** The week of an entry: days that are alike in one, those that are closed left out. */
    week({ validFrom, validTo, days = {} }: OpenHours): string {
      if (validFrom && validFrom === validTo)
        return spansBriefly(days[weekdayOf(validFrom)] ?? []) || closed.toLowerCase()
      const runs = alike(weekdays.map((day) => ({ name: day, hours: spansBriefly(days[day] ?? []) })))
      const open = runs.filter(({ hours }) => hours !== '')
      if (open.length === 0) return closed.toLowerCase()
      if (runs.length === 1) return `${words.everyDay} ${open[0]!.hours}`
      const daysOf = (first: Weekday, last: Weekday) =>
        first === last ? dayName(first) : words.dayRange(dayName(first), dayName(last))
      return open.map(({ first, last, hours }) => `${daysOf(first, last)} ${hours}`).join(', ')
    },
  }
  return text
}

/** Whether no hours are given, or none are whole. */
function isClosed({ days = {} }: OpenHours): boolean {
  return weekdays.every((day) => (days[day] ?? []).length === 0)
}

/** From some day of May or June to one of August or September: what is called summer north of the equator. */
function isSummer(from: Day, to: Day): boolean {
  return /-0[56]-/.test(from) && /-0[89]-/.test(to) && from.slice(0, 4) === to.slice(0, 4)
}

/** Spans without minutes where they have none: `9–12, 13–16:30`. */
function spansBriefly(spans: readonly OpenSpan[]): string {
  const briefly = (time: string) => time.replace(/:00$/, '')
  return spans.map(({ from, to }) => `${briefly(from)}–${briefly(to)}`).join(', ')
}

/** Days that follow each other and have the same hours. */
interface DayRun<Name> {
  readonly first: Name
  readonly last: Name
  readonly hours: string
}

/** Days that follow each other with the same hours as one, from the first to the last. */
export function alike<Name>(days: readonly { readonly name: Name; readonly hours: string }[]): readonly DayRun<Name>[] {
  const runs: { first: Name; last: Name; hours: string }[] = []
  for (const { name, hours } of days) {
    const run = runs.at(-1)
    if (run?.hours === hours) run.last = name
    else runs.push({ first: name, last: name, hours })
  }
  return runs
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
