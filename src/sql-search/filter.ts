import type { Field } from '../place/fields.ts'
import type { Alternative, Filter, Test } from '../query/query.ts'
import { storable } from '../store/sql/storable.ts'
import { isInstantColumn, type NumberedField } from './fields.ts'
import { inDetail, type QueryContext } from './query-context.ts'
import { asked, askedWord, fieldText, fieldWord, hasField, inexactLexeme, tellsEqual, tellsPrefix } from './tokens.ts'

/** What tells the places for which a test holds. Conditions are written where they are asked for, with their parameters. */
interface Compiled {
  /** SQL that holds for them. */
  readonly sql: () => string
  /** Lexemes that all of them have, as a `tsquery`. */
  readonly lexemes?: string
  /** Told where the lexemes decide, but for places whose lexemes do not tell everything: what decides those. */
  readonly closer?: () => string
}

/** Holds when any of the alternatives does. What lexemes can tell is asked in a form that their index answers. */
export function filterSql(filter: Filter, context: QueryContext): string {
  const { field, anyOf } = filter
  if (field.kind === 'id') {
    const ids = anyOf.map(({ test }) => (test.is === 'equal' ? storable(String(test.value)) : ''))
    return `p.id = any(${context.parameters.add(ids, 'text[]')})`
  }
  const numbered = context.fields.get(field.name)
  if (numbered === undefined) throw new Error(`the model has no field ${field.name}`)
  if (numbered.field.directory !== undefined) return namedSql(filter, context)
  const [only] = anyOf
  if (only?.negated && anyOf.length === 1) return complementSql(only.test, numbered, context)
  const compiled = anyOf.map((alternative) => compileAlternative(alternative, numbered, context))
  const either = () => compiled.map(({ sql }) => `(${sql()})`).join(' or ')
  const lexemes = compiled.map((each) => each.lexemes)
  if (lexemes.some((each) => each === undefined)) return either()
  return foundSql(compiled, either, context)
}

/** Where lexemes tell which places do not match, the index of lexemes is asked for those, and they are taken away. */
function complementSql(test: Test, numbered: NumberedField, context: QueryContext): string {
  const compiled = compileTest(test, numbered, context)
  if (!compiled.lexemes || !compiled.closer) {
    const { sql, lexemes } = compileAlternative({ negated: true, test }, numbered, context)
    return lexemes === undefined ? sql() : `${hasLexemes(`${lexemes} | ${asked(inexactLexeme)}`, context)} and ${sql()}`
  }
  const found = foundSql([compiled], compiled.sql, context)
  return `not exists (
    select from (select p.id as found from ${context.tables.place} p where ${found}) as n where n.found = p.id)`
}

/** Asks the index of lexemes, and then what is left to be asked. */
function foundSql(compiled: readonly Compiled[], either: () => string, context: QueryContext): string {
  const lexemes = compiled.flatMap((each) => each.lexemes ?? [])
  const closer = compiled.flatMap((each) => each.closer ?? [])
  const decided = closer.length < compiled.length ? `(${either()})` : exactlySql(closer.map((each) => each()))
  return `${hasLexemes([...lexemes, asked(inexactLexeme)].join(' | '), context)} and ${decided}`
}

/** What is left to be asked of places that were found by lexemes, so that few lexemes are looked at one by one. */
export function exactlySql(closer: readonly string[]): string {
  return `(not p.inexact or ${closer.map((each) => `(${each})`).join(' or ')})`
}

/** Whether the lexemes of a place fulfil a `tsquery`. */
export function hasLexemes(tsquery: string, { parameters }: QueryContext): string {
  return `p.lexemes @@ ${parameters.add(tsquery, 'tsquery')}`
}

/** The lexemes decide, except where they do not tell everything. */
export function lexemesOr(tsquery: string, closer: string, context: QueryContext): string {
  return `case when p.inexact then ${closer} else ${hasLexemes(tsquery, context)} end`
}

function compileAlternative({ negated, test }: Alternative, numbered: NumberedField, context: QueryContext): Compiled {
  const compiled = compileTest(test, numbered, context)
  if (!negated) return compiled
  // An unknown value is none, and what has none does not fulfil the positive form.
  const sql = () => `(${compiled.sql()}) is not true`
  if (test.is !== 'missing') return { sql }
  return { sql, lexemes: asked(hasField(numbered.number)), closer: sql }
}

