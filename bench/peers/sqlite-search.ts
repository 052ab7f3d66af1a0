import type { Dialect } from './search-statement.ts'

/**
 * The rank in the default order is the rowid of every table, so a page in that order is a range. Documents are in a
 * separate table, so searched rows are narrow.
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

/** Created after the rows. */
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

const dayMillis = 86_400_000
const metresPerDegree = 111_194.9
const matches = 'from search where search match'

/** Searches over these tables. */
export const dialect: Dialect = {
  parameter: (number) => `?${number}`,
  key: 'rank',
  total: 'select places from total',
  orders: { name: ['rank'], slug: ['slug'] },
  ids: (ids, bind) => `id in (${ids.map((id) => bind(id, 'text'))})`,
  published: ({ from, to }, bind) =>
    `published >= ${bind(Date.parse(from), 'integer')} and published < ${bind(Date.parse(to) + dayMillis, 'integer')}`,
  /**
   * The subquery runs once and tests only the rows that the other conditions leave: the plus keeps it from driving the
   * query.
   */
  words: (words, bind) => `+rank in (select rowid ${matches} ${bind(matching(words, 'words', '*'), 'text')})`,
  relevance(words, most, bind) {
    const whole = matching(words, 'name', '')
    const inName = matching(words, 'name', '*')
    const all = matching(words, 'words', '*')
    const tiers = [whole, `(${inName}) NOT (${whole})`, `(${all}) NOT (${inName})`]
    return {
      total: `select count(*) ${matches} ${bind(all, 'text')}`,
      tiers: tiers.map((tier) => `select rowid as rank ${matches} ${bind(tier, 'text')} order by rowid limit ${most}`),
    }
  },
  positions: 'position',
  positionKeys: 'rank, id',
  around({ longitude, latitude, metres }, bind) {
    const high = metres / metresPerDegree
    const wide = high / Math.max(0.01, Math.cos(((Math.abs(latitude) + high) * Math.PI) / 180))
    const [west, east] = [bind(longitude - wide, 'real'), bind(longitude + wide, 'real')]
    const [south, north] = [bind(latitude - high, 'real'), bind(latitude + high, 'real')]
    return `east >= ${west} and west <= ${east} and north >= ${south} and south <= ${north}`
  },
  typeThere: (type) => `(select type from place where place.rank = position.rank) = ${type}`,
}

/** The column contains all words; with `*`, as prefixes. */
function matching(words: readonly string[], column: string, end: '' | '*'): string {
  return words.map((word) => `${column} : "${word}"${end}`).join(' AND ')
}
