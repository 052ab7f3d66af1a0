import type { TimeZoneId } from '../../geo/time-zone.ts'
import { localHours } from '../../hours/open-spans.ts'
import { encodeSchedule, isScheduledOpen, type ScheduleCodes } from '../../hours/schedule.ts'
import { highestReading, type Reading } from '../../hours/zone-clock.ts'
import type { Instant, Place } from '../../place/place.ts'

/** The opening hours of one place, ready to be judged again and again. */
export interface EntryHours {
  readonly zone: TimeZoneId
  readonly codes: ScheduleCodes
}

/** Undefined for a place without hours. */
export function entryHours(place: Pick<Place, 'openHours' | 'geolocation'>): EntryHours | undefined {
  if (place.openHours === undefined) return undefined
  const { entries, zone } = localHours(place)
  return { zone, codes: Int32Array.from(encodeSchedule(entries)) }
}

/** Whether hours are open at an instant; the clock of each zone is asked once. */
export function openTest(instant: Instant): (hours: EntryHours | undefined) => boolean {
  const readings = new Map<TimeZoneId, Reading>()
  return (hours) => {
    if (hours === undefined) return false
    const { zone, codes } = hours
    const highest = readings.get(zone) ?? highestReading(zone, instant)
    readings.set(zone, highest)
    return isScheduledOpen(codes, 0, codes.length, highest)
  }
}
