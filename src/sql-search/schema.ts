import { hash } from 'node:crypto'
import type { Model } from '../place/model.ts'
import { isLost } from '../store/postgres/fault.ts'
import type { Session } from '../store/postgres/session.ts'
import { numberedFields } from './numbered-fields.ts'
import { isIndexed, keyColumn } from './sorted-fields.ts'
import { type SearchTables, searchTables } from './statement.ts'

/** Goes up with every change of what rows hold. */
const format = 8
/** Taken while tables are made, so that many copies can start together. */
const schemaLock = 7_160_401

/** What the server sorts in while it makes an index; with its usual 64 MB that of lexemes takes twice as long. */
const indexMemory = '256MB'

/** The database cannot be searched as it is; the message says what has to be done. */
export class SearchUnsupported extends Error {
  constructor(cause: unknown) {
    const said = cause instanceof Error ? cause.message : String(cause)
    super(`SEARCH=database needs PostGIS in the database: ${said}; a superuser adds it by "create extension postgis"`)
    this.name = 'SearchUnsupported'
  }
}

/**
 * The tables for a model. Words, keys and field numbers follow from it, so each has tables of its own, and old and new
 * copies can run side by side.
 */
export function tablesOf(model: Model): SearchTables {
  const { locale, placeTypeSchemas, fields } = model
  const edition = hash('sha1', JSON.stringify([format, locale, placeTypeSchemas, [...fields.keys()]]), 'hex')
  const ordered = numberedFields(model).flatMap(({ number, field }) => (isIndexed(field.name) ? [number] : []))
  return searchTables(edition.slice(0, 12), ordered)
}

/** Makes the tables where they are not there; rejects with the error of the server, such as for PostGIS that it lacks. */
export async function createSearchTables(session: Session, tables: SearchTables): Promise<void> {
  await session.query('begin')
  try {
    await session.query('select pg_advisory_xact_lock($1)', [schemaLock])
    const { rows } = await session.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
      tables.followed,
    ])
    if (!rows[0]?.found) {
      await session.query('create extension if not exists postgis').catch((error: unknown) => {
        throw isLost(error) ? error : new SearchUnsupported(error)
      })
      for (const statement of tableStatements(tables)) await session.query(statement)
      await distribute(session, tables)
    }
    await session.query('commit')
  } catch (error) {
    if (!session.lost) await session.query('rollback')
    throw error
  }
}

/** Empties the tables, whose indexes are to be made again when they are full. Within a transaction of the caller. */
export async function emptySearchTables(session: Session, tables: SearchTables): Promise<void> {
  const { place, detail, schedule, document, reference, name: names, word } = tables
  for (const { name } of indexesOf(tables)) await session.query(`drop index if exists ${name}`)
  for (const table of [place, detail, schedule, document, reference, names, word])
    await session.query(`truncate ${table}`)
}

/** Makes an index of a table that has been filled, which takes minutes for millions. Within a transaction of the caller. */
export async function createIndex(session: Session, { name, table, on }: SearchIndex): Promise<void> {
  await session.query('set local statement_timeout = 0; set local lock_timeout = 0')
  await session.query(`set local maintenance_work_mem = '${indexMemory}'`)
  await session.queryUnlimited(`create index if not exists ${name} on ${table} ${on}`)
}

/** The indexes of the tables: that of lexemes, which takes longest, those of what totals are counted in, and all others. */
export function searchIndexes(tables: SearchTables) {
  const all = indexesOf(tables)
  const lexemes = all.find(({ name }) => name === `${tables.place}_lexemes`)!
  const isOfTotals = ({ table }: SearchIndex) => table === tables.name || table === tables.word
  return {
    lexemes,
    ofTotals: all.filter(isOfTotals),
    others: all.filter((index) => index !== lexemes && !isOfTotals(index)),
  }
}

