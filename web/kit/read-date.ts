import { clockTime } from '../../src/place/open-hours.ts'

/** A day as year, month and day; the year may be missing. */
interface Written {
  readonly year?: number
  readonly month: number
  readonly day: number
}

/** The abbreviations of months, in both languages of the page. */
const months: readonly RegExp[] = [
  /^jan/,
  /^feb/,
  /^mar/,
  /^apr/,
  /^ma[yj]/,
  /^jun/,
  /^jul/,
  /^aug/,
  /^sep/,
  /^o[ck]t/,
  /^nov/,
  /^dec/,
]

/**
 * Parses a day to `YYYY-MM-DD`: `24/12`, `24.12.2026`, `24 dec`, `Thursday 24 December 2026`, `2026-12-24`, `20261224`.
 * Without a year, it is the next such day from `from` on. Undefined if it is not a day.
 */
export function readDay(text: string, from: string): string | undefined {
  const written = readIso(text) ?? readNumbers(text) ?? readWords(text)
  if (!written) return undefined
  const first = Number(from.slice(0, 4))
  // A leap day recurs after eight years at most.
  const years = written.year === undefined ? Array.from({ length: 9 }, (_, later) => first + later) : [written.year]
  return years
    .map((year) => dayOf({ ...written, year }))
    .find((day) => day !== undefined && (written.year !== undefined || day >= from))
}

function readIso(text: string): Written | undefined {
  const [, year, month, day] = /^\s*(\d{4})-?(\d{1,2})-?(\d{1,2})\s*$/.exec(text) ?? []
  return year === undefined ? undefined : { year: Number(year), month: Number(month), day: Number(day) }
}

/** Assumes day before month, unless only the reverse is a valid date. */
function readNumbers(text: string): Written | undefined {
  const pattern = /^\s*(\d{1,2})[./](\d{1,2})\.?(?:[./]\s*(\d{4}|\d{2})|\s+(\d{4}))?\s*$/
  const [, one, other, short, long] = pattern.exec(text) ?? []
  const year = short ?? long
  if (one === undefined) return undefined
  const isMonthFirst = Number(other) > 12 && Number(one) <= 12
  const [day, month] = (isMonthFirst ? [other, one] : [one, other]).map(Number) as [number, number]
  return { day, month, ...yearOf(year) }
}

function readWords(text: string): Written | undefined {
  const words = text
    .toLowerCase()
    .split(/[\s,.]+/)
    .filter((word) => word !== '' && word !== 'den' && word !== 'the')
  // A leading weekday is ignored.
  if (words.length > 2 && /^\p{L}+$/u.test(words[0]!) && monthOf(words[0]!) === 0) words.shift()
  const [one = '', other = '', year, ...rest] = words
  const [dayText, month] = monthOf(other) > 0 ? [one, monthOf(other)] : [other, monthOf(one)]
  const [, day] = /^(\d{1,2})(?:st|nd|rd|th|:?e|:?a)?$/.exec(dayText) ?? []
  if (month === 0 || day === undefined || rest.length > 0 || (year !== undefined && !/^([12]\d{3}|\d{2})$/.test(year)))
    return undefined
  return { day: Number(day), month, ...yearOf(year) }
}

/** Returns the number of a month, from 1; 0 if it is not one. */
function monthOf(word: string): number {
  return /^\p{L}{3,9}$/u.test(word) ? months.findIndex((beginning) => beginning.test(word)) + 1 : 0
}

function yearOf(text: string | undefined): { readonly year?: number } {
  if (text === undefined) return {}
  return { year: text.length === 2 ? 2000 + Number(text) : Number(text) }
}

function dayOf({ year, month, day }: Required<Written>): string | undefined {
  const written = [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  )
  const time = Date.parse(`${written}T00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== written ? undefined : written
}

/**
 * Parses a time to `YYYY-MM-DD HH:mm`: a day, and a time of day (`7:30`, `kl 7.30`, `0730`, `7`), midnight by default.
 * Undefined if it is not a time, and for four digits that may be a year of this century or a time (`24 dec 2030`).
 */
export function readMoment(text: string, from: string): string | undefined {
  const whole = readDay(text, from)
  const timed = readTimed(text, from)
  if (whole === undefined || !whole.startsWith('20')) return timed
  if (timed === undefined) return `${whole} 00:00`
  return /\d{4}\s*$/.test(text) ? undefined : timed
}

/** A day and a time of it. */
function readTimed(text: string, from: string): string | undefined {
  const [, dayText = '', timeText = ''] =
    /^(.*?)[\sT,]*(?:\s|T|kl|at)\.?\s*(\d{1,2}(?:[:.]?\d{2})?)$/i.exec(text.trim()) ?? []
  const day = readDay(dayText.replace(/[\s,]+$/, ''), from)
  const time = readTime(timeText, false)
  return day && time && `${day} ${time}`
}

/**
 * Parses a time of day to `HH:mm`: `9`, `9.30`, `0930`, `9:30`, `24`. Midnight at the end of the day is 24:00, if
 * allowed. Undefined if it is not a time.
 */
export function readTime(text: string, allowsMidnight: boolean): string | undefined {
  const [, hour, minute] = /^\s*(\d{1,2})(?:\s*[:.,]?\s*(\d{2}))?\s*$/.exec(text) ?? []
  const time = clockTime(hour, minute)
  return time === '24:00' && !allowsMidnight ? undefined : time
}
