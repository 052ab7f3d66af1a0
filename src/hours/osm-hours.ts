import { type Reason, reason } from '../common/reason.ts'
import { dayText, weekdayNumber } from '../place/dates.ts'
import { type OpenHours, type OpenSpan, type Weekday, weekdays } from '../place/place.ts'
import { overlaps } from '../place/rules/hours-faults.ts'
import { type CalendarDay, calendarDay, dayIn, daysOf } from './calendar-day.ts'
import { OsmFault, type OsmRule, type OsmRules, parseOsmRules } from './osm-parser.ts'

/** Opening hours parsed from a value of OSM. */
interface OsmHours {
  readonly openHours: OpenHours[]
  /** The parts of the value that they omit. */
  readonly remainder: readonly Reason[]
}

/** The number of years for which yearly rules are written out, since entries of opening hours do not recur. */
const recurringYears = 3
/** The most years between the first and the last named year. */
const namedYearsMax = 20
/** The most evaluations of a rule on a day, which take some 50 ms together. */
const judgedMax = 150_000

/** The spans of each weekday. A missing weekday is unspecified. */
type Week = Readonly<Partial<Record<Weekday, readonly OpenSpan[]>>>

/**
 * Consecutive days with the same week, in days since 1970-01-01; the last is inclusive, and either end may be infinite.
 */
interface Stretch {
  readonly from: number
  readonly to: number
  readonly week: Week
  /** Identifies equal weeks; '' for an unspecified week. */
  readonly key: string
}

/**
 * Parses the opening hours in a value of the OSM key `opening_hours`, or returns the reason why they cannot be
 * represented. The result never states more than the value. Rules that recur every year are written out for three years
 * from `year`, or from the first year of the last one to begin, and the rest is reported in the remainder.
 */
export function readOsmHours(value: string, year: number): OsmHours | { readonly fault: Reason } {
  try {
    const parsed = parseOsmRules(value)
    const decides = new Map<OsmRule, boolean>()
    const stretches = stretchesOf(parsed, year, decides).filter(({ key }) => key !== '')
    const { rules } = parsed
    const [, lastYear] = yearsOf(parsed, year) ?? []
    const isReplaced = rules.some((rule) => rule.weekdays.length > 0 && decides.get(rule) === false)
    const remainder = [...parsed.remainder, ...(isReplaced ? [reason('rule-replaced')] : [])]
    const openHours = entriesOf(stretches).toSorted(byBeginning).map(withEnd)
    const isCut = isRecurring(parsed) && stretches[0]?.from !== Number.NEGATIVE_INFINITY
    return { openHours, remainder: isCut ? [...remainder, reason('years-after', { year: lastYear! })] : remainder }
  } catch (error) {
    if (error instanceof OsmFault) return { fault: error.reason }
    throw error
  }
}

/**
 * Divides the relevant days into stretches. Records in `decides`, for each rule that applies on some day, true if it
 * decides one.
 */
function stretchesOf(parsed: OsmRules, year: number, decides: Map<OsmRule, boolean>): Stretch[] {
  const { rules } = parsed
  const alone = (applying: readonly OsmRule[], from: number, to: number): Stretch => {
    const week = weekOf(applying, decides)
    return {
      from,
      to,
      week,
      key: Object.keys(week).length === 0 ? '' : JSON.stringify(weekdays.map((day) => week[day] ?? null)),
    }
  }
  const examined = yearsOf(parsed, year)
  if (examined === undefined) return [alone(rules, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)]
  const [firstYear, lastYear] = examined
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
  // Rules that recur every year leave other years unspecified.
  const around = isRecurring(parsed)
    ? stretches
    : [
        alone(applyingAt(first - 1), Number.NEGATIVE_INFINITY, first - 1),
        ...stretches,
        alone(applyingAt(last + 1), last + 1, Number.POSITIVE_INFINITY),
      ]
  // Of rules that recur, a leap day or a week 53 may lie outside the examined years.
  const outside = rules.filter((rule) => !decides.has(rule))
  const nowhere = outside.find(({ recursFrom }) => recursFrom === undefined)
  if (nowhere) throw new OsmFault(reason('osm-from', { text: nowhere.text.slice(0, 40) }))
  const [only, ...others] = joined(around)
  const isYearless = parsed.years.length === 0 && rules.every(({ recursFrom = 0 }) => recursFrom === 0)
  const isAlways = isYearless && outside.length === 0 && only !== undefined && others.length === 0
  return isAlways ? [{ ...only, from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }] : joined(around)
}

/** Returns the first and the last year to examine, or undefined if the rules apply to every year alike. */
function yearsOf({ rules, years }: OsmRules, year: number): readonly [first: number, last: number] | undefined {
  const begins = rules.flatMap(({ recursFrom = [] }) => recursFrom)
  const all = begins.length === 0 ? years : [...years, year, Math.max(year, ...begins) + recurringYears - 1]
  return all.length === 0 ? undefined : [Math.min(...all), Math.max(...all)]
}

function isRecurring({ rules }: OsmRules): boolean {
  return rules.some(({ recursFrom }) => recursFrom !== undefined)
}

/** Returns which rules apply to a day, one digit each. */
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

/** Combines rules into a week: on each weekday the last rule decides, with those that only add to it. */
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
 * Turns stretches into entries. If a week returns after other stretches, without a gap, one entry spans them all. The
 * others become shorter entries inside it, which win (D22).
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
