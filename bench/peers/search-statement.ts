import { soughtAs } from '../../src/query/synonyms.ts'
import { chordOf, unitVector } from '../corpus.ts'
import type { SearchOperation } from '../operation.ts'

/** A statement whose one row has `{"TotalHits":…,"Results":[…]}` as `answer`. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /** Whether the best plan depends on the values: how frequent a word is, how long a range. */
  readonly planned: 'once' | 'each time'
}

/** Makes a value a parameter of the statement. */
type Bind = (value: unknown, type: string) => string

export type Nearby = NonNullable<SearchOperation['nearby']>

/** What a database says in its own way. */
export interface Dialect {
  parameter(number: number, type: string): string
  /** What names a place in all tables. */
  readonly key: string
  /** The number of all places, as a select. */
  readonly total: string
  /** The columns of each order. */
  readonly orders: Readonly<Record<'name' | 'slug', readonly string[]>>
  ids(ids: readonly string[], bind: Bind): string
  published(days: NonNullable<SearchOperation['published']>, bind: Bind): string
  /** Every word begins so. */
  words(words: readonly string[], bind: Bind): string
  /** The total by words, and selects of no more than `most` keys: tier after tier, each in the order of names. */
  relevance(
    words: readonly string[],
    most: number,
    bind: Bind,
  ): { readonly total: string; readonly tiers: readonly string[] }
  /** The table with positions, its key and id, and its conditions of candidates around a position and of a type. */
  readonly positions: string
  readonly positionKeys: string
  around(nearby: Nearby, bind: Bind): string
  typeThere(type: string): string
}

/** How the places of a page and their total are found. */
interface Shape {
  /** A number. */
  readonly total: string
  /** A select of keys in the wanted order, limited to the page. */
  readonly page: string
  /** What both are taken from, where that is found once. */
  readonly hits?: string
  readonly planned?: Statement['planned']
}

/**
 * One statement for all of a search. Where hits are few they are found once, else they are counted, and the page is
 * read along an index that has the wanted order. Documents are read for the page alone.
 */
export function searchStatement(asked: SearchOperation, dialect: Dialect): Statement {
  const values: unknown[] = []
  const bind: Bind = (value, type) => dialect.parameter(values.push(value), type)
  const { hits, total, page, planned = 'once' } = shapeOf(asked, dialect, bind)
  const { key } = dialect
  const body = `(select body from document where document.${key} = page.${key})`
  const text = `${hits === undefined ? '' : `with hits as materialized (${hits})`}
    select '{"TotalHits":' || (${total}) || ',"Results":[' || coalesce(string_agg(${body}, ','), '') || ']}' as answer
    from (${page}) as page`
  return { text, values, planned }
}

function shapeOf(asked: SearchOperation, dialect: Dialect, bind: Bind): Shape {
  const { ids, city, nameStart, type, published, nearby, order } = asked
  const words = soughtIn(asked)
  const { key, total: all } = dialect
  // The offset is a value, so that paging does not make new statements.
  const limit = `limit ${asked.limit}${asked.offset === 0 ? '' : ` offset ${bind(asked.offset, 'integer')}`}`
  const amongHits = (hits: string, by: string, planned: Statement['planned']): Shape => {
    return {
      hits,
      total: 'select count(*) from hits',
      page: `select ${key} from hits order by ${by} ${limit}`,
      planned,
    }
  }
  if (nearby) return amongHits(near(asked, nearby, { dialect, bind }), 'chord, id', 'each time')
  if (words && order === undefined && city === undefined) {
    const { total, tiers } = dialect.relevance(words, asked.offset + asked.limit, bind)
    const united = tiers.map((tier) => `select ${key} from (${tier}) as tier`).join(' union all ')
    return { total, page: `select ${key} from (${united}) as tiers ${limit}`, planned: 'each time' }
  }
  const conditions = [
    ids && dialect.ids(ids, bind),
    city !== undefined && `city = ${bind(city, 'text')}`,
    nameStart && `${nameStart.not ? 'not ' : ''}${beginning(nameStart.start, bind)}`,
    type !== undefined && `type = ${bind(type, 'text')}`,
    published && dialect.published(published, bind),
    words && dialect.words(words, bind),
  ].filter((condition) => typeof condition === 'string')
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const columns = dialect.orders[order === undefined ? 'name' : 'slug']
  const by = columns.map((column) => (order === 'slug-' ? `${column} desc` : column)).join()
  const page = `select ${key} from place ${where} order by ${by} ${limit}`
  if (conditions.length === 0) return { total: all, page }
  if (conditions.length === 1) {
    const total = `select count(*) from place ${where}`
    if (published) return { total, page, planned: 'each time' }
    if (city !== undefined) return { total, page }
    // What does not begin so is all but what does, which is fewer to count.
    const begins = nameStart?.not && beginning(nameStart.start, bind)
    if (begins) return { total: `(${all}) - (select count(*) from place where ${begins})`, page }
  }
  const hits = `select ${[...new Set([key, ...columns])]} from place ${where}`
  return amongHits(hits, by, words ? 'each time' : 'once')
}

/** A range rather than LIKE, so that a plan made once can use the index whatever the beginning is. */
function beginning(start: string, bind: Bind): string {
  const last = start.charCodeAt(start.length - 1)
  const end = start.slice(0, -1) + String.fromCharCode(last + 1)
  return `(name >= ${bind(start, 'text')} and name < ${bind(end, 'text')})`
}

/** The words that are asked for, as the texts of the corpus have them. */
function soughtIn({ words }: SearchOperation): readonly string[] | undefined {
  return words?.map((word) => soughtAs(word, 'sv'))
}

/**
 * Candidates by an index of positions; inside or not by the chord between unit vectors, which is the same sphere and far
 * cheaper than a function for each place.
 */
function near(asked: SearchOperation, nearby: Nearby, { dialect, bind }: { dialect: Dialect; bind: Bind }): string {
  const [words, type] = [soughtIn(asked), asked.type]
  const [x, y, z] = unitVector(nearby.longitude, nearby.latitude).map((part) => bind(part, 'float8'))
  const chord = `((x - ${x}) * (x - ${x}) + (y - ${y}) * (y - ${y}) + (z - ${z}) * (z - ${z}))`
  const conditions = [
    dialect.around(nearby, bind),
    `${chord} <= ${bind(chordOf(nearby.metres) ** 2, 'float8')}`,
    ...(type === undefined ? [] : [dialect.typeThere(bind(type, 'text'))]),
    ...(words ? [dialect.words(words, bind)] : []),
  ]
  const { positions, positionKeys } = dialect
  return `select ${positionKeys}, ${chord} as chord from ${positions} where ${conditions.join(' and ')}`
}
