import type { SQLInputValue } from 'node:sqlite'
import type { AskedSearch } from '../asked.ts'
import { chordOf, unitVector } from './unit-vector.ts'

/**
 * Places that are visible, and nothing else. The rank in the default order is the rowid of every table, so that a page
 * in that order is a range; documents lie apart, so that what is searched is narrow.
 */
export const schema = `
pragma page_size = 8192;
pragma journal_mode = wal;
create table place (
  rank integer primary key, id text not null, slug text not null, name text not null, city text, type text not null,
  published integer not null
);
create table document (rank integer primary key, body text not null, named text not null);
create virtual table search using fts5(words, name, content='', detail='column', tokenize="unicode61 remove_diacritics 0", prefix='1 2 3');
create virtual table position using rtree(rank, west, east, south, north, +id text, +x real, +y real, +z real);
`

/** Made when the rows are there, which is faster. */
export const indexes = `
create unique index place_id on place (id);
create unique index place_slug on place (slug);
create index place_name on place (name);
create index place_city on place (city);
create index place_city_name on place (city, name, type);
create index place_published on place (published);
create table total as select count(*) as places from place;
insert into search(search) values ('optimize');
analyze;
`

/** The statements of a search. */
export interface Search {
  /** Gives `body` of each place of the page and, where hits are found once, `total` beside it. */
  readonly page: Statement
  /** Gives `total`; needed where no row of the page tells it. */
  readonly count: Statement
}

/** A text with its values, in the order of their places in it. */
export interface Statement {
  readonly text: string
  readonly values: readonly SQLInputValue[]
}

/** How the ranks of a page are found in their order, before limit and offset, and their total. */
type Shape =
  | { readonly ranks: Statement; readonly count: Statement }
  /** A select of ranks that is carried out once for both, and the order of the page. */
  | { readonly hits: Statement; readonly by: string }

const everyPlace = 'select places as total from total'

/** The statements that answer what is asked. */
export function searchStatements(asked: AskedSearch): Search {
  const shape = shapeOf(asked)
  const cut = [asked.limit, asked.offset]
  const paged = (ranks: string, more = '') =>
    `select ${more}(select body from document where document.rank = page.rank) as body from (${ranks} limit ? offset ?) as page`
  if ('ranks' in shape) {
    const { ranks, count } = shape
    return { page: { text: paged(ranks.text), values: [...ranks.values, ...cut] }, count }
  }
  const { hits, by } = shape
  const [found, total] = [`with hits as materialized (${hits.text})`, 'select count(*) as total from hits']
  const page = paged(`select rank from hits order by ${by}`, `(${total}) as total, `)
  return {
    page: { text: `${found} ${page}`, values: [...hits.values, ...cut] },
    count: { text: `${found} ${total}`, values: hits.values },
  }
}

function shapeOf(asked: AskedSearch): Shape {
  const { city, nameStart, words, nearby, order } = asked
  if (words && !nearby && city === undefined) return byRelevance(words, asked)
  if (nearby) return near(asked, nearby)
  const { where, values } = conditions(asked)
  const by = order === undefined ? 'rank' : order === 'slug' ? 'slug' : 'slug desc'
  if (where.length > 1)
    return { hits: { text: `select rank, slug from place where ${where.join(' and ')}`, values }, by }
  const chosen = where.length === 0 ? '' : ` where ${where.join(' and ')}`
  const ranks = { text: `select rank from place${chosen} order by ${by}`, values }
  if (where.length === 0) return { ranks, count: { text: everyPlace, values } }
  if (nameStart?.not) {
    // What does not begin so is all but what does, which is fewer to count.
    const text = `select (${everyPlace}) - (select count(*) from place where name >= ? and name < ?) as total`
    return { ranks, count: { text, values } }
  }
  return { ranks, count: { text: `select count(*) as total from place${chosen}`, values } }
}

/** Found once, and looked for among it only what the other conditions leave: the plus keeps it from going first. */
const isFound = '+rank in (select rowid from search where search match ?)'

interface Conditions {
  readonly where: readonly string[]
  readonly values: readonly SQLInputValue[]
}

function conditions({ ids, city, nameStart, type, published, words }: AskedSearch): Conditions {
  const where: string[] = []
  const values: SQLInputValue[] = []
  const add = (text: string, ...bound: SQLInputValue[]) => {
    where.push(text)
    values.push(...bound)
  }
  if (ids) add(`id in (${ids.map(() => '?').join()})`, ...ids)
  if (city !== undefined) add('city = ?', city)
  if (nameStart) {
    const { start, not } = nameStart
    const end = start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + 1)
    add(`${not ? 'not ' : ''}(name >= ? and name < ?)`, start, end)
  }
  if (type !== undefined) add('type = ?', type)
  if (published) {
    add('published >= ? and published < ?', Date.parse(published.from), Date.parse(published.to) + dayMillis)
  }
  if (words) add(isFound, matching(words, 'words', '*'))
  return { where, values }
}

/** Tier after tier, each in the order of its rowids, and no further than the page. */
function byRelevance(words: readonly string[], { limit, offset }: AskedSearch): Shape {
  const [whole, inName, all] = [
    matching(words, 'name', ''),
    matching(words, 'name', '*'),
    matching(words, 'words', '*'),
  ]
  const tier = 'select * from (select rowid as rank from search where search match ? order by rowid limit ?)'
  const tiers = [whole, `(${inName}) NOT (${whole})`, `(${all}) NOT (${inName})`]
  return {
    ranks: {
      text: tiers.map(() => tier).join(' union all '),
      values: tiers.flatMap((match) => [match, limit + offset]),
    },
    count: { text: 'select count(*) as total from search where search match ?', values: [all] },
  }
}

const dayMillis = 86_400_000
const metresPerDegree = 111_194.9

/**
 * Candidates by the box around the circle; inside or not, and how near, by the chord between unit vectors, which lie
 * beside the boxes.
 */
function near({ type, words }: AskedSearch, nearby: NonNullable<AskedSearch['nearby']>): Shape {
  const { longitude, latitude, metres } = nearby
  const high = metres / metresPerDegree
  const wide = high / Math.max(0.01, Math.cos(((Math.abs(latitude) + high) * Math.PI) / 180))
  const box = [longitude - wide, longitude + wide, latitude - high, latitude + high]
  const chord = '((x - ?) * (x - ?) + (y - ?) * (y - ?) + (z - ?) * (z - ?))'
  const center = unitVector(longitude, latitude).flatMap((part) => [part, part])
  const where = ['east >= ? and west <= ? and north >= ? and south <= ?', 'chord <= ?']
  const values: SQLInputValue[] = [...center, ...box, chordOf(metres) ** 2]
  if (type !== undefined) {
    where.push('(select type from place where place.rank = position.rank) = ?')
    values.push(type)
  }
  if (words) {
    where.push(isFound)
    values.push(matching(words, 'words', '*'))
  }
  const text = `select rank, id, ${chord} as chord from position where ${where.join(' and ')}`
  return { hits: { text, values }, by: 'chord, id' }
}

/** All of the words are in the column; with `*` behind them as beginnings. */
function matching(words: readonly string[], column: string, end: '' | '*'): string {
  return words.map((word) => `${column} : "${word}"${end}`).join(' AND ')
}
