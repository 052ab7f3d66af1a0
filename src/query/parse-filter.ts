import { reason } from '../common/reason.ts'
import { dateFault, dateForms, readDate } from '../place/dates.ts'
import type { Field } from '../place/fields.ts'
import { trimmed } from '../place/text.ts'
import { splitElements, unescaped } from './filter-signs.ts'
import type { Alternative, Filter, Test } from './query.ts'
import { cut, invalidParameter, queryLimits, quote, withOffset } from './raw-query.ts'
import { parseNumber, readBoolean } from './read-parameters.ts'
import { cutWords, fold } from './text.ts'

/** What all filters and `q` of one query have asked for together; grows while it is read, and is limited. */
export interface Spent {
  values: number
  words: number
}

/**
 * Reads the decoded value of a field filter: alternatives between commas, each with its operators (D27, D28). White space
 * behind an operator is as meaningless as that around an element, since no text begins with any (D19).
 */
export function readFilter(field: Field, value: string, spent: Spent): Filter {
  const elements = splitElements(value).map(trimmed)
  spent.values += elements.length
  if (spent.values > queryLimits.values) {
    throw invalidParameter(`the filters of a query take at most ${queryLimits.values} values together`)
  }
  return { field, anyOf: distinct(elements.map((element) => readAlternative(field, element, spent))) }
}

/** Each alternative once, since each is looked for. In the text that tells them apart, an open end is `null`. */
function distinct(alternatives: readonly Alternative[]): Alternative[] {
  return [...new Map(alternatives.map((one) => [JSON.stringify(one), one])).values()]
}

/** The words of a text that `q` or `~` holds, counted against what one query may ask for. */
export function wordsOf(text: string, spent: Spent): string[] {
  const words = cutWords(fold(text))
  spent.words += words.length
  if (spent.words <= queryLimits.words) return words
  throw invalidParameter(`q and the filters of a query take at most ${queryLimits.words} words together`)
}

function readAlternative(field: Field, element: string, spent: Spent): Alternative {
  if (field.kind === 'id') return { negated: false, test: { is: 'equal', value: readId(element) } }
  if (element === '') return { negated: false, test: { is: 'missing' } }
  if (element === '!') return { negated: true, test: { is: 'missing' } }
  const negated = element.startsWith('!')
  const positive = negated ? trimmed(element.slice(1)) : element
  if (positive.startsWith('!')) {
    throw invalidParameter(
      `${field.name} takes one ! in front of a value, got ${quote(element)}; write \\! for a literal !`,
    )
  }
  return { negated, test: readTest(field, positive, spent) }
}

function readId(element: string): string {
  if (element !== '' && !/^[!^~]/.test(element)) return fold(unescaped(element))
  throw invalidParameter(`id takes plain values only, got ${quote(element)}; give ids separated by commas`)
}

/** The test of one value without its `!`; `positive` is not empty. */
function readTest(field: Field, positive: string, spent: Spent): Test {
  const operator = positive[0]
  if (field.kind === 'string' || field.kind === 'text') {
    if (operator === '~') return readWords(field, trimmed(positive.slice(1)), spent)
    if (field.kind === 'text') {
      throw invalidParameter(`${field.name} takes ~ with words, or a null check, got ${quote(positive)}`)
    }
    if (operator === '^')
      return { is: 'prefix', value: fold(unescaped(operand(field, '^', trimmed(positive.slice(1))))) }
    return { is: 'equal', value: fold(unescaped(positive)) }
  }
  if (operator === '^' || operator === '~') {
    throw invalidParameter(
      `${field.name} is not a text, so the operator ${operator} cannot be used on it, got ${quote(positive)}`,
    )
  }
  if (field.kind === 'instant') return readInterval(field, positive)
  if (field.kind === 'boolean') return { is: 'equal', value: readBoolean(field.name, positive) }
  return { is: 'equal', value: readNumber(field, positive) }
}

/** What stands behind an operator: not nothing, and no second operator. */
function operand(field: Field, operator: string, text: string): string {
  if (text === '') throw nothingBehind(field, operator)
  const second = /^[!^~]/.exec(text)?.[0]
  if (second === undefined || (operator === '~' && second === '!')) return text
  throw invalidParameter(
    `${field.name} takes one operator, got ${operator}${second}; the ! of a negation comes first, \\${second} is a literal ${second}`,
  )
}

function nothingBehind(field: Field, operator: string): Error {
  return invalidParameter(
    `${field.name} has nothing behind its operator ${operator}; write \\${operator} for a literal ${operator}`,
  )
}

/** Terms between spaces; with `!` in front one must be absent. A term is cut into words as values are, and stays one (D26). */
function readWords(field: Field, text: string, spent: Spent): Test {
  const present: string[] = []
  const absent: string[][] = []
  for (const term of operand(field, '~', text).split(/\s+/)) {
    const negated = term.startsWith('!')
    const wanted = negated ? operand(field, '!', term.slice(1)) : term
    const words = wordsOf(unescaped(wanted), spent)
    if (!negated) present.push(...words)
    else if (words.length > 0) absent.push(words)
  }
  if (present.length + absent.length > 0) return { is: 'words', present, absent }
  throw invalidParameter(`${field.name} has no letter or digit behind its operator ~, got ${quote(text)}`)
}

function readNumber(field: Field, text: string): number {
  const value = parseNumber(text)
  if (value !== undefined) return value
  throw invalidParameter(
    `${field.name} must be a number such as 12, or several as 12,13 (ranges are for dates), got ${quote(text)}`,
  )
}

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
  const fault = dateFault(withOffset(value))
  const otherwise = `must be ${dateForms}, or a range <date>-<date>, <date>- or -<date>, got ${quote(value)}`
  return invalidParameter(`${field.name} ${fault ? reason(fault, { got: cut(value) }).detail : otherwise}`)
}
