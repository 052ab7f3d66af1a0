import type { Alternative, Filter, Test } from '../query/query.ts'
import { storable } from '../store/sql/storable.ts'
import { type NumberedField, namingFields } from './numbered-fields.ts'
import { inDetail, type QueryContext } from './query-context.ts'
import { holdsTest } from './references.ts'
import { asked, askedWord, fieldText, fieldWord, hasField, inexactLexeme, tellsEqual, tellsPrefix } from './tokens.ts'

/** SQL that holds for the places for which a test holds, and lexemes that all of them have, as a `tsquery`. */
interface Compiled {
  readonly sql: string
  readonly lexemes?: string
}

/** Holds when any of the alternatives does. What lexemes can tell is asked in a form that their index answers. */
export function filterSql({ field, anyOf }: Filter, context: QueryContext): string {
  if (field.kind === 'id') {
    const ids = anyOf.map(({ test }) => (test.is === 'equal' ? storable(String(test.value)) : ''))
    return `p.id = any(${context.parameters.add(ids, 'text[]')})`
  }
  const numbered = context.fields.get(field.name)
  if (numbered === undefined) throw new Error(`the model has no field ${field.name}`)
  const compiled = anyOf.map((alternative) => compileAlternative(alternative, numbered, context))
  const either = compiled.map(({ sql }) => `(${sql})`).join(' or ')
  const lexemes = compiled.map((each) => each.lexemes)
  if (lexemes.some((each) => each === undefined)) return either
  return `${hasLexemes([...lexemes, asked(inexactLexeme)].join(' | '), context)} and (${either})`
}

/** Whether the lexemes of a place fulfil a `tsquery`. */
export function hasLexemes(tsquery: string, { parameters }: QueryContext): string {
  return `p.lexemes @@ ${parameters.add(tsquery, 'tsquery')}`
}

/** The lexemes decide, except where they do not tell everything. */
export function lexemesOr(tsquery: string, closer: string, context: QueryContext): string {
  return `case when p.inexact then ${inDetail(closer, context)} else ${hasLexemes(tsquery, context)} end`
}

function compileAlternative({ negated, test }: Alternative, numbered: NumberedField, context: QueryContext): Compiled {
  const compiled = numbered.field.named ? compileNamed(test, numbered, context) : compileTest(test, numbered, context)
  if (!negated) return compiled
  const sql = `not (${compiled.sql})`
  return test.is === 'missing' && !numbered.field.named ? { sql, lexemes: asked(hasField(numbered.number)) } : { sql }
}

/** Names are known to this process alone, so it says which references have those that are wanted. */
function compileNamed(test: Test, { field }: NumberedField, { references, parameters }: QueryContext): Compiled {
  const kind = namingFields[field.name]!
  if (test.is === 'missing') {
    const keys = references.keysOf(kind, () => true)
    return { sql: `not (${referenceSql(kind, keys, parameters)})` }
  }
  return {
    sql: referenceSql(
      kind,
      references.keysOf(kind, (name) => holdsTest(name, test)),
      parameters,
    ),
  }
}

/** Whether a place refers to any of these. */
export function referenceSql(
  kind: 'owners' | 'categories' | 'tags',
  keys: readonly string[],
  parameters: QueryContext['parameters'],
): string {
  if (keys.length === 0) return 'false'
  const list = parameters.add(keys, 'text[]')
  return kind === 'owners' ? `p.owner_key = any(${list})` : `p.${kind} && ${list}`
}

function compileTest(test: Test, numbered: NumberedField, context: QueryContext): Compiled {
  const { number } = numbered
  if (test.is === 'missing') return { sql: `not (${hasLexemes(asked(hasField(number)), context)})` }
  if (test.is === 'between') return compileBetween(test, numbered, context)
  if (test.is === 'words') return compileWords(test, numbered, context)
  const text = typeof test.value === 'string' ? storable(test.value) : String(test.value)
  const begins = test.is === 'prefix'
  const lexemes = asked(fieldText(number, text), begins)
  const tells = typeof test.value !== 'string' || (begins ? tellsPrefix(text) : tellsEqual(text))
  const wanted = context.parameters.add(text, 'text')
  const closer = `exists (select from ${elements('facts', number)} v where ${begins ? `starts_with(v, ${wanted})` : `v = ${wanted}`})`
  if (!tells) return { sql: inDetail(closer, context), lexemes: asked(fieldText(number, text), true) }
  return { sql: lexemesOr(lexemes, closer, context), lexemes }
}

/** The texts that a detail has for a field. */
function elements(member: 'facts' | 'cuts', number: number | string): string {
  return `jsonb_array_elements_text(d.${member}->'${number}')`
}

const instantColumns = ['created', 'updated', 'published', 'depublished', 'deleted']

function compileBetween(
  { from, to }: Extract<Test, { is: 'between' }>,
  { number, field }: NumberedField,
  context: QueryContext,
): Compiled {
  const [first, last] = [context.parameters.add(from, 'float8'), context.parameters.add(to, 'float8')]
  // In a condition that is negated an unknown value must be false, not unknown.
  if (instantColumns.includes(field.name))
    return { sql: `coalesce(p.${field.name} between ${first} and ${last}, false)` }
  const closer = `exists (select from ${elements('facts', number)} v where v::float8 between ${first} and ${last})`
  return { sql: inDetail(closer, context), lexemes: asked(hasField(number)) }
}

/** One text must have all the words, so of several texts each is looked at (D28). */
function compileWords(
  { present, absent }: Extract<Test, { is: 'words' }>,
  { number, field }: NumberedField,
  context: QueryContext,
): Compiled {
  const begun = (word: string) => asked(`${fieldWord(number, '')}${askedWord(word)}`, true)
  const closer = `exists (select from ${elements('cuts', number)} v where ${wordsInText(present, absent, context)})`
  const positive = [hasField(number)].map((lexeme) => asked(lexeme)).concat(present.map(begun))
  const lexemes = `(${positive.join(' & ')})`
  if (field.list && present.length + 2 * absent.length > 1) return { sql: inDetail(closer, context), lexemes }
  const negative = absent.map((term) => `!(${term.map(begun).join(' & ')})`)
  return { sql: lexemesOr([...positive, ...negative].join(' & '), closer, context), lexemes }
}

/** Whether the text `v`, words with blanks in front, has all of the words and none of the terms. */
function wordsInText(
  present: readonly string[],
  absent: readonly (readonly string[])[],
  context: QueryContext,
): string {
  const begins = (word: string) => beginsIn('v', word, context)
  const without = absent.map((term) => `not (${term.map(begins).join(' and ')})`)
  return [...present.map(begins), ...without].join(' and ') || 'true'
}

/** Whether a word of a text with blanks in front of its words begins so. */
export function beginsIn(text: string, start: string, { parameters }: QueryContext): string {
  return `strpos(${text}, ${parameters.add(` ${storable(start)}`, 'text')}) > 0`
}
