import { type LocalHours, localHours, type ResolvedSpan, spansBetween } from '../hours/open-spans.ts'
import { dayMillis } from '../place/dates.ts'
import type { Instant } from '../place/place.ts'
import type { ShownPlace } from './schema-org.ts'
import { type SpecialDays, specialDaysOf } from './special-days.ts'

/** Years of special hours that a calendar tells of a place, the last of them: to resolve one takes 0.2 ms. */
const yearsMax = 200
/** Octets of a line (RFC 5545, 3.1). */
const lineBytesMax = 75

/** What a special day is called in the language of the service. */
const words = { sv: { open: 'öppet', closed: 'stängt' }, en: { open: 'open', closed: 'closed' } } as const

/** What stands before the events of a calendar (RFC 5545), and behind them. */
export const calendarFrame = {
  begin: lines(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Gazetteer//Special hours//EN', 'METHOD:PUBLISH']),
  end: lines(['END:VCALENDAR']),
} as const

/**
 * The special hours of a place as events: a time in which it is open from instant to instant in UTC, which no reader takes
 * for those of another zone, and a day on which it is closed as a whole day. An event has the same UID at each reading, whatever
 * others are added.
 */
export function specialEvents(place: ShownPlace, locale: string): string {
  const { id, name = id, geolocation, openHours = [], updated } = place
  if (geolocation === undefined || updated === undefined) return ''
  const [longitude, latitude] = geolocation.geometry.coordinates
  const { zone } = localHours({ geolocation })
  const { open, closed } = words[locale.startsWith('sv') ? 'sv' : 'en']
  const event = (begin: string, when: readonly string[], what: string) =>
    lines([
      'BEGIN:VEVENT',
      `UID:${id}-${begin}`,
      `DTSTAMP:${utc(Date.parse(updated))}`,
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
      : spans.map(({ from, to }) => event(utc(from), [`DTSTART:${utc(from)}`, `DTEND:${utc(to)}`], open)).join('')
  const byYear = Map.groupBy(specialDaysOf(openHours), ({ days }) => days[0]!.slice(0, 4))
  const years = [...byYear.values()].slice(-yearsMax)
  return years.flatMap((special) => [...spansByDay(special, zone)].map(([day, spans]) => ofDay(day, spans))).join('')
}

/** The days of entries that follow each other, each with when it is open. */
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

/** An instant in UTC (RFC 5545, 3.3.5). */
function utc(instant: Instant): string {
  return new Date(instant).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
}

/** A text as a value (RFC 5545, 3.3.11), which has no control characters but line breaks. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ')
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${folded(text)}\r\n`).join('')
}

/** A line that is folded between characters, never within one. */
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
