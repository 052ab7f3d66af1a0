import type { Alternative, Filter, Test, WordsTest } from '../query/query.ts'
import { storable } from '../store/sql/database.ts'
import { asked, askedWord, fieldText, fieldWord, hasField, inexactLexeme, tellsEqual, tellsPrefix } from './lexemes.ts'
import type { Statement } from './statement.ts'
import { foldedOwnerLength, isInstantColumn, type NumberedField } from './tables.ts'

/** The parts of a statement that conditions on values need. */
type FilterStatement = Pick<Statement, 'tables' | 'fields' | 'parameters'>

/** SQL for the places that pass a test. */
interface Compiled {
  /** Lexemes that all such places have, as a `tsquery`; absent if there are none. */
  readonly lexemes?: string
  /** True if the lexemes decide, except for places with inexact lexemes. */
  readonly isTold?: boolean
  /** SQL that decides without the lexemes; built on demand, with its parameters. */
  readonly closer: () => string
}

/** The condition of a filter: any alternative holds. Lexemes are queried in a form that their index can answer. */
export function filterSql(filter: Filter, statement: FilterStatement): string {
  const field = statement.fields.get(filter.field.name)
  if (field === undefined) throw new Error(`the model has no field ${filter.field.name}`)
  if (field.kind === 'id') {
    const ids = filter.anyOf.map(({ test }) => (test.is === 'equal' ? storable(String(test.value)) : ''))
    return `p.id = any(${statement.parameters.add(ids, 'text[]')})`
  }
  const names = field.name === 'owner_name' ? wholeNames(filter) : undefined
  if (names) return `p.folded_owner = any(${statement.parameters.add(names, 'text[]')})`
  const [only] = filter.anyOf
  if (filter.anyOf.length === 1 && only?.negated && only.test.is !== 'missing') {
    const compiled = compileTest(only.test, field, statement)
    if (compiled.isTold) return complementSql(compiled, statement)
  }
  const compiled = filter.anyOf.map((alternative) => compileAlternative(alternative, field, statement))
  if (compiled.some(({ lexemes }) => lexemes === undefined)) return anyHolds(compiled, statement)
  return foundSql(compiled, statement)
}

/** The names of owners that a filter asks for as a whole; undefined if a column of truncated names does not decide. */
function wholeNames({ anyOf }: Filter): readonly string[] | undefined {
  const names = anyOf.flatMap(({ negated, test }) =>
    !negated && test.is === 'equal' ? [storable(String(test.value))] : [],
  )
  return names.length === anyOf.length && names.every((name) => tellsEqual(name, foldedOwnerLength)) ? names : undefined
}

/** Queries the index of lexemes for the places that do not match, and excludes them. */
function complementSql(compiled: Compiled, statement: FilterStatement): string {
  return `not exists (select from (select p.id as found from ${statement.tables.place} p
    where ${foundSql([compiled], statement)}) as n where n.found = p.id)`
}

/** Queries the index of lexemes first and then the remaining conditions, so that few places are tested one by one. */
function foundSql(compiled: readonly Compiled[], statement: FilterStatement): string {
  const lexemes = [...compiled.map((each) => each.lexemes), asked(inexactLexeme)].join(' | ')
  const decided = compiled.every(({ isTold }) => isTold)
    ? ['not p.inexact', ...compiled.map(({ closer }) => `(${closer()})`)].join(' or ')
    : anyHolds(compiled, statement)
  return `${hasLexemes(lexemes, statement)} and (${decided})`
}

function anyHolds(compiled: readonly Compiled[], statement: FilterStatement): string {
  return compiled.map((each) => `(${holds(each, statement)})`).join(' or ')
}

function holds({ lexemes, isTold, closer }: Compiled, statement: FilterStatement): string {
  if (!isTold || lexemes === undefined) return closer()
  return `case when p.inexact then ${closer()} else ${hasLexemes(lexemes, statement)} end`
}

/** Tests whether the lexemes of a place match a `tsquery`. */
export function hasLexemes(tsquery: string, { parameters }: Pick<Statement, 'parameters'>): string {
  return `p.lexemes @@ ${parameters.add(tsquery, 'tsquery')}`
}

