import { readWritten, weekdaysIn } from '../../src/hours/written-hours.ts'
import { type OpenHours, type OpenSpan, type Weekday, weekdays } from './calendar.ts'

/** The hours by weekday. */
export type Days = NonNullable<OpenHours['days']>

/**
 * Parses hours as people write them: `mon-fri 9-17, sat 11-14`, `9–12, 13–17`, `alla dagar 9–17, sön stängt`. Hours
 * without a weekday apply to the given days. Undefined if the text is unreadable or ambiguous.
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

/** Returns whether a text results from another by cutting out one part. */
export function isCutFrom(whole: string, text: string): boolean {
  const at = [...text].findIndex((sign, index) => sign !== whole[index])
  return text !== '' && text.length < whole.length && (at < 0 || whole.endsWith(text.slice(at)))
}

function spanOf(text: string): OpenSpan {
  const [from = '', to = ''] = text.split('-')
  return { from, to }
}
