import { type Row, unitVector } from '../corpus.ts'

/** The columns of a place, in the order of `placeValues`. */
export const placeColumns = 'id, name_key, slug, name, city, type, published, position, x, y, z, words, name_words'

/** The columns of a row in the table of places, in the input format of PostgreSQL. */
export function placeValues(row: Row): readonly unknown[] {
  return [
    ...[row.id, row.nameKey, row.slug, row.name, row.city ?? null, row.type],
    ...[new Date(row.published).toISOString(), `SRID=4326;POINT(${row.longitude} ${row.latitude})`],
    ...unitVector(row.longitude, row.latitude),
    ...[row.words.join(' '), row.nameWords.join(' ')],
  ]
}

/**
 * Searched columns and documents are in separate tables, so that a search reads narrow rows. x, y, z are the position
 * on the unit sphere. Places are counted in one row per writing backend.
 */
export const schema = `
create extension postgis;
create extension pg_prewarm;
create table place (
  id uuid not null,
  name_key text collate "C" not null,
  slug text collate "C" not null,
  name text collate "C" not null,
  city text collate "C",
  type text collate "C" not null,
  published timestamptz not null,
  position geography(Point) not null,
  x float8 not null,
  y float8 not null,
  z float8 not null,
  words tsvector not null,
  name_words tsvector not null
);
create unlogged table arriving (like place, body text, named_body text);
create table document (id uuid not null, body text not null);
create table named_document (id uuid not null, body text not null, revision bigint not null);
create table journal (
  revision bigint generated always as identity, place uuid not null, action text not null, at timestamptz not null, body text not null
);
create table directory (id text not null, name text not null);
create table place_count (backend integer primary key, places bigint not null);
`

/** Runs once all rows have arrived. */
export const settled = `
insert into place select ${placeColumns} from arriving;
insert into document select id, body from arriving;
insert into named_document select id, named_body, 0 from arriving;
insert into place_count select 0, count(*) from place;
drop table arriving;
`

/** Created after the rows; they cover the columns by which a page is ordered and joined. */
export const indexes = `
alter table place add primary key (id) include (name_key);
alter table document add primary key (id);
alter table named_document add primary key (id);
alter table journal add primary key (revision);
alter table directory add primary key (id);
create unique index place_slug on place (slug);
create index place_by_slug on place (slug, id);
create index place_by_name on place (name_key, id) include (name, published);
create index place_name on place (name, name_key, id);
create index place_city on place (city, name_key, id);
create index place_city_name on place (city, name, type, slug, id);
create index place_published on place (published, name_key, id);
create index place_words on place using gin (words);
create index place_name_words on place using gin (name_words);
create index place_position on place using gist (position);
alter table place alter column words set statistics 1000;
alter table place alter column name_words set statistics 1000;
alter table place alter column name set statistics 1000;
vacuum (analyze, freeze);
checkpoint
`
