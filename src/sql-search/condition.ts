import { hiddenVisibilities, sees, type Visibility } from '../place/visibility.ts'
import { type FullText, openings } from '../query/query.ts'
import { wordsOfTerm } from '../query/text/relevance.ts'
import { storable } from '../store/sql/database.ts'
import { areaSql } from './area-condition.ts'
import { beginsIn, filterSql, hasLexemes, inCuts } from './filter.ts'
import { anyLetters, anyWord, asked, askedWord, inexactLexeme } from './lexemes.ts'
import { openSql } from './open-condition.ts'
import type { Statement } from './statement.ts'

/** The conditions of a query: SQL that holds for its matches. */
export function conditionSql(statement: Statement): string {
  const { fullText, filters } = statement.query
  const conditions = [
    ...visibility(statement),
    ...typeChoice(statement),
    ...areaSql(statement),
    ...openings(statement.query, statement.now).map((opening) => openSql(opening, statement)),
    ...filters.map((filter) => filterSql(filter, statement)),
    ...(fullText ? fullTextSql(fullText, statement) : []),
  ]
  return conditions.map((condition) => `(${condition})`).join(' and ') || 'true'
}

/**
 * Excludes deleted and non-published places as requested, each decided separately at the instant of the request (D36).
 */
function visibility({ query, parameters, now }: Statement): string[] {
  if (query.narrowed) return [publicSql(parameters.add(now, 'float8'))]
  return [
    ...(query.includeDeleted ? [] : ['p.deleted is null']),
    ...(query.includeNonPublished ? [] : [publishedSql(parameters.add(now, 'float8'))]),
  ]
}

const publishedSql = (at: string) => `p.published <= ${at} and (p.depublished is null or p.depublished > ${at})`

/** Places that are public at an instant (D50). */
export function publicSql(at: string): string {
  return `p.public_from is null and p.deleted is null and ${publishedSql(at)}
    or p.public_from <= ${at} and p.public_until > ${at}`
}

/** The chosen types of places that are not Partial, and Partial places if included (D13). */
function typeChoice({ query, parameters }: Statement): string[] {
  const { types, partial } = query.types
  if (types === 'all') return partial ? [] : ['not p.partial']
  const chosen = `not p.partial and p.type_key = any(${parameters.add(types, 'text[]')})`
  return [partial ? `p.partial or (${chosen})` : chosen]
}

const visibilities: readonly Visibility[] = ['public', ...hiddenVisibilities]

/** One condition per term (D32). */
function fullTextSql({ terms, sees: sight }: FullText, statement: Statement): string[] {
  const sides = visibilities.filter((visibility) => sees(sight, visibility))
  return [...new Set(terms.flat())].map((term) => {
    const words = wordsOfTerm(term)
    const found = words.map((word) => beginsSql(word, sides, statement)).join(' and ')
    if (words.length === 1) return found
    return `(${found}) or p.id = ${statement.parameters.add(term, 'text')}`
  })
}

/** A visible text has a word with this prefix. */
function beginsSql(start: string, sides: readonly Visibility[], statement: Statement): string {
  const lexemes = sides.map((side) => asked(anyWord('', side) + askedWord(start), true))
  const found = hasLexemes([...lexemes, asked(inexactLexeme)].join(' | '), statement)
  const begins = beginsIn('v', start, statement)
  const closer = sides.map((side) => inCuts(anyLetters[side], begins, statement))
  return `${found} and (${['not p.inexact', ...closer].join(' or ')})`
}

/** The tier of a place by its name: 0 to 2, best first (D32). */
export function relevanceSql({ terms }: FullText, { parameters }: Statement): string {
  const all = (ends: string) =>
    terms
      .flat()
      .map((word) => `strpos(p.name_words, ${parameters.add(` ${storable(word)}${ends}`, 'text')}) > 0`)
      .join(' and ') || 'true'
  return `case when ${all(' ')} then 0 when ${all('')} then 1 else 2 end`
}
