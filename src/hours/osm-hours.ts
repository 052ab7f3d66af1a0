import { LruCache } from '../common/lru-cache.ts'
import { type Reason, reason } from '../common/reason.ts'
import { dayMillis, dayText, weekdayNumber } from '../place/dates.ts'
import { type OpenHours, type OpenSpan, type Weekday, weekdays } from '../place/place.ts'
import { overlaps } from '../place/rules/hours-faults.ts'
import { type CalendarDay, OsmFault, type OsmRule, type OsmRules, parseOsmRules } from './osm-parser.ts'

/** Opening hours as a value of OSM says them. */
interface OsmHours {
  readonly openHours: OpenHours[]
  /** What of the value they do not say. */
  readonly remainder: readonly Reason[]
}

/** What comes back every year is said of so many years, since no entry of opening hours does. */
const recurringYears = 3
/** Most years between those that are named. */
const namedYearsMax = 20
/** Rules are judged on so many days together, which takes some 50 ms. */
const judgedMax = 150_000

/** The spans of each weekday; of one without, nothing is said. */
type Week = Readonly<Partial<Record<Weekday, readonly OpenSpan[]>>>

/** Days that follow each other, whose weeks are the same. An end may be infinite; days since 1970-01-01, the last inclusive. */
interface Stretch {
  readonly from: number
  readonly to: number
  readonly week: Week
  /** By which weeks are compared; '' where nothing is said. */
  readonly key: string
}

/**
 * The opening hours that a value of the OSM key `opening_hours` says, or why they cannot be said. Never more than it says: what
 * comes back every year is said from `year` on for three years, and told as a remainder.
 */
export function readOsmHours(value: string, year: number): OsmHours | { readonly fault: Reason } {
  try {
    const parsed = parseOsmRules(value)
    const decides = new Map<OsmRule, boolean>()
    const stretches = stretchesOf(parsed, year, decides).filter(({ key }) => key !== '')
    const { isRecurring, rules } = parsed
    const isReplaced = rules.some((rule) => rule.weekdays.length > 0 && decides.get(rule) === false)
    const remainder = [...parsed.remainder, ...(isReplaced ? [reason('rule-replaced')] : [])]
    const until = reason('years-after', { year: year + recurringYears - 1 })
    const openHours = entriesOf(stretches).toSorted(byBeginning).map(withEnd)
    const isCut = isRecurring && stretches[0]?.from !== Number.NEGATIVE_INFINITY
    return { openHours, remainder: isCut ? [...remainder, until] : remainder }
  } catch (error) {
    if (error instanceof OsmFault) return { fault: error.reason }
    throw error
  }
}

/** Notes of each rule that applies on some day whether it decides one. */
function stretchesOf({ rules, years, isRecurring }: OsmRules, year: number, decides: Map<OsmRule, boolean>): Stretch[] {
  const named = isRecurring ? [...years, year, year + recurringYears - 1] : years
  const alone = (applying: readonly OsmRule[], from: number, to: number): Stretch => {
    const week = weekOf(applying, decides)
    return {
      from,
      to,
      week,
      key: Object.keys(week).length === 0 ? '' : JSON.stringify(weekdays.map((day) => week[day] ?? null)),
    }
  }
  if (named.length === 0) return [alone(rules, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)]
  const [firstYear, lastYear] = [Math.min(...named), Math.max(...named)]
  if (lastYear - firstYear > namedYearsMax) throw new OsmFault(reason('osm-years-apart', { max: namedYearsMax }))
  const [first, last] = [dayIn(firstYear, 1, 1), dayIn(lastYear, 12, 31)]
  if (rules.length * (last - first) > judgedMax) throw new OsmFault(reason('osm-rules'))
  const applyingOn = (day: CalendarDay) => rules.filter(({ selectors }) => selectors.every((selects) => selects(day)))
  const stretches: Stretch[] = []
  let former = ''
  let number = first
  for (let at = firstYear; at <= lastYear; at++) {
    for (const day of daysOf(at)) {
      const signature = signatureOf(rules, day)
      const last = stretches.at(-1)
      if (last && signature === former) stretches[stretches.length - 1] = { ...last, to: number }
      else stretches.push(alone(applyingOn(day), number, number))
      former = signature
      number++
    }
  }
  const applyingAt = (number: number) => applyingOn(calendarDay(number))
  // What comes back every year is said of no others.
  const around = isRecurring
    ? stretches
    : [
        alone(applyingAt(first - 1), Number.NEGATIVE_INFINITY, first - 1),
        ...stretches,
        alone(applyingAt(last + 1), last + 1, Number.POSITIVE_INFINITY),
      ]
  const [only, ...others] = joined(around)
  // A leap day or a week 53 may lie outside of the years that are judged.
  const isWhole = rules.every((rule) => decides.has(rule))
  const isAlways = isRecurring && isWhole && years.length === 0 && only !== undefined && others.length === 0
  return isAlways ? [{ ...only, from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }] : joined(around)
}

