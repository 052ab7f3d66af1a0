import { useFormat, useWords } from '../words/language.tsx'
import {
  addDays,
  type Day,
  isUndatedDay,
  kindOf,
  lacksHours,
  noEnd,
  type OpenHours,
  type OpenSpan,
  type Weekday,
  weekdayOf,
  weekdays,
} from './calendar.ts'
import { capital, type Holiday } from './holidays.ts'
import { editorWords, hoursWords } from './hours-words.ts'

const someMonday = '2024-01-01'

/** Returns a function for the short names of weekdays. */
export function useWeekdayName(): (day: Weekday) => string {
  const format = useFormat()
  return (day) => format.day(addDays(someMonday, weekdays.indexOf(day)), { weekday: 'short' })
}

/** Functions that describe entries of opening hours briefly. */
export type EntryText = ReturnType<typeof useEntryText>

/**
 * Returns functions that describe entries in the language of the page. An entry of one day is named after its holiday,
 * if any.
 */
export function useEntryText(holidays: readonly Holiday[] = []) {
  const words = useWords(editorWords)
  const { closed } = useWords(hoursWords)
  const format = useFormat()
  const dayName = useWeekdayName()
  const date = (day: Day) => format.day(day, { day: 'numeric', month: 'long', year: 'numeric' })
  const text = {
    /** Returns the name of an entry: its holiday, its season or month, otherwise its kind. */
    name(entry: OpenHours): string {
      const { validFrom, validTo } = entry
      const kind = kindOf(entry)
      if (kind === 'day') return capital(holidays.find(({ day }) => day === validFrom)?.name ?? words.kinds.day)
      if (kind === 'ordinary' || !validFrom || !validTo) return words.kinds[kind]
      if (isClosed(entry)) return words.closedFor
      if (validFrom.endsWith('-01') && addDays(validTo, 1).endsWith('-01') && addDays(validFrom, 31) > validTo) {
        return capital(format.day(validFrom, { month: 'long' }))
      }
      return isSummer(validFrom, validTo) ? words.summer : words.kinds.period
    },
    /** Returns the validity of an entry; empty if it is unlimited. */
    when({ validFrom, validTo }: OpenHours): string {
      if (validFrom === '' && validTo === '') return words.noDays
      const [from, to] = [validFrom, validTo === noEnd ? undefined : validTo]
      if (from && from === to)
        return format.day(from, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
      if (!from && !to) return words.always
      if (!to) return words.fromDay(date(from ?? ''))
      if (!from) return words.untilDay(date(to))
      if (from.slice(0, 7) === to.slice(0, 7)) return words.dayRange(format.day(from, { day: 'numeric' }), date(to))
      const isOneYear = from.slice(0, 4) === to.slice(0, 4)
      return words.fromTo(isOneYear ? format.day(from, { day: 'numeric', month: 'long' }) : date(from), date(to))
    },
    /** Returns the week of an entry: equal consecutive days as one, closed ones left out. */
    week(entry: OpenHours): string {
      const { validFrom, validTo, days = {} } = entry
      if (isUndatedDay(entry) || lacksHours(entry)) return ''
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

/** Returns whether there are no complete hours. */
function isClosed({ days = {} }: OpenHours): boolean {
  return weekdays.every((day) => (days[day] ?? []).length === 0)
}

/** From a day in May or June to one in August or September: summer in the northern hemisphere. */
function isSummer(from: Day, to: Day): boolean {
  return /-0[56]-/.test(from) && /-0[89]-/.test(to) && from.slice(0, 4) === to.slice(0, 4)
}

/** Omits minutes of zero: `9–12, 13–16:30`. */
function spansBriefly(spans: readonly OpenSpan[]): string {
  const briefly = (time: string) => time.replace(/:00$/, '')
  return spans.map(({ from, to }) => `${briefly(from)}–${briefly(to)}`).join(', ')
}

/** Consecutive days with the same hours. */
interface DayRun<Name> {
  readonly first: Name
  readonly last: Name
  readonly hours: string
}

/** Groups consecutive days with the same hours. */
export function alike<Name>(days: readonly { readonly name: Name; readonly hours: string }[]): readonly DayRun<Name>[] {
  const runs: { first: Name; last: Name; hours: string }[] = []
  for (const { name, hours } of days) {
    const run = runs.at(-1)
    if (run?.hours === hours) run.last = name
    else runs.push({ first: name, last: name, hours })
  }
  return runs
}
