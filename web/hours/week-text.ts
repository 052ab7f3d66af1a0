import { readWritten, weekdaysIn } from '../../src/hours/written-hours.ts'
import { type OpenHours, type OpenSpan, type Weekday, weekdays } from './calendar.ts'

/** The hours of some weekdays. */
export type Days = NonNullable<OpenHours['days']>

/**
 * The hours that a text says, as people write them: `mon-fri 9-17, sat 11-14`, `9–12, 13–17`, `alla dagar 9–17, sön
 * stängt`. Where no day is named they are those of the days that are given. Undefined for what says nothing, or may mean
 * one thing or another.
 */
export function readWeek(text: string, unnamed: readonly Weekday[] = weekdays): Days | undefined {
  const written = readWritten(text)
  if (!written) return undefined
  const week: Partial<Record<Weekday, OpenSpan[]>> = {}
  for (const { days, open } of written) {
    const spans = open === 'off' ? [] : open.split(',').map(spanOf)
    for (const day of days === undefined ? unnamed : weekdaysIn(days))
      week[day] = open === 'off' ? [] : [...(week[day] ?? []), ...spans]
  }
  return week
}

/** Whether a text is another one from which some part was cut. */
export function isCutFrom(whole: string, text: string): boolean {
  const at = [...text].findIndex((sign, index) => sign !== whole[index])
  return text !== '' && text.length < whole.length && (at < 0 || whole.endsWith(text.slice(at)))
}

function spanOf(text: string): OpenSpan {
  const [from = '', to = ''] = text.split('-')
  return { from, to }
}
