import { named, type Reason, reason } from '../../common/reason.ts'
import { dateFault, dateForms, readDate } from '../../place/dates.ts'
import type { Field } from '../../place/fields.ts'
import { trimmed } from '../../place/text.ts'
import type { Alternative, Filter, Test } from '../query.ts'
import { cutWords, fold } from '../text/folded-text.ts'
import { operatorOf, splitElements, unescaped } from './filter-signs.ts'
import { cut, invalidParameter, queryLimits, withOffset } from './raw-query.ts'
import { parseNumber, readBoolean } from './read-parameters.ts'

/** Running totals of values and words over all filters and `q` of one query, limited by `queryLimits`. */
export interface QueryBudget {
  values: number
  words: number
}

/**
 * Reads the decoded value of a field filter: alternatives between commas, each with its operators (D27, D28). White
 * space after an operator is as insignificant as white space around an element, since no text begins with any (D19).
 */
export function readFilter(field: Field, value: string, budget: QueryBudget): Filter {
  const elements = splitElements(value).map(trimmed)
  budget.values += elements.length
  if (budget.values > queryLimits.values) {
    throw invalidParameter(reason('max-filter-values', { max: queryLimits.values }))
  }
  return { field, anyOf: distinct(elements.map((element) => readAlternative(field, element, budget))) }
}

/**
 * Removes repeated alternatives, since each costs a search. In the JSON text that identifies them, an open end is
 * `null`.
 */
function distinct(alternatives: readonly Alternative[]): Alternative[] {
  return [...new Map(alternatives.map((one) => [JSON.stringify(one), one])).values()]
}

/** Returns the words of a text in `q` or `~`, and counts them against the limit of one query. */
export function wordsOf(text: string, budget: QueryBudget): string[] {
  const words = cutWords(fold(text))
  budget.words += words.length
  if (budget.words <= queryLimits.words) return words
  throw invalidParameter(reason('max-words', { max: queryLimits.words }))
}

function readAlternative(field: Field, element: string, budget: QueryBudget): Alternative {
  if (field.kind === 'id') return { negated: false, test: readTest(field, element, budget) }
  if (element === '') return { negated: false, test: { is: 'missing' } }
  if (element === '!') return { negated: true, test: { is: 'missing' } }
  const negated = element.startsWith('!')
  const positive = negated ? trimmed(element.slice(1)) : element
  if (positive.startsWith('!')) {
    throw faultOf(field, reason('one-negation', { got: cut(element) }))
  }
  return { negated, test: readTest(field, positive, budget) }
}

function readId(element: string): string {
  if (element !== '' && operatorOf(element) === undefined) return fold(unescaped(element))
  throw invalidParameter(named('id', reason('plain-id', { got: cut(element) })))
}

/** Reads the test of one value without its `!`. Only for an id may `positive` be empty. */
function readTest(field: Field, positive: string, budget: QueryBudget): Test {
  const text = trimmed(positive.slice(1))
  switch (field.kind) {
    case 'id':
      return { is: 'equal', value: readId(positive) }
    case 'text':
      if (positive.startsWith('~')) return readWords(field, text, budget)
      throw faultOf(field, reason('words-or-null', { got: cut(positive) }))
    case 'string':
      if (positive.startsWith('~')) return readWords(field, text, budget)
      if (positive.startsWith('^')) return { is: 'prefix', value: fold(unescaped(operand(field, '^', text))) }
      return { is: 'equal', value: fold(unescaped(positive)) }
    case 'instant':
      return readInterval(field, withoutOperator(field, positive))
    case 'boolean':
      return { is: 'equal', value: readBoolean(field.name, withoutOperator(field, positive)) }
    case 'number':
      return { is: 'equal', value: readNumber(field, withoutOperator(field, positive)) }
  }
}

/** Returns a value for a field that takes no text operator; throws if it has one. */
function withoutOperator(field: Field, value: string): string {
  const operator = operatorOf(value)
  if (operator === undefined) return value
  throw faultOf(field, reason('no-text-field', { operator, got: cut(value) }))
}

/** Returns the operand of an operator; throws if it is empty or begins with a second operator. */
function operand(field: Field, operator: string, text: string): string {
  if (text === '') throw faultOf(field, reason('nothing-behind', { operator }))
  const second = operatorOf(text)
  if (second === undefined || (operator === '~' && second === '!')) return text
  throw faultOf(field, reason('one-operator', { operator, second }))
}

function faultOf({ name }: Field, fault: Reason): Error {
  return invalidParameter(named(name, fault))
}

/**
 * Reads terms separated by spaces; a term after `!` must be absent. A term is cut into words like a value, and its
 * words stay together (D26).
 */
function readWords(field: Field, text: string, budget: QueryBudget): Test {
  const present: string[] = []
  const absent: string[][] = []
  for (const term of operand(field, '~', text).split(/\s+/)) {
    const negated = term.startsWith('!')
    const wanted = negated ? operand(field, '!', term.slice(1)) : term
    const words = wordsOf(unescaped(wanted), budget)
    if (!negated) present.push(...words)
    else if (words.length > 0) absent.push(words)
  }
  if (present.length + absent.length > 0) return { is: 'words', present, absent }
  throw faultOf(field, reason('no-word-behind', { got: cut(text) }))
}

function readNumber(field: Field, text: string): number {
  const value = parseNumber(text)
  if (value !== undefined) return value
  throw faultOf(field, reason('number-or-list', { got: cut(text) }))
}

type Between = Extract<Test, { is: 'between' }>

/**
 * Reads a date, or a range of dates with at most one open end (D29, D30). A date covers the whole interval of its
 * precision. A space in front of `HH:mm` stands for the `+` of an offset (D5).
 */
function readInterval(field: Field, value: string): Between {
  const text = withOffset(value)
  const from = text.startsWith('-') ? undefined : readDate(text, 0)
  if (from?.end === text.length) return { is: 'between', from: from.from, to: from.to }
  const dash = from?.end ?? 0
  if (text[dash] !== '-') throw notADate(field, value)
  const isOpen = dash + 1 === text.length
  const to = isOpen ? undefined : readDate(text, dash + 1)
  if (isOpen && !from) throw faultOf(field, reason('range-open'))
  if (!isOpen && to?.end !== text.length) throw notADate(field, value)
  const range = { from: from?.from ?? Number.NEGATIVE_INFINITY, to: to?.to ?? Number.POSITIVE_INFINITY }
  if (range.from > range.to) {
    throw faultOf(field, reason('range-backwards', { got: cut(value) }))
  }
  return { is: 'between', ...range }
}

function notADate(field: Field, value: string): Error {
  const [fault, got] = [dateFault(withOffset(value)), cut(value)]
  return faultOf(field, fault ? reason(fault, { got }) : reason('date-or-range', { forms: dateForms, got }))
}
