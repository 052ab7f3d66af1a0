import { inPrecedence, weekdayOf } from '../place/open-hours.ts'
import { type OpenHours, type OpenSpan, type Weekday, weekdays } from '../place/place.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const names: Readonly<Record<Weekday, string>> = {
  mo: 'Mo',
  tu: 'Tu',
  we: 'We',
  th: 'Th',
  fr: 'Fr',
  sa: 'Sa',
  su: 'Su',
}
const lastDay = '9999-12-31'
/** The years that OSM can name. */
const years = { first: '1900-01-01', last: '9998-12-31' } as const

/**
 * Formats opening hours as a value of the OSM key `opening_hours`. Returns undefined if that is impossible: OSM has no
 * validity with an end but no beginning. Days that an entry omits are closed in it.
 */
export function writeOsmHours(openHours: readonly OpenHours[]): string | undefined {
  if (openHours.length === 0 || !openHours.every(isSayable)) return undefined
  // The winning entry comes last, since a rule replaces earlier ones on its days.
  const entries = inPrecedence(openHours).toReversed()
  const isWeek = entries[0] && validityOf(entries[0]) === '' && everyDay(entries[0])
  if (entries.length === 1 && isWeek) return '24/7'
  return entries.flatMap((entry, index) => rulesOf(entry, entries.slice(0, index))).join('; ')
}

function isSayable({ validFrom, validTo }: OpenHours): boolean {
  const isDated = (day: string) => day >= years.first && day <= years.last
  if (validFrom === undefined) return validTo === undefined || validTo === lastDay
  return isDated(validFrom) && (validTo === undefined || validTo === lastDay || isDated(validTo))
}

function everyDay({ days = {} }: OpenHours): boolean {
  return weekdays.every((weekday) => timesOf(days[weekday] ?? []) === '00:00-24:00')
}

function rulesOf(entry: OpenHours, before: readonly OpenHours[]): string[] {
  const validity = validityOf(entry)
  const { days = {}, validFrom, validTo } = entry
  const isDay = validFrom !== undefined && validFrom === validTo
  const ofDays = isDay ? [weekdayOf(validFrom)] : weekdays
  const open = ofDays.filter((weekday) => (days[weekday] ?? []).length > 0)
  const rule = (...parts: readonly string[]) => [validity, ...parts].filter((part) => part !== '').join(' ')
  const isOver = before.some((other) => touches(entry, other))
  const closed = open.length === 0 || (isOver && open.length < ofDays.length) ? [rule('off')] : []
  const byTimes = Map.groupBy(open, (weekday) => timesOf(days[weekday]!))
  const opened = [...byTimes].map(([times, same]) => rule(isDay ? '' : rangesOf(same), times))
  return [...closed, ...opened]
}

function touches(one: OpenHours, other: OpenHours): boolean {
  const [from, to] = [one.validFrom ?? '', one.validTo ?? lastDay]
  return from <= (other.validTo ?? lastDay) && to >= (other.validFrom ?? '')
}

function validityOf({ validFrom, validTo }: OpenHours): string {
  if (validFrom === undefined) return ''
  if (validTo === undefined || validTo === lastDay) return `${dateOf(validFrom)}+`
  return validFrom === validTo ? dateOf(validFrom) : `${dateOf(validFrom)}-${dateOf(validTo)}`
}

function dateOf(day: string): string {
  return `${day.slice(0, 4)} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(8, 10)}`
}

function timesOf(spans: readonly OpenSpan[]): string {
  return spans.map(({ from, to }) => `${from}-${to}`).join(',')
}

/** Formats weekdays as `Mo-We,Fr`. */
function rangesOf(days: readonly Weekday[]): string {
  if (days.length === weekdays.length) return ''
  const ranges: Weekday[][] = []
  for (const day of days) {
    const last = ranges.at(-1)
    if (last && weekdays.indexOf(last.at(-1)!) + 1 === weekdays.indexOf(day)) last.push(day)
    else ranges.push([day])
  }
  const text = (range: Weekday[]) => {
    const [first, last] = [names[range[0]!], names[range.at(-1)!]]
    return range.length === 1 ? first : `${first}${range.length === 2 ? ',' : '-'}${last}`
  }
  return ranges.map(text).join(',')
}
