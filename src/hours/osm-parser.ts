import { type Reason, type ReasonCode, reason } from '../common/reason.ts'
import { weekdaysFrom } from '../place/open-hours.ts'
import { type OpenSpan, type Weekday, weekdays } from '../place/place.ts'
import { type CalendarDay, type DaySelector, occursIn, type YearRange } from './calendar-day.ts'

/** One rule of an `opening_hours` value. */
export interface OsmRule {
  /** All must hold; none: every day. */
  readonly selectors: readonly DaySelector[]
  readonly weekdays: readonly Weekday[]
  readonly spans: readonly OpenSpan[]
  /** True if it adds to earlier rules for the same day instead of replacing them. */
  readonly isAdditional: boolean
  /** The year from which it recurs every year, 0 if it names none; undefined if it does not recur. */
  readonly recursFrom: number | undefined
  readonly text: string
}

/** A value parsed into rules. */
export interface OsmRules {
  readonly rules: readonly OsmRule[]
  /** The years that it names, without those from which a rule recurs. */
  readonly years: readonly number[]
  /** The parts of the value that no rule contains. */
  readonly remainder: readonly Reason[]
}

/** The fault of a value that is not in the grammar, or that opening hours of places cannot represent. */
export class OsmFault extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reason.detail)
    this.reason = reason
  }
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const
const month = months.join('|')
const day = String.raw`(\d{1,2})(?![\d:])`
const syntax = {
  always: /24\/7/y,
  monthDay: new RegExp(
    String.raw`(?:(\d{4}) )?(${month})(?![a-z])(?: ${day})?(?:(\+)|-(?:(?:(\d{4}) )?(${month})(?![a-z])(?: ${day})?|${day}))?`,
    'yi',
  ),
  moreDays: /,(\d{1,2})(?:-(\d{1,2}))?(?![\d:])/y,
  years: /(\d{4})(?:-(\d{4})|(\+))?(?![\d:/])/y,
  weeks: /(\d{1,2})(?:-(\d{1,2})(?:\/(\d{1,2}))?)?(?![\d:])/y,
  weekday: /(mo|tu|we|th|fr|sa|su|ph|sh)(?![a-z])(?:-(mo|tu|we|th|fr|sa|su)(?![a-z]))?/iy,
  time: /(\d{1,2}):([0-5]\d)-(\d{1,2}):([0-5]\d)(?!\+|\/)/y,
  modifier: /(open|off|closed|close)(?![a-z])/iy,
  comment: /"[^"]*"/y,
} as const

