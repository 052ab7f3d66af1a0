import { type Reason, reason } from '../../common/reason.ts'
import { readWritten, unknownWords, weekdaysIn } from '../../hours/written-hours.ts'
import type { JsonObject, JsonValue } from '../../place/json.ts'
import { type Weekday, weekdays } from '../../place/place.ts'
import { splitList } from './cell-text.ts'
import { readHours } from './osm-column.ts'
import { dayFieldPrefix } from './understanding.ts'

/** The hours of a row. */
export interface RowHours {
  /** Absent if some hours cannot be read; the notes then say why. */
  readonly openHours?: JsonValue
  readonly notes: readonly Reason[]
}

/** The year and the language in which hours are read. */
export interface HoursReading {
  readonly year: number
  readonly language?: string | undefined
}

/** Reads hours from one cell; several rules of OSM, or hours as people write them. */
export function hoursOfCell(text: string, reading: HoursReading): RowHours {
  const read = readHours(withDaysOfGoogle(text), reading)
  if ('fault' in read) return { notes: [read.fault] }
  return { openHours: read.openHours as unknown as JsonObject[], notes: read.notes }
}

/** Hours as in sheets of Google: the number of the day (1 is Sunday), and its beginning and end. */
const ofGoogle = /^[1-7]:\d{1,2}:\d\d:\d{1,2}:\d\d(?:,\s*[1-7]:\d{1,2}:\d\d:\d{1,2}:\d\d)*$/

function withDaysOfGoogle(text: string): string {
  if (!ofGoogle.test(text.trim())) return text
  return text
    .split(',')
    .map((part) => {
      const [day, ...times] = part.trim().split(':')
      const [from, fromMinute, to, toMinute] = times
      return `${weekdays[(Number(day) + 5) % 7]} ${from}:${fromMinute}-${to}:${toMinute}`
    })
    .join(', ')
}

/** A cell with hours of one weekday: both ends, or only its beginning or end. */
export interface DayCell {
  readonly field: string
  readonly heading: string
  readonly text: string
}

/** Reads hours from the columns of weekdays; undefined if all their cells are empty. */
export function hoursOfDays(cells: readonly DayCell[], reading: HoursReading): RowHours | undefined {
  if (cells.every(({ text }) => text === '')) return undefined
  const days: Partial<Record<Weekday, string>> = {}
  for (const weekday of weekdays) {
    const own = cells.filter(({ field, text }) => dayOf(field) === weekday && text !== '')
    if (own.length === 0) continue
    const read = spansOfDay(weekday, own, reading)
    if ('fault' in read) return { notes: [read.fault] }
    days[weekday] = read.open
  }
  const parts = weekdays.map((weekday) => `${weekday} ${days[weekday] ?? 'off'}`)
  return hoursOfCell(parts.join('; '), reading)
}

function dayOf(field: string): string {
  return field.slice(dayFieldPrefix.length, dayFieldPrefix.length + 2)
}

/** The columns of days in sheets of Google Business Profile, where an x means closed. In other tables it may mean open. */
const dayOfGoogle = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day hours$/i

function spansOfDay(
  weekday: Weekday,
  cells: readonly DayCell[],
  { language }: HoursReading,
): { readonly open: string } | { readonly fault: Reason } {
  const part = (ending: string) => cells.filter(({ field }) => field.endsWith(ending))
  const [from, to] = [part('_from'), part('_to')]
  const whole = cells.filter((cell) => !from.includes(cell) && !to.includes(cell))
  const pairs = from.map((cell, at) => ({ ...cell, text: `${cell.text}-${to[at]?.text ?? ''}` }))
  const isClosed = (cell: DayCell) => readWritten(cell.text, language)?.every(({ open }) => open === 'off')
  const joined = pairs.length > 0 && [...from, ...to].every(isClosed) ? [] : [...whole, ...pairs]
  const opens: string[] = []
  for (const { heading, text: written } of joined) {
    const text = dayOfGoogle.test(heading) && /^x$/i.test(written) ? 'closed' : written
    const said = readWritten(splitList(text, /[;/|]/).join(','), language)
    const isOwn = said?.every(({ days }) => days === undefined || weekdaysIn(days).join() === weekday)
    if (said === undefined || !isOwn) {
      const words = unknownWords(text, language)
      const fault = words.length > 0 ? reason('hours-words', { words: words.slice(0, 5) }) : reason('hours-no-times')
      return {
        fault: reason('in-column', { column: heading, fault: reason('osm', { fault, got: text.slice(0, 100) }) }),
      }
    }
    opens.push(...said.map(({ open }) => open).filter((open) => open !== 'off'))
  }
  return { open: opens.length === 0 ? 'off' : opens.join(',') }
}