/** Names are known to this process alone, so it says which references decide. */
function namedSql(filter: Filter, { references, parameters }: QueryContext): string {
  const kind = filter.field.directory!
  const { wanted, unwanted } = references.deciding(kind, filter)
  const refers = (keys: readonly string[]) => referenceSql(kind, keys, parameters)
  return [refers(wanted), ...unwanted.map((keys) => `not (${refers(keys)})`)].join(' or ')
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
  switch (test.is) {
    case 'missing':
      return { sql: () => `not (${hasLexemes(asked(hasField(numbered.number)), context)})` }
    case 'between':
      return compileBetween(test, numbered, context)
    case 'words':
      return compileWords(test, numbered, context)
    case 'prefix':
    case 'equal':
      return compileText(test, numbered, context)
  }
}

function compileText(
  test: Extract<Test, { is: 'prefix' | 'equal' }>,
  numbered: NumberedField,
  context: QueryContext,
): Compiled {
  const { number, field } = numbered
  if (typeof test.value === 'number') return compileNumber(test.value, numbered, context)
  const text = typeof test.value === 'string' ? storable(test.value) : String(test.value)
  const begins = test.is === 'prefix'
  const lexemes = asked(fieldText(number, text), begins)
  const tells = typeof test.value !== 'string' || (begins ? tellsPrefix(text) : tellsEqual(text))
  const closer = () => {
    const wanted = context.parameters.add(text, 'text')
    return anyValue(field, number, (value) => (begins ? `starts_with(${value}, ${wanted})` : `${value} = ${wanted}`))
  }
  if (!tells) return { sql: closer, lexemes: asked(fieldText(number, text), true) }
  return { sql: () => lexemesOr(lexemes, closer(), context), lexemes, closer }
}

/** The lexeme is what JavaScript writes; the server writes some numbers otherwise, so these are compared as numbers. */
function compileNumber(wanted: number, { number, field }: NumberedField, context: QueryContext): Compiled {
  const lexemes = asked(fieldText(number, String(wanted)))
  const closer = () => {
    const parameter = context.parameters.add(wanted, 'float8')
    return anyValue(field, number, (value) => `${value}::float8 = ${parameter}`)
  }
  return { sql: () => lexemesOr(lexemes, closer(), context), lexemes, closer }
}

/** Whether a value of the field fulfils a condition on its text. */
function anyValue(field: Field, number: number, condition: (value: string) => string): string {
  if (!field.list) return condition(`(p.facts->>'${number}')`)
  return `exists (select from jsonb_array_elements_text(p.facts->'${number}') v where ${condition('v')})`
}

function compileBetween(
  { from, to }: Extract<Test, { is: 'between' }>,
  { number, field }: NumberedField,
  context: QueryContext,
): Compiled {
  const between = (value: string) =>
    `${value} between ${context.parameters.add(from, 'float8')} and ${context.parameters.add(to, 'float8')}`
  if (isInstantColumn(field)) return { sql: () => between(`p.${field.name}`) }
  const sql = () => anyValue(field, number, (value) => between(`${value}::float8`))
  return { sql, lexemes: asked(hasField(number)) }
}

/** One text must have all the words, so of several texts each is looked at (D28). */
function compileWords(
  { present, absent }: Extract<Test, { is: 'words' }>,
  { number, field }: NumberedField,
  context: QueryContext,
): Compiled {
  const begun = (word: string) => {
    const start = askedWord(word)
    const first = field.kind === 'text' ? [] : [asked(`${fieldText(number, '')}${start}`, true)]
    return `(${[...first, asked(`${fieldWord(number, '')}${start}`, true)].join(' | ')})`
  }
  const texts = `jsonb_array_elements_text(d.cuts->'${number}')`
  const closer = () =>
    inDetail(`exists (select from ${texts} v where ${wordsInText(present, absent, context)})`, context)
  const positive = [hasField(number)].map((lexeme) => asked(lexeme)).concat(present.map(begun))
  const lexemes = `(${positive.join(' & ')})`
  if (field.list && present.length + 2 * absent.length > 1) return { sql: closer, lexemes }
  const negative = absent.map((term) => `!(${term.map(begun).join(' & ')})`)
  const exact = [...positive, ...negative].join(' & ')
  return { sql: () => lexemesOr(exact, closer(), context), lexemes: `(${exact})`, closer }
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
