import type { Dialect } from './search-statement.ts'

/** Searches over the tables of `schema`. */
export const dialect: Dialect = {
  parameter: (number, type) => `$${number}::${type}`,
  key: 'id',
  total: 'select sum(places) from place_count',
  orders: { name: ['name_key', 'id'], slug: ['slug', 'id'] },
  ids: (ids, bind) => `id = any(${bind(ids, 'uuid[]')})`,
  published: ({ from, to }, bind) =>
    `published >= ${bind(from, 'timestamptz')} and published < ${bind(to, 'timestamptz')} + interval '1 day'`,
  words: (words, bind) => `words @@ ${bind(begun(words), 'tsquery')}`,
  relevance(words, most, bind) {
    const [start, whole] = [bind(begun(words), 'tsquery'), bind(words.map(lexeme).join(' & '), 'tsquery')]
    const tiers = [
      `name_words @@ ${whole}`,
      `name_words @@ ${start} and not name_words @@ ${whole}`,
      `words @@ ${start} and not name_words @@ ${start}`,
    ]
    return {
      total: `select count(*) from place where words @@ ${start}`,
      tiers: tiers.map((tier) => `select id from place where ${tier} order by name_key, id limit ${most}`),
    }
  },
  positions: 'place',
  positionKeys: 'id',
  around({ longitude, latitude, metres }, bind) {
    const center = `st_point(${bind(longitude, 'float8')}, ${bind(latitude, 'float8')})::geography`
    return `position && _st_expand(${center}, ${bind(metres, 'float8')})`
  },
  typeThere: (type) => `type = ${type}`,
}

function begun(words: readonly string[]): string {
  return words.map((word) => `${lexeme(word)}:*`).join(' & ')
}

function lexeme(word: string): string {
  return `'${word.replaceAll("'", "''")}'`
}