function compileAlternative(
  { negated, test }: Alternative,
  field: NumberedField,
  statement: FilterStatement,
): Compiled {
  if (test.is === 'missing') return compileMissing(negated, field, statement)
  const compiled = compileTest(test, field, statement)
  // A missing value is null, and a place without the value does not pass the positive test, so it passes the negated
  // one.
  return negated ? { closer: () => `(${holds(compiled, statement)}) is not true` } : compiled
}

/** The lexemes of a place always decide which fields it has. */
function compileMissing(negated: boolean, { number }: NumberedField, statement: FilterStatement): Compiled {
  const lexemes = asked(hasField(number))
  const has = () => hasLexemes(lexemes, statement)
  return negated ? { lexemes, isTold: true, closer: has } : { closer: () => `not (${has()})` }
}

function compileTest(
  test: Exclude<Test, { is: 'missing' }>,
  field: NumberedField,
  statement: FilterStatement,
): Compiled {
  const { parameters } = statement
  switch (test.is) {
    case 'between': {
      const between = (value: string) =>
        `${value} between ${parameters.add(test.from, 'float8')} and ${parameters.add(test.to, 'float8')}`
      if (isInstantColumn(field)) return { closer: () => between(`p.${field.name}`) }
      const closer = () => anyValue(field, (value) => between(`${value}::float8`))
      return { lexemes: asked(hasField(field.number)), closer }
    }
    case 'words':
      return compileWords(test, field, statement)
    case 'prefix':
    case 'equal': {
      const [begins, text] = [test.is === 'prefix', storable(String(test.value))]
      const isTold = begins ? tellsPrefix(text) : tellsEqual(text)
      const wanted = () => parameters.add(text, 'text')
      const fits = (value: string) => (begins ? `starts_with(${value}, ${wanted()})` : `${value} = ${wanted()}`)
      const lexemes = asked(fieldText(field.number, text), begins || !isTold)
      return { lexemes, isTold, closer: () => anyValue(field, fits) }
    }
  }
}

/** Tests whether some value of the field meets a condition on its text. */
function anyValue({ list, number }: NumberedField, condition: (value: string) => string): string {
  if (!list) return condition(`(p.facts->>'${number}')`)
  return `exists (select from jsonb_array_elements_text(p.facts->'${number}') v where ${condition('v')})`
}

/** All words must be in one text, so each of several texts is tested (D28). */
function compileWords({ present, absent }: WordsTest, { number, list }: NumberedField, statement: FilterStatement) {
  const begun = (word: string) => asked(fieldWord(number, '') + askedWord(word), true)
  const begins = (word: string) => beginsIn('v', word, statement)
  const closer = () => {
    const without = absent.map((term) => `not (${term.map(begins).join(' and ')})`)
    return inCuts(String(number), [...present.map(begins), ...without].join(' and ') || 'true', statement)
  }
  const positive = [asked(hasField(number)), ...present.map(begun)]
  if (list && present.length + 2 * absent.length > 1) return { lexemes: `(${positive.join(' & ')})`, closer }
  const negative = absent.map((term) => `!(${term.map(begun).join(' & ')})`)
  return { lexemes: `(${[...positive, ...negative].join(' & ')})`, isTold: true, closer }
}

/**
 * Tests whether some text `v` among the cuts of a place meets a condition. The scalar subquery is deliberate: for an
 * `exists`, the server may first read the cuts of all places.
 */
export function inCuts(key: string, condition: string, { tables }: Pick<Statement, 'tables'>): string {
  const fits = `exists (select from jsonb_array_elements_text(d.cuts->'${key}') v where ${condition})`
  return `coalesce((select ${fits} from ${tables.detail} d where d.id = p.id), false)`
}

/** Tests whether a text, with a blank in front of each word, has a word with this prefix. */
export function beginsIn(text: string, start: string, { parameters }: Pick<Statement, 'parameters'>): string {
  return `strpos(${text}, ${parameters.add(` ${storable(start)}`, 'text')}) > 0`
}
