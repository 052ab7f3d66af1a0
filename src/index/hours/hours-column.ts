import type { TimeZoneId } from '../../geo/time-zone.ts'
import { localHours } from '../../hours/open-spans.ts'
import {
  encodeSchedule,
  isScheduledOpen,
  isScheduledOpenOn,
  type Opening,
  type ScheduleCodes,
} from '../../hours/schedule.ts'
import { highestReading } from '../../hours/zone-clock.ts'
import type { Place } from '../../place/place.ts'
import { KeyTable, type MergeSource, type OrdinalMap, tombstone } from '../columns/inverted.ts'
import { GrowableUint32 } from '../memory/growable.ts'
import { sharedInt32, sharedUint32, toSharedUint32 } from '../memory/shared.ts'
import { fitsList, nothing, type Selection, selectList, setOf } from '../sets/selection.ts'

/** The opening hours of a segment. Equal schedules are stored once, and places without hours take no memory. */
export interface HoursData {
  /** Ordinals of the places that have hours, ascending, and the schedule of each. */
  readonly places: Uint32Array
  readonly schedules: Uint32Array
  readonly zones: readonly TimeZoneId[]
  /** The zone of each schedule. */
  readonly zoneOf: Uint32Array
  /** The first code of each schedule; the last element is the end of the last schedule. */
  readonly starts: Uint32Array
  /** See `ScheduleCodes`. */
  readonly codes: Int32Array
}

/** Opening hours, encoded for repeated tests. */
export interface Schedule {
  readonly zone: TimeZoneId
  readonly codes: ScheduleCodes
}

/** Collects the opening hours of places. */
export class HoursBuilder {
  /** The distinct schedules, as texts. */
  readonly table = new KeyTable()
  readonly #known: Schedule[] = []
  readonly #places = new GrowableUint32()
  readonly #schedules = new GrowableUint32()

  add(row: number, place: Pick<Place, 'openHours' | 'geolocation'>): void {
    const hours = entryHours(place)
    if (hours !== undefined) this.pair(row, this.intern(hours))
  }

  /** The number of the schedule; a new number if it is not known yet. */
  intern(schedule: Schedule): number {
    const number = this.table.intern(`${schedule.zone} ${Array.prototype.join.call(schedule.codes, ' ')}`)
    if (number === this.#known.length) this.#known.push(schedule)
    return number
  }

  pair(place: number, schedule: number): void {
    this.#places.push(place)
    this.#schedules.push(schedule)
  }

  /** The column; `ordinalOf` maps each row to its ordinal, and is absent if they are equal. */
  finish(ordinalOf?: OrdinalMap): HoursData {
    const ordinals = this.#places.view().map((place) => ordinalOf?.[place] ?? place)
    const order = ordinals.map((_, at) => at).sort((one, other) => ordinals[one]! - ordinals[other]!)
    const schedules = this.#schedules.view()
    return {
      places: toSharedUint32(order.map((at) => ordinals[at]!)),
      schedules: toSharedUint32(order.map((at) => schedules[at]!)),
      ...buildSchedules(this.#known),
    }
  }
}

/** The hours of the live places of several segments. */
export function mergeHours(sources: readonly MergeSource<HoursData>[]): HoursData {
  const builder = new HoursBuilder()
  for (const { data: hours, ordinalMap } of sources) {
    const numbers = new Map<number, number>()
    for (let at = 0; at < hours.places.length; at++) {
      const ordinal = ordinalMap[hours.places[at]!]!
      if (ordinal === tombstone) continue
      const schedule = hours.schedules[at]!
      const number = numbers.getOrInsertComputed(schedule, () => builder.intern(scheduleAt(hours, schedule)))
      builder.pair(ordinal, number)
    }
  }
  return builder.finish()
}

/** The places below `size` that are open at an instant or on a day. */
export function selectOpen(hours: HoursData, opening: Opening, size: number): Selection {
  const { places, schedules, zones, zoneOf, starts, codes } = hours
  if (places.length === 0) return nothing
  const isOpenIn = zones.map((zone) => zoneTest(zone, opening))
  const isOpen = Uint8Array.from(zoneOf, (zone, schedule) =>
    Number(isOpenIn[zone]!(codes, starts[schedule]!, starts[schedule + 1]!)),
  )
  const open = places.filter((_, at) => isOpen[schedules[at]!] === 1)
  return fitsList(open.length, size) ? selectList(open) : setOf(open, size)
}

function scheduleAt({ zones, zoneOf, starts, codes }: HoursData, schedule: number): Schedule {
  return { zone: zones[zoneOf[schedule]!]!, codes: codes.slice(starts[schedule]!, starts[schedule + 1]!) }
}

function buildSchedules(schedules: readonly Schedule[]): Pick<HoursData, 'zones' | 'zoneOf' | 'starts' | 'codes'> {
  const zones = [...new Set(schedules.map(({ zone }) => zone))]
  const numberOf = new Map(zones.map((zone, number) => [zone, number]))
  const starts = sharedUint32(schedules.length + 1)
  for (const [number, { codes }] of schedules.entries()) starts[number + 1] = starts[number]! + codes.length
  const codes = sharedInt32(starts[schedules.length]!)
  for (const [number, schedule] of schedules.entries()) codes.set(schedule.codes, starts[number]!)
  return {
    zones,
    zoneOf: toSharedUint32(Uint32Array.from(schedules, ({ zone }) => numberOf.get(zone)!)),
    starts,
    codes,
  }
}

/** The schedule of a place, or undefined if it has no hours. */
export function entryHours(place: Pick<Place, 'openHours' | 'geolocation'>): Schedule | undefined {
  if (place.openHours === undefined) return undefined
  const { entries, zone } = localHours(place)
  return { zone, codes: Int32Array.from(encodeSchedule(entries)) }
}

/** A test of the schedule from one index to another. */
type ScheduleTest = (codes: ScheduleCodes, start: number, end: number) => boolean

/** A test of the schedules of a zone, whose clock is read once. */
function zoneTest(zone: TimeZoneId, opening: Opening): ScheduleTest {
  if ('on' in opening) return (codes, start, end) => opening.on.some((day) => isScheduledOpenOn(codes, start, end, day))
  const highest = highestReading(zone, opening.at)
  return (codes, start, end) => isScheduledOpen(codes, start, end, highest)
}

/** A test whether hours are open at an instant or on a day. */
export function openTest(opening: Opening): (hours: Schedule | undefined) => boolean {
  const tests = new Map<TimeZoneId, ScheduleTest>()
  return (hours) => {
    if (hours === undefined) return false
    const { zone, codes } = hours
    return tests.getOrInsertComputed(zone, () => zoneTest(zone, opening))(codes, 0, codes.length)
  }
}