function tableStatements(tables: SearchTables): string[] {
  const { place, detail, schedule, document, reference, name, word, followed, ordered } = tables
  return [
    `create table ${place} (
      id text collate "C" primary key, revision bigint not null, slug text not null,
      lon float8 not null, lat float8 not null, cell bigint not null,
      spot geography(point, 4326) not null, spot_plane geometry(point, 4326) not null,
      type_key text not null, partial boolean not null,
      published float8, depublished float8, deleted float8, created float8, updated float8,
      orphan boolean not null, seen_from float8, seen_until float8,
      owner_key text not null, owner_id text not null, categories text[] not null, tags text[] not null,
      fetches boolean not null, inexact boolean not null,
      folded_name text collate "C" not null, municipality text collate "C",
      name_key text collate "C" not null, name_words text not null, lexemes tsvector not null,
      schedule uuid, facts jsonb not null${ordered.map((number) => `, ${keyColumn(number)} text collate "C"`).join('')})`,
    `create table ${detail} (
      id text collate "C" primary key, keys jsonb not null, cuts jsonb not null)`,
    `create table ${schedule} (key uuid primary key, zone text not null, hours jsonb not null)`,
    `create table ${document} (id text collate "C" primary key, document text not null)`,
    `create table ${reference} (
      number bigserial, kind text not null, key text not null, whole text, places bigint not null default 0,
      primary key (kind, key))`,
    `create table ${name} (key text collate "C" primary key, places bigint not null, words tsvector not null)`,
    `create table ${word} (number bigserial, word text collate "C" primary key)`,
    `create table ${followed} (
      one int primary key, history text not null, revision bigint not null, mark bigint not null, complete boolean not null)`,
    `insert into ${followed} values (1, '', 0, 0, false)`,
  ]
}

/** What every search asks for is in indexes that are walked and counted, so that nobody need look into the table. */
const asked = 'include (published, depublished, deleted, partial, type_key, orphan, seen_from, seen_until)'

/** An index and what it is on. */
export interface SearchIndex {
  readonly name: string
  readonly table: string
  readonly on: string
}

function indexesOf({ place, name: names, word, ordered }: SearchTables): SearchIndex[] {
  const of = (table: string) => (name: string, on: string) => ({ name: `${table}_${name}`, table, on })
  const ofPlace = of(place)
  return [
    ofPlace('name', `(name_key, id) ${asked}`),
    ofPlace('cell', `(cell) ${asked}`),
    ofPlace('folded', `(folded_name, id) ${asked}`),
    ofPlace('municipality', `(municipality) ${asked}`),
    ofPlace('slug', 'using hash (slug)'),
    ofPlace('spot', 'using gist (spot)'),
    ofPlace('plane', 'using gist (spot_plane)'),
    ofPlace('lexemes', 'using gin (lexemes)'),
    ofPlace('owner', `(owner_key, id) ${asked}`),
    ofPlace('schedule', `(schedule) ${asked} where schedule is not null`),
    ofPlace('categories', 'using gin (categories)'),
    ofPlace('tags', 'using gin (tags)'),
    ofPlace('created', `(created) ${asked}`),
    ofPlace('updated', `(updated) ${asked}`),
    ofPlace('published', '(published)'),
    ofPlace('depublished', '(depublished) where depublished is not null'),
    ofPlace('deleted', '(deleted) where deleted is not null'),
    of(names)('most', '(places desc, key)'),
    of(names)('words', 'using gin (words)'),
    of(word)('number', '(number)'),
    ...ordered.map((number) => ofPlace(keyColumn(number), `(${keyColumn(number)}, id) ${asked}`)),
  ]
}

/** On Citus the rows of a place are together on one worker, by its id; what is small stays on the coordinator. */
async function distribute(session: Session, { place, detail, schedule, document }: SearchTables): Promise<void> {
  const { rows } = await session.query<{ found: boolean }>(
    `select exists (select from pg_proc where proname = 'create_distributed_table') as found`,
  )
  if (!rows[0]?.found) return
  await session.query('select create_distributed_table($1, $2)', [place, 'id'])
  for (const beside of [detail, document]) {
    await session.query('select create_distributed_table($1, $2, colocate_with => $3)', [beside, 'id', place])
  }
  // Every worker asks which of them are open.
  await session.query('select create_reference_table($1)', [schedule])
}
