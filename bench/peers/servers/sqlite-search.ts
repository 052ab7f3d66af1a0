import type { SQLInputValue } from 'node:sqlite'
import type { AskedSearch } from '../asked.ts'

/** The rank in the default order is the rowid, so that a page in that order is a range of the table. */
export const schema = `
pragma page_size = 8192;
pragma journal_mode = wal;
create table place (
  rank integer primary key, id text not null, document text not null, named text not null, slug text not null, name text not null, city text,
  type text not null, shown integer not null, published integer, depublished integer, position text not null
);
create virtual table search using fts5(words, name, content='', detail='column', tokenize="unicode61 remove_diacritics 0", prefix='1 2 3');
create virtual table position using rtree(rank, west, east, south, north);
`

/** Made when the rows are there, which is faster. */
export const indexes = `
create unique index place_id on place (id);
create index place_shown on place (rank, published, depublished) where shown;
create index place_slug on place (slug, rank, published, depublished) where shown;
create index place_name on place (name, rank, published, depublished) where shown;
create index place_city on place (city, rank, published, depublished) where shown;
create index place_published on place (published, rank, depublished) where shown;
insert into search(search) values ('optimize');
analyze;
`

/** A total and the ranks of a page; documents are fetched by rank. */
export interface Search {
  readonly count: string
  readonly page: string
  readonly values: readonly SQLInputValue[]
  readonly pageValues: readonly SQLInputValue[]
}

const metresPerDegree = 111_194.9

/** The statements of a question. `distance(longitude, latitude, position)` is a function of the server. */
export function searchStatements(asked: AskedSearch, now: number): Search {
  const values: SQLInputValue[] = []
  const where = conditions(asked, values, now).join(' and ')
  const from = fromOf(asked)
  const { by, values: byValues } = orderOf(asked)
  return {
    count: `select count(*) as total from ${from} where ${where}`,
    page: `select place.rank, place.document from ${from} where ${where} order by ${by} limit ? offset ?`,
    values,
    pageValues: [...values, ...byValues, asked.limit, asked.offset],
  }
}

function fromOf({ words, nearby }: AskedSearch): string {
  return ['place', ...(words ? ['search'] : []), ...(nearby ? ['position as area'] : [])].join(', ')
}

function conditions(asked: AskedSearch, values: SQLInputValue[], now: number): string[] {
  const { ids, city, nameStart, type, published, words, nearby } = asked
  const where = ['shown', 'published <= ?', '(depublished is null or depublished > ?)']
  values.push(now, now)
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
    add('published >= ?', Date.parse(published.from))
    add('published < ?', Date.parse(published.to) + 86_400_000)
  }
  if (words) add('search.rowid = place.rank and search match ?', matching(words, 'words'))
  if (nearby) {
    const { longitude, latitude, metres } = nearby
    const high = metres / metresPerDegree
    const wide = high / Math.max(0.01, Math.cos(((Math.abs(latitude) + high) * Math.PI) / 180))
    const box = [longitude - wide, longitude + wide, latitude - high, latitude + high]
    add('area.rank = place.rank and area.east >= ? and area.west <= ? and area.north >= ? and area.south <= ?', ...box)
    add('distance(?, ?, position) <= ?', longitude, latitude, metres)
  }
  return where
}

function orderOf({ order, words, nearby }: AskedSearch): { by: string; values: SQLInputValue[] } {
  if (order === 'slug') return { by: 'slug, place.rank', values: [] }
  if (order === 'slug-') return { by: 'slug desc, place.rank', values: [] }
  if (nearby) return { by: 'distance(?, ?, position), place.id', values: [nearby.longitude, nearby.latitude] }
  if (!words) return { by: 'place.rank', values: [] }
  const tier =
    'case when place.rank in (select rowid from search where search match ?) then 0 when place.rank in (select rowid from search where search match ?) then 1 else 2 end'
  const whole = words.map((word) => `name : "${word}"`).join(' AND ')
  return { by: `${tier}, place.rank`, values: [whole, matching(words, 'name')] }
}

function matching(words: readonly string[], column: string): string {
  return words.map((word) => `${column} : "${word}"*`).join(' AND ')
}
