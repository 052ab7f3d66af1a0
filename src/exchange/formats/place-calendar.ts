import { type LocalHours, localHours, type ResolvedSpan, spansBetween } from '../../hours/open-spans.ts'
import { firstReaching, zoneClock } from '../../hours/zone-clock.ts'
import { addDays, dayMillis } from '../../place/dates.ts'
import { minutes, resolvedEntries, weekdayOf } from '../../place/open-hours.ts'
import { type Instant, type OpenHours, type OpenSpan, type Weekday, weekdays } from '../../place/place.ts'
import { utcTime, wallTime, weekdayCodes, zoneLines, zoneYears } from './calendar-zone.ts'
import type { ShownPlace } from './schema-org.ts'
import { isSpecial, type SpecialDays, specialDaysOf } from './special-days.ts'

/** Maximum number of years with special hours in a calendar; the last ones are kept. Resolving one takes 0.2 ms. */
const yearsMax = 200
/** Maximum number of days that do not follow the ordinary week, counted for each of its events. */
const exceptionsMax = 10_000
/** Octets of a line (RFC 5545, 3.1). */
const lineBytesMax = 75

/** The titles of special days in the language of the service. */
const words = { sv: { open: 'öppet', closed: 'stängt' }, en: { open: 'open', closed: 'closed' } } as const

