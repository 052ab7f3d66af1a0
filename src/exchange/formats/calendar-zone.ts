import type { LocalHours } from '../../hours/open-spans.ts'
import { dayMillis, weekdayNumber } from '../../place/dates.ts'
import type { Instant } from '../../place/place.ts'

type Zone = LocalHours['zone']

/** A change of the clocks of a zone; offsets are in milliseconds. */
interface Change {
  readonly at: Instant
  readonly from: number
  readonly to: number
  /** The reading of a clock that has not been changed, as a date in UTC. */
  readonly wall: Date
}

/** Changes of consecutive years by one rule, or changes that follow no rule. */
interface Observance {
  readonly changes: readonly Change[]
  /** A weekday of the month, counted from its start or (-1) from its end. */
  readonly nth?: number
}

/** The years whose changes a calendar contains; a rule that applies in the last one has no end. */
export const zoneYears = { first: 1970, last: 2099 } as const
/** Weekdays from Monday on (RFC 5545, 3.3.10). */
export const weekdayCodes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
const known = new Map<Zone, readonly string[]>()

/** The lines of a VTIMEZONE (RFC 5545, 3.6.5). */
export function zoneLines(zone: Zone): readonly string[] {
  return known.getOrInsertComputed(zone, () => {
    const start = zoned(zone, Date.UTC(zoneYears.first, 0, 1))
    const offset = start.offsetNanoseconds / 1e6
    const beginning = new Date(Date.UTC(zoneYears.first, 0, 1))
    const first = { at: beginning.getTime() - offset, from: offset, to: offset, wall: beginning }
    const observances = [{ changes: [first] }, ...observancesOf(changesOf(start))]
    return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances.flatMap(observanceLines), 'END:VTIMEZONE']
  })
}

/** Date and time of a clock, without a zone (RFC 5545, 3.3.5). */
export function wallTime(reading: Date): string {
  return utcTime(reading.getTime()).slice(0, -1)
}

/** An instant in UTC. */
export function utcTime(instant: Instant): string {
  return new Date(instant).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
}

function zoned(zone: Zone, instant: Instant): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
}

function changesOf(start: Temporal.ZonedDateTime): Change[] {
  const changes: Change[] = []
  for (let before = start; ; ) {
    const next = before.getTimeZoneTransition('next')
    if (next === null || next.year > zoneYears.last) return changes
    const from = before.offsetNanoseconds / 1e6
    const at = next.epochMilliseconds
    changes.push({ at, from, to: next.offsetNanoseconds / 1e6, wall: new Date(at + from) })
    before = next
  }
}

/**
 * Changes by rules of the form "the last Sunday of March at 02:00"; changes that follow no rule are a list of dates.
 */
function observancesOf(changes: readonly Change[]): Observance[] {
  const alike = Map.groupBy(changes, ({ from, to, wall }) =>
    [from, to, wall.getUTCMonth(), wall.getUTCDay(), wall.getTime() % dayMillis].join(),
  )
  const runs = [...alike.values()].flatMap(runsOf)
  const single = runs.filter((run) => run.changes.length === 1).flatMap((run) => run.changes)
  const dated = Map.groupBy(single, ({ from, to }) => `${from},${to}`)
  return [...runs.filter((run) => run.changes.length > 1), ...[...dated.values()].map((list) => ({ changes: list }))]
}

function runsOf(changes: readonly Change[]): Observance[] {
  const runs: { changes: Change[]; rules: number[] }[] = []
  for (const change of changes) {
    const rules = rulesOf(change.wall)
    const last = runs.at(-1)
    const common = last?.rules.filter((nth) => rules.includes(nth)) ?? []
    const isNext = last?.changes.at(-1)?.wall.getUTCFullYear() === change.wall.getUTCFullYear() - 1
    if (last === undefined || !isNext || common.length === 0) runs.push({ changes: [change], rules })
    else {
      last.changes.push(change)
      last.rules = common
    }
  }
  return runs.map((run) => ({ changes: run.changes, nth: run.rules[0]! }))
}

function rulesOf(wall: Date): number[] {
  const day = wall.getUTCDate()
  const length = new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 0)).getUTCDate()
  return [...(day > length - 7 ? [-1] : []), Math.ceil(day / 7)]
}

function observanceLines({ changes, nth }: Observance): string[] {
  const { from, to, wall } = changes[0]!
  const kind = to > from ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${wallTime(wall)}`,
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    ...(changes.length === 1 ? [] : [nth === undefined ? dates(changes) : rule(changes, nth)]),
    `END:${kind}`,
  ]
}

function dates(changes: readonly Change[]): string {
  return `RDATE:${changes.slice(1).map(({ wall }) => wallTime(wall))}`
}

function rule(changes: readonly Change[], nth: number): string {
  const { at, wall } = changes.at(-1)!
  const until = wall.getUTCFullYear() === zoneYears.last ? '' : `;UNTIL=${utcTime(at)}`
  const weekday = weekdayCodes[weekdayNumber(Math.floor(wall.getTime() / dayMillis))]
  return `RRULE:FREQ=YEARLY;BYMONTH=${wall.getUTCMonth() + 1};BYDAY=${nth}${weekday}${until}`
}

/** An offset from UTC, with seconds if a zone had them (RFC 5545, 3.3.14). */
function offsetText(millis: number): string {
  const seconds = Math.abs(millis) / 1000
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  )
  return `${millis < 0 ? '-' : '+'}${parts.slice(0, seconds % 60 === 0 ? 2 : 3).join('')}`
}
