import type { Place } from '../../client/client.ts'
import { addDays, type Day, minuteOfDay, soonText, today } from '../../src/pages/days.ts'
import type { hoursWords } from '../../src/pages/hours-words.ts'
import { dayMinutes } from '../../src/place/dates.ts'
import { decidedSpans, inPrecedence, minutes } from '../../src/place/open-hours.ts'

type Words = (typeof hoursWords)['en']
type Reads = Pick<Place, 'openHours' | 'geolocationInfo'>

/**
 * Returns whether a place is open, by the clocks of its country if that has only one time zone. Undefined otherwise,
 * because only the service knows the zone of a position.
 */
export function openText(
  { openHours = [], geolocationInfo }: Reads,
  now: Date,
  words: Words,
): { readonly isOpen: boolean; readonly text: string } | undefined {
  const zone = zoneOf(geolocationInfo?.country)
  if (openHours.length === 0 || zone === undefined) return undefined
  const day = today(now, zone)
  const minute = minuteOfDay(now, zone)
  const precedence = inPrecedence(openHours)
  const spansOf = (offset: number) =>
    decidedSpans(precedence, addDays(day, offset))?.map((span) => {
      const { from, to } = minutes(span)
      return { ...span, starts: from + offset * dayMinutes, ends: to + offset * dayMinutes }
    })
  // Spans of yesterday may extend past midnight, and those of tomorrow may continue today's.
  const spans = [-1, 0, 1].flatMap((offset) => spansOf(offset) ?? [])
  let present = spans.find(({ starts, ends }) => starts <= minute && minute < ends)
  if (present === undefined) {
    const text = closedText(spansOf, { day, minute, words })
    return text === undefined ? undefined : { isOpen: false, text }
  }
  for (const span of spans) if (span.starts === present.ends) present = span
  // Within 24 hours a time of day is unambiguous, even past midnight.
  const isWithinDay = present.ends - minute <= dayMinutes
  return { isOpen: true, text: isWithinDay ? words.openUntil(present.to) : words.openRoundTheClock }
}

interface Closed {
  readonly day: Day
  readonly minute: number
  readonly words: Words
}

/** Returns when it opens next, as far as known; undefined if today is unknown. */
function closedText(
  spansOf: (offset: number) => readonly { readonly from: string; readonly starts: number }[] | undefined,
  { day, minute, words }: Closed,
): string | undefined {
  for (let offset = 0; offset < 7; offset++) {
    const spans = spansOf(offset)
    if (spans === undefined) return offset === 0 ? undefined : words.closedNow
    const next = spans.find(({ starts }) => starts > minute)
    if (!next) continue
    const when = soonText(addDays(day, offset), day, words)
    return offset === 0 || when === undefined ? words.opensToday(next.from) : words.opensOn(when, next.from)
  }
  return words.closedNow
}

const zones = new Map<string, string | undefined>()

/** Returns the time zone of a country with only one, if the browser knows it. */
function zoneOf(country: string | undefined): string | undefined {
  if (country === undefined || !/^[A-Z]{2}$/.test(country)) return undefined
  if (!zones.has(country)) {
    const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?(): readonly string[] | undefined }
    const [only, ...others] = locale.getTimeZones?.() ?? []
    zones.set(country, others.length === 0 ? only : undefined)
  }
  return zones.get(country)
}
