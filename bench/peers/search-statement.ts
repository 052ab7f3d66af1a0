import { soughtAs } from '../../src/query/text/synonyms.ts'
import { chordOf, unitVector } from '../corpus.ts'
import type { SearchOperation } from '../operation.ts'

/** A statement whose only row has `{"TotalHits":…,"Results":[…]}` as `answer`. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /** `each time` if the best plan depends on the values: the frequency of a word, or the length of a range. */
  readonly planned: 'once' | 'each time'
}

/** Adds a value as a parameter of the statement. */
type Bind = (value: unknown, type: string) => string

export type Nearby = NonNullable<SearchOperation['nearby']>

/** The parts of a statement that differ between databases. */
export interface Dialect {
  parameter(number: number, type: string): string
  /** The column that identifies a place in all tables. */
  readonly key: string
  /** The number of all places, as a select. */
  readonly total: string
  /** The columns of each order. */
  readonly orders: Readonly<Record<'name' | 'slug', readonly string[]>>
  ids(ids: readonly string[], bind: Bind): string
  published(days: NonNullable<SearchOperation['published']>, bind: Bind): string
  /** Every word is a prefix of some word of the place. */
  words(words: readonly string[], bind: Bind): string
  /** The total by words, and selects of at most `most` keys: one per tier, each in the order of names. */
  relevance(
    words: readonly string[],
    most: number,
    bind: Bind,
  ): { readonly total: string; readonly tiers: readonly string[] }
  /** The table of positions, its key and id, and its conditions for candidates around a position and for a type. */
  readonly positions: string
  readonly positionKeys: string
  around(nearby: Nearby, bind: Bind): string
  typeThere(type: string): string
}

/** The way to find the places of a page and their total. */
interface Shape {
  /** SQL for a number. */
  readonly total: string
  /** A select of keys in the requested order, limited to the page. */
  readonly page: string
  /** The common source of both, if it is evaluated once. */
  readonly hits?: string
  readonly planned?: Statement['planned']
}

/**
 * Builds one statement for a complete search. Few hits are found once. Many are counted, and the page is read along an
 * index in the requested order. Documents are read only for the page.
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
  // The offset is a parameter, so paging creates no new statements.
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
    // The complement of a prefix is all places minus those with it, which are fewer to count.
    const begins = nameStart?.not && beginning(nameStart.start, bind)
    if (begins) return { total: `(${all}) - (select count(*) from place where ${begins})`, page }
  }
  const hits = `select ${[...new Set([key, ...columns])]} from place ${where}`
  return amongHits(hits, by, words ? 'each time' : 'once')
}

/** A range rather than LIKE, so that a cached plan can use the index for every prefix. */
function beginning(start: string, bind: Bind): string {
  const last = start.charCodeAt(start.length - 1)
  const end = start.slice(0, -1) + String.fromCharCode(last + 1)
  return `(name >= ${bind(start, 'text')} and name < ${bind(end, 'text')})`
}

/** The searched words, in the form of the corpus. */
function soughtIn({ words }: SearchOperation): readonly string[] | undefined {
  return words?.map((word) => soughtAs(word, 'sv'))
}

/**
 * Finds candidates by an index of positions, then tests the chord between unit vectors. It uses the same sphere, and is
 * far cheaper than a function call per place.
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
