import type { Asked } from '../questions.ts'

/** A statement for `pg`: prepared once for each shape of question. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

/** One table; every index that the questions can use, partial and covering where that pays. */
export const schema = `
create extension if not exists postgis;
create table place (
  id uuid primary key,
  document text not null,
  rank integer not null,
  slug text collate "C" not null,
  name text collate "C" not null,
  city text collate "C",
  owner_id text collate "C" not null,
  types text[] not null,
  partial boolean not null,
  deleted boolean not null,
  published timestamptz,
  depublished timestamptz,
  position geography(Point) not null,
  words tsvector not null,
  name_words tsvector not null
);
alter table place alter column document set storage external;
create table journal (revision bigint generated always as identity primary key, place uuid not null, document text not null);
`

/** Made after the rows, which is faster. `shown` are the places that a search without further words is about. */
export const indexes = `
create unique index place_rank on place (rank);
create index place_shown_rank on place (rank) include (published, depublished) where not partial and not deleted and published is not null;
create index place_shown_slug on place (slug) include (published, depublished, rank) where not partial and not deleted and published is not null;
create index place_shown_name on place (name) include (published, depublished, rank) where not partial and not deleted and published is not null;
create index place_shown_city on place (city, rank) include (published, depublished) where not partial and not deleted and published is not null;
create index place_shown_owner on place (owner_id, rank) where not partial and not deleted and published is not null;
create index place_shown_published on place (published, rank) include (depublished) where not partial and not deleted and published is not null;
create index place_words on place using gin (words) with (fastupdate = off);
create index place_position on place using gist (position);
alter table place alter column words set statistics 1000;
vacuum (analyze) place;
`

/** One statement that gives `{"TotalHits":…,"Results":[…]}`. */
export function searchStatement(asked: Asked, now: number): Statement {
  const values: unknown[] = []
  const bind = (value: unknown, type: string): string => `$${values.push(value)}::${type}`
  const where = conditions(asked, bind, now).join(' and ')
  const page = `limit ${bind(asked.limit, 'integer')} offset ${bind(asked.offset, 'integer')}`
  const text = textOf(asked, { where, page, bind })
  return { name: nameOf(text), text, values }
}

type Bind = (value: unknown, type: string) => string

function conditions(asked: Asked, bind: Bind, now: number): string[] {
  const { ids, city, ownerId, nameStart, type, published, words, nearby } = asked
  const instant = bind(new Date(now), 'timestamptz')
  return [
    `not partial and not deleted and published is not null and published <= ${instant}`,
    `(depublished is null or depublished > ${instant})`,
    ...(ids ? [`id = any(${bind(ids, 'uuid[]')})`] : []),
    ...(city === undefined ? [] : [`city = ${bind(city, 'text')}`]),
    ...(ownerId === undefined ? [] : [`owner_id = ${bind(ownerId, 'text')}`]),
    ...(nameStart ? [beginning(nameStart, bind)] : []),
    ...(type === undefined ? [] : [`types @> ${bind([type], 'text[]')}`]),
    ...(published
      ? [
          `published >= ${bind(published.from, 'timestamptz')}`,
          `published < ${bind(published.to, 'timestamptz')} + interval '1 day'`,
        ]
      : []),
    ...(words ? [`words @@ ${bind(begins(words), 'tsquery')}`] : []),
    ...(nearby
      ? [
          `st_dwithin(position, st_point(${bind(nearby.longitude, 'float8')}, ${bind(nearby.latitude, 'float8')})::geography, ${bind(nearby.metres, 'float8')}, false)`,
        ]
      : []),
  ]
}

/** A range rather than LIKE, so that a prepared plan can use the index whatever the beginning is. */
function beginning({ start, not }: NonNullable<Asked['nameStart']>, bind: Bind): string {
  const last = start.charCodeAt(start.length - 1)
  const end = start.slice(0, -1) + String.fromCharCode(last + 1)
  return `${not ? 'not ' : ''}(name >= ${bind(start, 'text')} and name < ${bind(end, 'text')})`
}

interface Parts {
  readonly where: string
  readonly page: string
  readonly bind: Bind
}

/**
 * Where all hits have to be ordered by something computed, they are found once; else they are counted and, along an
 * index in the wanted order, paged. Documents are fetched for the page alone.
 */
function textOf({ words, nearby, order }: Asked, { where, page, bind }: Parts): string {
  const orders = {
    slug: 'slug, rank',
    'slug-': 'slug desc, rank',
    name: 'rank',
  }
  if (order === undefined && (nearby || words)) {
    const computed = nearby
      ? `st_distance(position, st_point(${bind(nearby.longitude, 'float8')}, ${bind(nearby.latitude, 'float8')})::geography, false)`
      : `case when name_words @@ ${bind(whole(words ?? []), 'tsquery')} then 0 when name_words @@ ${bind(begins(words ?? []), 'tsquery')} then 1 else 2 end`
    const tie = nearby ? 'id' : 'rank'
    return `with hits as materialized (select rank, id, ${computed} as first from place where ${where}),
      page as (select rank, first from hits order by first, ${tie} ${page})
      select ${answer('(select count(*) from hits)', 'page join place using (rank)', `page.first, place.${tie}`)}`
  }
  const by = orders[order ?? 'name']
  return `with page as (select rank, slug from place where ${where} order by ${by} ${page})
    select ${answer(`(select count(*) from place where ${where})`, 'page join place using (rank)', by.replaceAll(/\b(slug|rank)\b/g, 'place.$1'))}`
}

function answer(total: string, from: string, order: string): string {
  return `'{"TotalHits":' || ${total} || ',"Results":[' || coalesce((select string_agg(document, ',' order by ${order}) from ${from}), '') || ']}' as answer`
}

function begins(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "''")}':*`).join(' & ')
}

function whole(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "''")}'`).join(' & ')
}

const names = new Map<string, string>()

/** PostgreSQL cuts the names of statements at 63 bytes. */
function nameOf(text: string): string {
  const known = names.get(text) ?? `search-${names.size}`
  names.set(text, known)
  return known
}
