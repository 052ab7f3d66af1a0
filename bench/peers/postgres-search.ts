import type { AskedSearch } from '../asked.ts'
import { chordOf, unitVector } from './unit-vector.ts'

/** A statement for `pg`, prepared once for each shape of question. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  /** Whether the best plan depends on the values: how frequent a word is, how long a range. */
  readonly planned: 'once' | 'each time'
}

type Bind = (value: unknown, type: string) => string

/** How the places of a page and their total are found; conditions are on visible places. */
interface Shape {
  /** A number. */
  readonly total: string
  /** A select of ids in the wanted order, limited to the page. */
  readonly page: string
  /** What both are taken from, where that is found once. */
  readonly hits?: string
  readonly planned?: Statement['planned']
}

/**
 * One statement that gives `{"TotalHits":…,"Results":[…]}`. Where hits are few they are found once, else they are
 * counted, and the page is read along an index that has the wanted order. Documents are read for the page alone.
 */
export function searchStatement(asked: AskedSearch): Statement {
  const values: unknown[] = []
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`
  const { hits, total, page, planned = 'once' } = shapeOf(asked, bind)
  const body = '(select body from document where document.id = page.id)'
  const text = `${hits === undefined ? '' : `with hits as materialized (${hits})`}
    select '{"TotalHits":' || (${total}) || ',"Results":[' || coalesce(string_agg(${body}, ','), '') || ']}' as answer
    from (${page}) as page`
  return { name: nameOf(text), text, values, planned }
}

const everyVisible = 'select sum(places) from visible_count'

function shapeOf(asked: AskedSearch, bind: Bind): Shape {
  const { ids, city, nameStart, type, published, words, nearby, order } = asked
  const limit = limitOf(asked, bind)
  if (nearby) return near(asked, nearby, bind)
  if (words && order === undefined && city === undefined) return byRelevance(words, asked, bind)
  const by = order === undefined ? 'name_key, id' : order === 'slug' ? 'slug, id' : 'slug desc, id desc'
  const where = [
    'visible',
    ...(ids ? [`id = any(${bind(ids, 'uuid[]')})`] : []),
    ...(city === undefined ? [] : [`city = ${bind(city, 'text')}`]),
    ...(nameStart ? [beginning(nameStart, bind)] : []),
    ...(type === undefined ? [] : [`type = ${bind(type, 'text')}`]),
    ...(published ? [within(published, bind)] : []),
    ...(words ? [`words @@ ${bind(begun(words), 'tsquery')}`] : []),
  ].join(' and ')
  const page = `select id from place where ${where} order by ${by} ${limit}`
  const conditions = [ids, city, nameStart, type, published, words].filter((condition) => condition !== undefined)
  if (conditions.length === 0) return { total: everyVisible, page }
  if (conditions.length === 1) {
    if (nameStart?.not) return { total: complement(nameStart.start, bind), page }
    if (published) return { total: `select count(*) from place where ${where}`, page, planned: 'each time' }
    if (city !== undefined) return { total: `select count(*) from place where ${where}`, page }
  }
  return {
    hits: `select id, ${order === undefined ? 'name_key' : 'slug'} from place where ${where}`,
    total: 'select count(*) from hits',
    page: `select id from hits order by ${by} ${limit}`,
    planned: words ? 'each time' : 'once',
  }
}

/** The offset is a value, so that paging does not make new statements. */
function limitOf({ limit, offset }: AskedSearch, bind: Bind): string {
  return offset === 0 ? `limit ${limit}` : `limit ${limit} offset ${bind(offset, 'integer')}`
}

/** A range rather than LIKE, so that a plan made once can use the index whatever the beginning is. */
function beginning({ start, not }: NonNullable<AskedSearch['nameStart']>, bind: Bind): string {
  const last = start.charCodeAt(start.length - 1)
  const end = start.slice(0, -1) + String.fromCharCode(last + 1)
  return `${not ? 'not ' : ''}(name >= ${bind(start, 'text')} and name < ${bind(end, 'text')})`
}

/** What does not begin so is all but what does, which is fewer to count. */
function complement(start: string, bind: Bind): string {
  return `(${everyVisible}) - (select count(*) from place where visible and ${beginning({ start, not: false }, bind)})`
}

function within({ from, to }: NonNullable<AskedSearch['published']>, bind: Bind): string {
  return `published >= ${bind(from, 'timestamptz')} and published < ${bind(to, 'timestamptz')} + interval '1 day'`
}

/** Tier after tier, each of which is only looked for when those before do not fill the page. */
function byRelevance(words: readonly string[], asked: AskedSearch, bind: Bind): Shape {
  const [start, whole] = [bind(begun(words), 'tsquery'), bind(words.map(lexeme).join(' & '), 'tsquery')]
  const most = asked.offset + asked.limit
  const tier = (condition: string) =>
    `(select id from place where visible and ${condition} order by name_key, id limit ${most})`
  const tiers = [
    tier(`name_words @@ ${whole}`),
    tier(`name_words @@ ${start} and not name_words @@ ${whole}`),
    tier(`words @@ ${start} and not name_words @@ ${start}`),
  ]
  return {
    total: `select count(*) from place where visible and words @@ ${start}`,
    page: `select id from (${tiers.join(' union all ')}) as tiers ${limitOf(asked, bind)}`,
    planned: 'each time',
  }
}

/**
 * Candidates by the index on geography; inside or not by the chord between unit vectors, which is the same sphere and
 * far cheaper than a function for each place.
 */
function near(asked: AskedSearch, nearby: NonNullable<AskedSearch['nearby']>, bind: Bind): Shape {
  const { words, type } = asked
  const { longitude, latitude, metres } = nearby
  const center = `st_point(${bind(longitude, 'float8')}, ${bind(latitude, 'float8')})::geography`
  const [x, y, z] = unitVector(longitude, latitude).map((part) => bind(part, 'float8'))
  const chord = `(x - ${x}) * (x - ${x}) + (y - ${y}) * (y - ${y}) + (z - ${z}) * (z - ${z})`
  const inside = `visible and position && _st_expand(${center}, ${bind(metres, 'float8')}) and ${chord} <= ${bind(chordOf(metres) ** 2, 'float8')}`
  const more = [
    ...(type === undefined ? [] : [`type = ${bind(type, 'text')}`]),
    ...(words ? [`words @@ ${bind(begun(words), 'tsquery')}`] : []),
  ]
  return {
    hits: `select id, ${chord} as chord from place where ${[inside, ...more].join(' and ')}`,
    total: 'select count(*) from hits',
    page: `select id from hits order by chord, id ${limitOf(asked, bind)}`,
    planned: 'each time',
  }
}

function begun(words: readonly string[]): string {
  return words.map((word) => `${lexeme(word)}:*`).join(' & ')
}

function lexeme(word: string): string {
  return `'${word.replaceAll("'", "''")}'`
}

const names = new Map<string, string>()

/** PostgreSQL cuts the names of statements at 63 bytes. */
function nameOf(text: string): string {
  const known = names.get(text) ?? `search-${names.size}`
  names.set(text, known)
  return known
}