/** Parts of the grammar that cannot be represented, by their beginnings. */
const unsayable = [
  [/easter/iy, 'easter'],
  [/\(?(dawn|dusk|sunrise|sunset)/iy, 'sun'],
  [/\d{1,2}:\d{2}(-\d{1,2}:\d{2})?\+/y, 'open-end'],
  [/\[/y, 'weekdays-of-month'],
  [/[+-]\d+ days?/iy, 'days-counted'],
  [/unknown/iy, 'unknown-hours'],
  [/\|\|/y, 'fallback'],
  [/"/y, 'comment-alone'],
  [/\/\d/y, 'every-second-year'],
] as const satisfies readonly (readonly [RegExp, ReasonCode])[]

/**
 * Parses a value of the OSM key `opening_hours`, by the grammar of
 * https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification as far as opening hours of places can represent
 * it. Throws an OsmFault for the rest. Public and school holidays, and comments beside hours, are omitted and reported.
 */
export function parseOsmRules(value: string): OsmRules {
  return new Reader(canonical(value)).read()
}

/** The longest value. Longer ones state more than any place needs, and take long to evaluate. */
const lengthMax = 3000

/** Normalises blanks, dashes and colons, and removes insignificant ones; comments stay unchanged. */
function canonical(value: string): string {
  if (value.length > lengthMax) throw new OsmFault(reason('osm-long', { max: lengthMax }))
  const parts = value.trim().split(/("[^"]*")/)
  const texts = parts.map((part, at) => (at % 2 === 1 ? part : withoutNoise(part)))
  return texts.join('').replace(/[; ]+$/, '')
}

function withoutNoise(text: string): string {
  return (
    text
      .replace(/[–—−]/g, '-')
      .replace(/\s+/g, ' ')
      .replace(/ ?([-,;]) ?/g, '$1')
      // After a colon, a single number may be a day or an hour (`Dec: 21-23`).
      .replace(/(?<=[a-z\d]) ?:(?=[a-z]| (?:\D|\d{1,2}:))|(?<=[a-z]) ?:(?=\d{1,2}:)/gi, ' ')
      .replace(/(?<=\d): (?=\d)| {2,}/g, ' ')
  )
}

/** The dates that the day selectors of a rule name. */
interface NamedDays {
  readonly years: YearRange[]
  /** True if there are dates without a year. */
  isYearless: boolean
  /** Days that some years do not have, with the fault if the named years have none. */
  readonly rare: { readonly selects: DaySelector; readonly fault: OsmFault }[]
}

function noDays(): NamedDays {
  return { years: [], isYearless: false, rare: [] }
}

class Reader {
  readonly #text: string
  readonly #years: number[] = []
  readonly #remainder: Reason[] = []
  #at = 0
  /** The dates named by the day selectors of the current rule. */
  #named = noDays()

  constructor(text: string) {
    this.#text = text
  }

  read(): OsmRules {
    const rules: OsmRule[] = []
    if (this.#text === '') throw new OsmFault(reason('osm-empty'))
    for (let isAdditional = false; ; ) {
      const rule = this.#rule(isAdditional, rules.length === 0)
      if (rule) rules.push(rule)
      if (this.#at >= this.#text.length) break
      isAdditional = this.#text[this.#at] === ','
      if (!isAdditional && this.#text[this.#at] !== ';') this.#refuse()
      while (/[;,]/.test(this.#text[this.#at] ?? '')) this.#at++
    }
    if (rules.length === 0) throw new OsmFault(reason('osm-nothing', { parts: this.#remainder }))
    const years = [...new Set(this.#years)]
    const remainder = [...new Map(this.#remainder.map((part) => [part.detail, part])).values()]
    return { rules, years, remainder }
  }

  /** Returns undefined for a rule about holidays only. */
  #rule(isAdditional: boolean, isFirst: boolean): OsmRule | undefined {
    const start = this.#at
    const isAlways = this.#take(syntax.always) !== undefined
    const ofDays = isAlways ? { selectors: [], recursFrom: undefined } : this.#daySelectors()
    this.#blank()
    const chosen = isAlways ? { days: weekdays, isHoliday: false } : this.#weekdays()
    const isOfAllDays = isAlways || this.#at === start
    this.#blank()
    const spans = isAlways ? [] : this.#spans()
    this.#blank()
    const modifier = this.#take(syntax.modifier)?.[1]?.toLowerCase()
    this.#blank()
    if (modifier !== undefined) this.#dropComment()
    const isOff = modifier !== undefined && modifier !== 'open'
    if (this.#at === start) this.#refuse()
    if (isOff && spans.length > 0) throw new OsmFault(reason('osm-part-closed'))
    if (chosen.isHoliday) return undefined
    // By the grammar, `Mo 10:00-12:00; 13:00-17:00` replaces Monday's hours, but its authors mean to add to them.
    if (isOfAllDays && !isFirst) this.#refuse(start)
    // Days without hours are open, except in `Sa, Aug off`.
    if (spans.length === 0 && modifier === undefined && this.#text[this.#at] === ',') this.#refuse()
    const open = spans.length === 0 ? [{ from: '00:00', to: '24:00' }] : spans
    const text = this.#text.slice(start, this.#at).trim()
    const adds = isAdditional && !isOff
    return { ...ofDays, weekdays: chosen.days, spans: isOff ? [] : open, isAdditional: adds, text }
  }

  #dropComment(): void {
    const comment = this.#take(syntax.comment)
    if (comment) this.#remainder.push(reason('comment', { comment: comment[0] }))
    this.#blank()
  }

  #daySelectors(): Pick<OsmRule, 'selectors' | 'recursFrom'> {
    this.#named = noDays()
    // Each kind once: `Dec 24 Jan 2` lacks a sign between its parts.
    const found: Partial<Record<'months' | 'years' | 'weeks', DaySelector | undefined>> = {}
    for (let start = -1; start !== this.#at; ) {
      start = this.#at
      this.#blank()
      found.months ??= this.#monthDays()
      found.years ??= this.#yearRanges()
      found.weeks ??= this.#weekRanges()
    }
    const { years, isYearless, rare } = this.#named
    const absent = rare.find(({ selects }) => years.length > 0 && !years.some((range) => occursIn(range, selects)))
    if (absent) throw absent.fault
    const endless = years.filter(([, last]) => last === Number.POSITIVE_INFINITY)
    const isRecurring = isYearless && (years.length === 0 || endless.length > 0)
    const dated = isRecurring ? years.filter((range) => !endless.includes(range)) : years
    this.#years.push(...dated.flat().filter(Number.isFinite))
    const selectors = Object.values(found).filter((selector) => selector !== undefined)
    return { selectors, recursFrom: isRecurring ? Math.max(0, ...endless.map(([first]) => first)) : undefined }
  }

  #monthDays(): DaySelector | undefined {
    const ranges: DaySelector[] = []
    let first: RegExpExecArray | undefined
    for (let found = this.#take(syntax.monthDay); found; found = this.#takeAfterComma(syntax.monthDay)) {
      ranges.push(this.#monthDay(found))
      const [text, year, name = '', from] = found
      // In `2027 Jan 5,Feb 7` the year may belong to one date or to both.
      first ??= found
      if ((first[1] === undefined) !== (year === undefined))
        throw new OsmFault(reason('osm-no-year', { text: year === undefined ? text : first[0] }))
      if (from === undefined) continue
      for (let more = this.#take(syntax.moreDays); more; more = this.#take(syntax.moreDays)) {
        ranges.push(this.#monthDay(['', year, name, more[1], undefined, undefined, undefined, undefined, more[2]]))
      }
    }
    return ranges.length === 0 ? undefined : (day) => ranges.some((range) => range(day))
  }

  #monthDay(found: readonly (string | undefined)[]): DaySelector {
    const [, year, name = '', from, isOpen, yearTo, nameTo, to, dayTo] = found
    checkYears(year, yearTo)
    const first = monthOf(name)
    const last = nameTo === undefined ? first : monthOf(nameTo)
    const start = dateCode(first, Number(from ?? 1))
    const end = dateCode(last, Number(dayTo ?? to ?? (from !== undefined && nameTo === undefined ? from : 31)))
    const [firstYear, lastYear] = [Number(year), Number(yearTo ?? year)]
    const wrapped = yearTo === undefined && end < start ? 1 : 0
    checkDay(from, first, year === undefined ? undefined : firstYear)
    checkDay(dayTo ?? to, last, year === undefined ? undefined : lastYear + wrapped)
    if (nameTo !== undefined && (from === undefined) !== (to === undefined))
      throw new OsmFault(reason('osm-day-month', { text: found[0] ?? '' }))
    if (year === undefined) {
      if (isOpen || yearTo !== undefined) throw new OsmFault(reason('osm-no-year', { text: found[0] ?? '' }))
      this.#named.isYearless = true
      if (start === leapDay || end === leapDay)
        this.#named.rare.push({ selects: isLeapDay, fault: noSuchDay('29', february) })
      return inRange(start, end, ({ month, day }) => dateCode(month, day))
    }
    const full = (years: number, code: number) => years * 10_000 + code
    const upTo = isOpen ? Number.POSITIVE_INFINITY : full(lastYear + wrapped, end)
    this.#named.years.push([firstYear, isOpen ? Number.POSITIVE_INFINITY : lastYear + wrapped])
    if (upTo < full(firstYear, start)) throw new OsmFault(reason('osm-date-order', { text: found[0] ?? '' }))
    return ({ year, month, day }) => {
      const code = full(year, dateCode(month, day))
      return code >= full(firstYear, start) && code <= upTo
    }
  }

  #yearRanges(): DaySelector | undefined {
    const ranges: DaySelector[] = []
    for (let found = this.#take(syntax.years); found; found = this.#takeAfterComma(syntax.years)) {
      const [, from, to, isOpen] = found
      checkYears(from, to)
      const [first, last] = [Number(from), isOpen ? Number.POSITIVE_INFINITY : Number(to ?? from)]
      if (last < first) throw new OsmFault(reason('osm-year-order', { text: found[0] ?? '' }))
      this.#named.years.push([first, last])
      ranges.push(({ year }) => year >= first && year <= last)
    }
    return ranges.length === 0 ? undefined : (day) => ranges.some((range) => range(day))
  }

  #weekRanges(): DaySelector | undefined {
    if (!this.#take(/weeks? ?/iy)) return undefined
    const ranges: DaySelector[] = []
    for (let found = this.#take(syntax.weeks); found; found = this.#takeAfterComma(syntax.weeks)) {
      const [, from, to, step = '1'] = found
      const [first, last, every] = [Number(from), Number(to ?? from), Number(step)]
      const fault = new OsmFault(reason('osm-weeks', { text: found[0] ?? '' }))
      if (first < 1 || last > 53 || last < first || every < 1) throw fault
      const selects = ({ week }: CalendarDay) => week >= first && week <= last && (week - first) % every === 0
      this.#named.rare.push({ selects, fault })
      ranges.push(selects)
    }
    if (ranges.length === 0) this.#refuse()
    this.#named.isYearless = true
    return (day) => ranges.some((range) => range(day))
  }

  /** Returns the weekdays of a rule, or all if it names none, and whether it names only holidays. */
  #weekdays(): { readonly days: readonly Weekday[]; readonly isHoliday: boolean } {
    const start = this.#at
    const days = new Set<Weekday>()
    let hasHoliday = false
    for (let found = this.#take(syntax.weekday); found; found = this.#takeAfterComma(syntax.weekday)) {
      const [first, last] = [found[1]!.toLowerCase(), found[2]?.toLowerCase()]
      if (first === 'ph' || first === 'sh') {
        if (last !== undefined) this.#refuse()
        hasHoliday = true
        this.#remainder.push(reason(first === 'ph' ? 'public-holidays' : 'school-holidays'))
      } else for (const weekday of weekdaysFrom(first as Weekday, (last ?? first) as Weekday)) days.add(weekday)
    }
    if (this.#at === start) return { days: weekdays, isHoliday: false }
    if (hasHoliday && days.size === 0) {
      // Skips the weekdays of holidays, or days counted from them.
      this.#take(/ ?[+-]\d+ days?/iy)
      this.#blank()
      this.#take(syntax.weekday)
      while (this.#takeAfterComma(syntax.weekday));
    }
    return { days: weekdays.filter((weekday) => days.has(weekday)), isHoliday: days.size === 0 }
  }

  #spans(): OpenSpan[] {
    const spans: OpenSpan[] = []
    for (let found = this.#take(syntax.time); found; found = this.#takeAfterComma(syntax.time)) {
      const [fromHour, fromMinute, toHour, toMinute] = found.slice(1).map(Number) as [number, number, number, number]
      const to = toHour * 60 + toMinute
      if (fromHour > 23 || to > 48 * 60 || to > fromHour * 60 + fromMinute + 24 * 60) {
        throw new OsmFault(reason('osm-hours', { text: found[0] ?? '' }))
      }
      spans.push({
        from: timeText(fromHour, fromMinute),
        to: to > 24 * 60 ? timeText(toHour - 24, toMinute) : timeText(toHour, toMinute),
      })
    }
    return spans
  }

  #blank(): void {
    if (this.#text[this.#at] === ' ') this.#at++
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text) ?? undefined
    if (found) this.#at = pattern.lastIndex
    return found
  }

  /** Takes the next element of a list. Anything else after the comma stays, since it may begin another rule. */
  #takeAfterComma(pattern: RegExp): RegExpExecArray | undefined {
    if (this.#text[this.#at] !== ',') return undefined
    this.#at++
    const found = this.#take(pattern)
    if (!found) this.#at--
    return found
  }

  #refuse(at = this.#at): never {
    const rest = this.#text.slice(at).trimStart()
    for (const [pattern, what] of unsayable) {
      pattern.lastIndex = 0
      if (pattern.test(rest))
        throw new OsmFault(reason('osm-unsayable', { what: reason(what), text: rest.slice(0, 40) }))
    }
    throw new OsmFault(rest === '' ? reason('osm-short') : reason('osm-from', { text: rest.slice(0, 40) }))
  }
}

function monthOf(name: string): number {
  return months.indexOf(name.toLowerCase() as (typeof months)[number]) + 1
}

function checkYears(...years: readonly (string | undefined)[]): void {
  const wrong = years.find((year) => year !== undefined && (Number(year) < 1900 || Number(year) > 9998))
  if (wrong !== undefined) throw new OsmFault(reason('osm-year', { year: wrong }))
}

const february = 2

/** Throws the fault of a day that the month does not have; `year` is undefined if any year will do. */
function checkDay(text: string | undefined, month: number, year: number | undefined): void {
  if (text === undefined) return
  const days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!
  const most = month === february && year !== undefined && !occursIn([year, year], isLeapDay) ? days - 1 : days
  if (Number(text) < 1 || Number(text) > most) throw noSuchDay(text, month)
}

function noSuchDay(day: string, month: number): OsmFault {
  return new OsmFault(reason('osm-day', { month: months[month - 1]!, day }))
}

/** Encodes month and day in their order within a year. */
function dateCode(month: number, day: number): number {
  return month * 100 + day
}

const leapDay = dateCode(february, 29)
const isLeapDay = ({ month, day }: CalendarDay) => dateCode(month, day) === leapDay

/** Selects a range of codes, which may continue past the end of the year. */
function inRange(start: number, end: number, codeOf: (day: CalendarDay) => number): DaySelector {
  return (day) => {
    const code = codeOf(day)
    return start <= end ? code >= start && code <= end : code >= start || code <= end
  }
}

function timeText(hour: number, minute: number): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
