import type { Place } from '../../client/client.ts'
import { addDays, minuteOfDay, today } from '../../src/pages/days.ts'
import type { hoursWords } from '../../src/pages/hours-words.ts'
import { minutes, spansOn, weekdayOf } from '../../src/place/open-hours.ts'

const dayMinutes = 24 * 60

type Reads = Pick<Place, 'openHours' | 'geolocationInfo'>

/** By the clocks of a country with one time zone; of others nothing is said, since only the service knows the zone of a position. */
export function openText(
  { openHours = [], geolocationInfo }: Reads,
  now: Date,
  words: (typeof hoursWords)['en'],
): { readonly isOpen: boolean; readonly text: string } | undefined {
  const zone = zoneOf(geolocationInfo?.country)
  if (openHours.length === 0 || zone === undefined) return undefined
  const day = today(now, zone)
  // Spans of yesterday may run past midnight, and those of tomorrow go on from those of today.
  const days = [-1, 0, 1, 2, 3, 4, 5, 6].map((offset) => ({ offset, spans: spansOn(openHours, addDays(day, offset)) }))
  const unknown = days.findIndex(({ offset, spans }) => offset >= 0 && spans === undefined)
  const spans = days.slice(0, unknown < 0 ? days.length : unknown).flatMap(({ offset, spans = [] }) =>
    spans.map((span) => {
      const { from, to } = minutes(span)
      return { ...span, offset, starts: from + offset * dayMinutes, ends: to + offset * dayMinutes }
    }),
  )
  const minute = minuteOfDay(now, zone)
  let present = spans.find(({ starts, ends }) => starts <= minute && minute < ends)
  if (present === undefined) {
    if (days[1]?.spans === undefined) return undefined
    const next = spans.find(({ starts }) => starts > minute)
    if (next === undefined) return { isOpen: false, text: words.closedNow }
    const { offset, from } = next
    if (offset === 0) return { isOpen: false, text: words.opensToday(from) }
    const when = offset === 1 ? words.tomorrow : words.onDays[weekdayOf(addDays(day, offset))]
    return { isOpen: false, text: words.opensOn(when, from) }
  }
  for (const span of spans) if (span.starts === present.ends) present = span
  // A time of the clock comes once in a day, also past midnight.
  const isWithinDay = present.ends - minute <= dayMinutes
  return { isOpen: true, text: isWithinDay ? words.openUntil(present.to) : words.openRoundTheClock }
}

const zones = new Map<string, string | undefined>()

/** The time zone of a country that has one alone, where the browser knows. */
function zoneOf(country: string | undefined): string | undefined {
  if (country === undefined || !/^[A-Z]{2}$/.test(country)) return undefined
  if (!zones.has(country)) {
    const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?(): readonly string[] | undefined }
    const [only, ...others] = locale.getTimeZones?.() ?? []
    zones.set(country, others.length === 0 ? only : undefined)
  }
  return zones.get(country)
}