/** The parts of a calendar (RFC 5545) before and behind the events. */
export const calendarFrame = {
  begin: lines(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Gazetteer//Opening hours//EN', 'METHOD:PUBLISH']),
  /** A calendar must have a component, so a list without places contains this one. */
  listZone: lines(zoneLines('UTC')),
  end: lines(['END:VCALENDAR']),
} as const

/**
 * The opening hours of a place as events, preceded by its time zone unless that was already written. The ordinary week
 * recurs in local time, without the special days. On these, an open time is an event in UTC, and a closed day is an
 * all-day event. An event keeps its UID at each reading, even if others are added.
 */
export function hoursEvents(place: ShownPlace, locale: string, zones: Set<LocalHours['zone']>): string {
  const { id, name = id, geolocation, openHours = [], updated } = place
  if (geolocation === undefined || updated === undefined) return ''
  const [longitude, latitude] = geolocation.geometry.coordinates
  const { zone } = localHours({ geolocation })
  const { open, closed } = words[locale.startsWith('sv') ? 'sv' : 'en']
  const event = (key: string, when: readonly string[], what: string) =>
    lines([
      'BEGIN:VEVENT',
      `UID:${id}-${key}`,
      `DTSTAMP:${utcTime(Date.parse(updated))}`,
      ...when,
      `SUMMARY:${escaped(`${name}: ${what}`)}`,
      ...(addressOf(place) === '' ? [] : [`LOCATION:${escaped(addressOf(place))}`]),
      `GEO:${latitude};${longitude}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ])
  const ofDay = (day: string, spans: readonly ResolvedSpan[]) =>
    spans.length === 0
      ? event(day, [`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`], closed)
      : spans
          .map(({ from, to }) => event(utcTime(from), [`DTSTART:${utcTime(from)}`, `DTEND:${utcTime(to)}`], open))
          .join('')
  const special = specialDaysOf(openHours)
  const ordinary = ordinaryWeeks(openHours, special, updated)
  const byYear = Map.groupBy(special, ({ days }) => days[0]!.slice(0, 4))
  const years = [...byYear.values()].slice(-yearsMax)
  const isNewZone = !zones.has(zone)
  zones.add(zone)
  return [
    isNewZone ? lines(zoneLines(zone)) : '',
    ...ordinary.map((week) => event(`${week.first}-${week.key}`, recurrence(week, zone), open)),
    ...years.flatMap((entries) => [...spansByDay(entries, zone)].map(([day, spans]) => ofDay(day, spans))),
  ].join('')
}

/** A span in which a place is open on some weekdays. */
interface OrdinaryWeek {
  readonly key: string
  readonly span: OpenSpan
  readonly weekdays: readonly Weekday[]
  /** The first day on which it is open, and the last day of the validity. */
  readonly first: string
  readonly last: string | undefined
  readonly except: readonly string[]
}

/**
 * The ordinary weeks of a place. Hours without a start begin with the year of the last change. With too many excepted
 * days, a calendar has only the special days.
 */
function ordinaryWeeks(
  openHours: readonly OpenHours[],
  special: readonly SpecialDays[],
  updated: string,
): OrdinaryWeek[] {
  const excepted = special.flatMap(({ days }) => days)
  const entries = resolvedEntries(openHours.filter((entry) => !isSpecial(entry)))
  const weeks = entries.flatMap((entry) => {
    const { validFrom: from = '' } = entry
    const validTo = entry.validTo === endless ? undefined : entry.validTo
    const start = from < firstDay ? yearStart(validTo !== undefined && validTo < updated ? validTo : updated) : from
    if (start > lastWeek) return []
    return weekdaysBySpan(entry).flatMap(([key, open]) => {
      const first = firstOf(
        start,
        open.map(({ weekday }) => weekday),
      )
      if (validTo !== undefined && validTo < first) return []
      return {
        key,
        span: open[0]!.span,
        weekdays: open.map(({ weekday }) => weekday),
        first,
        last: validTo,
        except: [],
      }
    })
  })
  if (weeks.length * excepted.length > exceptionsMax) return []
  const isWithin = (day: string, { weekdays: open, first, last = day }: OrdinaryWeek) =>
    first <= day && day <= last && open.includes(weekdayOf(day))
  return weeks.map((week) => ({ ...week, except: excepted.filter((day) => isWithin(day, week)) }))
}

/** A validity that starts earlier counts as one without a first day. */
const firstDay = `${zoneYears.first}-01-01`
/** The last day of a validity without an end. */
const endless = '9999-12-31'
/** Later weeks contain days that cannot be written. */
const lastWeek = '9999-12-25'

function yearStart(day: string): string {
  return `${day.slice(0, 4)}-01-01`
}

/** The weekdays of each span of an entry. */
function weekdaysBySpan({ days = {} }: OpenHours) {
  const spans = weekdays.flatMap((weekday) => (days[weekday] ?? []).map((span) => ({ weekday, span })))
  return Map.groupBy(spans, ({ span: { from, to } }) => `${from}-${to}`.replaceAll(':', ''))
    .entries()
    .toArray()
}

function firstOf(start: string, open: readonly Weekday[]): string {
  const week = Array.from({ length: 7 }, (_, at) => addDays(start, at))
  return week.find((day) => open.includes(weekdayOf(day)))!
}

/** The recurrence of an ordinary week; its validity ends at the instant at which the place opens on the last day. */
function recurrence({ span, weekdays: open, first, last, except }: OrdinaryWeek, zone: LocalHours['zone']): string[] {
  const { from, to } = minutes(span)
  const wall = (day: string, minute: number) => wallTime(new Date(Date.parse(day) + minute * 60_000))
  const until = last === undefined ? '' : `;UNTIL=${utcTime(opening(last, from, zone))}`
  const byDay = [...new Set(open)].map((weekday) => weekdayCodes[weekdays.indexOf(weekday)])
  return [
    `DTSTART;TZID=${zone}:${wall(first, from)}`,
    `DTEND;TZID=${zone}:${wall(first, to)}`,
    `RRULE:FREQ=WEEKLY;BYDAY=${byDay}${until}`,
    ...(except.length === 0 ? [] : [`EXDATE;TZID=${zone}:${except.map((day) => wall(day, from))}`]),
  ]
}

function opening(day: string, minute: number, zone: LocalHours['zone']): Instant {
  const reading = Date.parse(day) + minute * 60_000
  return firstReaching(zoneClock(zone, reading - dayMillis, reading + dayMillis), reading)
}

/** The days of consecutive entries, each with its open spans. */
function spansByDay(special: readonly SpecialDays[], zone: LocalHours['zone']): Map<string, readonly ResolvedSpan[]> {
  const entries = special.map(({ entry }) => entry)
  const days = special.flatMap((one) => one.days)
  const [first, last] = [Date.parse(days[0]!), Date.parse(days.at(-1)!)]
  // Days of every zone are within a day of those of UTC.
  const spans = Map.groupBy(spansBetween({ entries, zone }, first - dayMillis, last + 2 * dayMillis), ({ day }) => day)
  return new Map(days.map((day) => [day, spans.get(day) ?? []]))
}

function addressOf({ visitingInfo = {}, contactInfo = {} }: ShownPlace): string {
  const { address = contactInfo.visitingAddress, city } = visitingInfo
  return [address, city].filter((part) => part).join(', ')
}

/** A text as a value (RFC 5545, 3.3.11), without control characters except line breaks. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ')
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${folded(text)}\r\n`).join('')
}

/** Folds a line between characters, never within one. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= lineBytesMax) return line
  let [text, bytes] = ['', 0]
  for (const character of line) {
    const more = Buffer.byteLength(character)
    if (bytes + more > lineBytesMax) [text, bytes] = [`${text}\r\n `, 1]
    text += character
    bytes += more
  }
  return text
}
