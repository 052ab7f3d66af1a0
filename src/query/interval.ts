import { dateFault, dateForms, readDate } from '../place/dates.ts'
import type { Field } from '../place/fields.ts'
import type { Test } from './query.ts'
import { invalidParameter, quote, withOffset } from './raw-query.ts'

type Between = Extract<Test, { is: 'between' }>

/**
 * Reads a date, or a range of dates that is open at one end at most (D29, D30). A date stands for the whole interval
 * of its precision, and a space in front of `HH:mm` for the `+` of an offset (D5).
 */
export function readInterval(field: Field, value: string): Between {
  const text = withOffset(value)
  const from = text.startsWith('-') ? undefined : readDate(text, 0)
  if (from?.end === text.length) return { is: 'between', from: from.from, to: from.to }
  const dash = from?.end ?? 0
  if (text[dash] !== '-') throw notADate(field, value)
  const isOpen = dash + 1 === text.length
  const to = isOpen ? undefined : readDate(text, dash + 1)
  if (isOpen && !from) throw invalidParameter(`${field.name} has a range that is open at both ends; give it a date`)
  if (!isOpen && to?.end !== text.length) throw notADate(field, value)
  const range = { from: from?.from ?? Number.NEGATIVE_INFINITY, to: to?.to ?? Number.POSITIVE_INFINITY }
  if (range.from > range.to) {
    throw invalidParameter(`${field.name} has a range that ends before it starts: ${quote(value)}; swap its ends`)
  }
  return { is: 'between', ...range }
}

function notADate(field: Field, value: string): Error {
  const otherwise = `must be ${dateForms}, or a range <date>-<date>, <date>- or -<date>`
  return invalidParameter(`${field.name} ${dateFault(withOffset(value), otherwise)}, got ${quote(value)}`)
}