/** Which rules are about a day. */
function signatureOf(rules: readonly OsmRule[], day: CalendarDay): string {
  let signature = ''
  for (const { selectors } of rules) signature += selectors.every((selects) => selects(day)) ? '1' : '0'
  return signature
}

function joined(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = []
  for (const stretch of stretches) {
    const last = joined.at(-1)
    if (last && last.key === stretch.key) joined[joined.length - 1] = { ...last, to: stretch.to }
    else joined.push(stretch)
  }
  return joined
}

/** What rules say of each weekday: the last one decides, and those that only add to it. */
function weekOf(rules: readonly OsmRule[], decides: Map<OsmRule, boolean>): Week {
  const byDay: Partial<Record<Weekday, readonly OsmRule[]>> = {}
  for (const rule of rules) {
    decides.set(rule, decides.get(rule) ?? false)
    for (const day of rule.weekdays) byDay[day] = rule.isAdditional ? [...(byDay[day] ?? []), rule] : [rule]
  }
  const week: Partial<Record<Weekday, readonly OpenSpan[]>> = {}
  for (const [day, those] of Object.entries(byDay) as [Weekday, readonly OsmRule[]][]) {
    for (const rule of those) decides.set(rule, true)
    const spans = those.flatMap((rule) => rule.spans)
    const [overlap] = overlaps(spans)
    if (overlap) throw new OsmFault(reason('osm-overlap', { fault: overlap.fault }))
    week[day] = spans
  }
  return week
}

/**
 * Entries for stretches: one that comes again behind others, without a day between, is one entry, in which those others are
 * shorter ones, so that they win (D22).
 */
function entriesOf(stretches: readonly Stretch[]): Stretch[] {
  const [first, ...rest] = stretches
  if (first === undefined) return []
  let last = 0
  for (let at = 1; at < stretches.length && stretches[at]!.from === stretches[at - 1]!.to + 1; at++) {
    if (stretches[at]!.key === first.key) last = at
  }
  const inside = stretches.slice(1, last).filter(({ key }) => key !== first.key)
  const whole = { ...first, to: stretches[last]!.to }
  return [whole, ...entriesOf(inside), ...entriesOf(last === 0 ? rest : stretches.slice(last + 1))]
}

function byBeginning(one: Stretch, other: Stretch): number {
  return one.from === other.from ? other.to - one.to : one.from - other.from
}

function withEnd({ from, to, week }: Stretch, index: number, all: readonly Stretch[]): OpenHours {
  const occurring =
    to - from < 6 ? Array.from({ length: to - from + 1 }, (_, at) => weekdays[weekdayNumber(from + at)]!) : weekdays
  const open = weekdays.filter((weekday) => occurring.includes(weekday) && (week[weekday]?.length ?? 0) > 0)
  const days = Object.fromEntries(open.map((weekday) => [weekday, [...week[weekday]!]]))
  const endless = index < all.length - 1 ? { validTo: '9999-12-31' } : {}
  return {
    ...(from !== Number.NEGATIVE_INFINITY && { validFrom: dayText(from) }),
    ...(to === Number.POSITIVE_INFINITY ? endless : { validTo: dayText(to) }),
    ...(open.length > 0 && { days }),
  }
}

function dayIn(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / dayMillis
}

/** The days of years that were asked for last: they take longer to work out than to look at. */
const knownYears = new LruCache<number, readonly CalendarDay[]>(64, () => 1)

function daysOf(year: number): readonly CalendarDay[] {
  return knownYears.getOrMake(year, () => {
    const [first, behind] = [dayIn(year, 1, 1), dayIn(year + 1, 1, 1)]
    return Array.from({ length: behind - first }, (_, at) => calendarDay(first + at))
  })
}

function calendarDay(number: number): CalendarDay {
  const date = new Date(number * dayMillis)
  const year = date.getUTCFullYear()
  // The week of a day is that of its Thursday (ISO 8601).
  const thursday = number - weekdayNumber(number) + 3
  const firstOfYear = dayIn(new Date(thursday * dayMillis).getUTCFullYear(), 1, 1)
  const week = Math.floor((thursday - firstOfYear) / 7) + 1
  return { year, month: date.getUTCMonth() + 1, day: date.getUTCDate(), week }
}
