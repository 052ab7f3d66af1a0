import type { JsonObject } from '../place/json.ts'
import { type Weekday, weekdays } from '../place/place.ts'
import type { Random } from './random.ts'

type Spans = readonly { readonly from: string; readonly to: string }[]
type Week = Partial<Record<Weekday, Spans>>

/** The end of a base that special days follow (D22). */
const endOfTime = '9999-12-31'
const working = ['mo', 'tu', 'we', 'th', 'fr'] as const

const span = (from: string, to: string): Spans => [{ from, to }]
const week = (days: readonly Weekday[], spans: Spans): Week => Object.fromEntries(days.map((day) => [day, spans]))

/** Hours of a church: open by day, longer in summer, special days in winter and a mass past midnight. */
export function churchHours(random: Random): JsonObject[] {
  const base = { ...week(weekdays, span(random.pick(['09:00', '10:00']), random.pick(['15:00', '16:00', '17:00']))) }
  base.su = span('10:00', random.pick(['13:00', '14:00', '18:00']))
  if (random.chance(0.4)) return [{ days: base }]
  const longer = { days: week(weekdays, span('09:00', random.pick(['19:00', '20:00']))) }
  return [
    { validTo: endOfTime, days: base },
    { validFrom: '2026-06-01', validTo: '2026-08-31', ...longer },
    {
      validFrom: '2026-12-24',
      validTo: '2026-12-24',
      days: { th: [...span('11:00', '15:00'), ...span('23:00', '00:30')] },
    },
    { validFrom: '2027-03-27', validTo: '2027-03-27', days: { sa: span('22:30', '00:30') } },
    { validFrom: '2027-06-01', validTo: '2027-08-31', ...longer },
    {
      validFrom: '2027-12-24',
      validTo: '2027-12-24',
      days: { fr: [...span('11:00', '15:00'), ...span('23:00', '00:30')] },
    },
  ]
}

/** Hours of a parish home: some weekdays, evenings and coffee after the service. */
export function parishHomeHours(random: Random): JsonObject[] {
  const days: Week = week(random.some(working, 3), span('09:30', random.pick(['12:00', '14:00', '15:30'])))
  if (random.chance(0.5)) days.we = [...span('10:00', '12:00'), ...span('17:30', '20:30')]
  if (random.chance(0.3)) days.fr = span('18:00', random.pick(['22:00', '23:30', '01:00']))
  days.su = span('11:00', '13:00')
  return [{ days }]
}

/** Hours of an office: closed over lunch, late once a week, closed at the turn of the year. */
export function officeHours(random: Random): JsonObject[] {
  const close = random.pick(['14:30', '15:00', '16:00'])
  const days = week(working, [...span('09:00', '12:00'), ...span('13:00', close)])
  days[random.pick(working)] = [...span('09:00', '12:00'), ...span('13:00', '18:00')]
  const closed = { days: week(weekdays, []) }
  return [
    { validFrom: '2025-01-01', validTo: endOfTime, days },
    { validFrom: '2026-12-24', validTo: '2027-01-06', ...closed },
    { validFrom: '2027-06-25', validTo: '2027-06-25', ...closed },
    { validFrom: '2027-12-24', validTo: '2028-01-06', ...closed },
  ]
}

/** Hours of a cemetery: the gates, or all day and night. */
export function cemeteryHours(random: Random): JsonObject[] {
  if (random.chance(0.5)) return [{ days: week(weekdays, span('00:00', '24:00')) }]
  return [{ days: week(weekdays, span(random.pick(['06:00', '07:00']), random.pick(['20:00', '21:00', '22:00']))) }]
}

/** Hours of the early votes before the church election, and of its day. */
export function earlyVotingHours(random: Random): JsonObject[] {
  const days = week(random.some(working, random.integer(2, 4)), span('10:00', random.pick(['13:00', '16:00', '18:00'])))
  days.we = span('12:00', '20:00')
  return [
    { validFrom: '2029-09-03', validTo: '2029-09-15', days },
    ...(random.chance(0.6)
      ? [{ validFrom: '2029-09-16', validTo: '2029-09-16', days: { su: span('10:00', '16:00') } }]
      : []),
  ]
}

/** Hours of a polling station on the day of the church election. */
export function electionDayHours(random: Random): JsonObject[] {
  const su = random.chance(0.7) ? span('09:00', '20:00') : [...span('09:00', '11:00'), ...span('12:00', '20:00')]
  return [{ validFrom: '2029-09-16', validTo: '2029-09-16', days: { su } }]
}
