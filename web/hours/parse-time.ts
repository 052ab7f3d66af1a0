/**
 * The time of day that a person means, as `HH:mm`: `9`, `9.30`, `0930`, `9:30`, `24`. Midnight at the end of the day is
 * 24:00 where that is allowed. Undefined for what is no time.
 */
export function parseTime(text: string, allowsMidnight: boolean): string | undefined {
  const [, hours = '', minutes = '00'] = /^\s*(\d{1,2})(?:\s*[:.,]?\s*(\d{2}))?\s*$/.exec(text) ?? []
  if (hours === '' || Number(minutes) > 59) return undefined
  const hour = Number(hours)
  if (hour === 24 && Number(minutes) === 0 && allowsMidnight) return '24:00'
  return hour < 24 ? `${hours.padStart(2, '0')}:${minutes}` : undefined
}
