import { hash } from 'node:crypto'
import type { Model } from '../place/model.ts'
import { isLost } from '../store/postgres/fault.ts'
import type { Session } from '../store/postgres/session.ts'
import { type SearchTables, searchTables } from './statement.ts'

/** Goes up with every change of what rows hold. */
const format = 3
/** Taken while tables are made, so that many copies can start together. */
const schemaLock = 7_160_401

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
export function tablesOf({ locale, placeTypeSchemas, fields }: Model): SearchTables {
  const edition = hash('sha1', JSON.stringify([format, locale, placeTypeSchemas, [...fields.keys()]]), 'hex')
  return searchTables(edition.slice(0, 12))
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
      for (const statement of statements(tables)) await session.query(statement)
      await distribute(session, tables)
    }
    await session.query('commit')
  } catch (error) {
    if (!session.lost) await session.query('rollback')
    throw error
  }
}

function statements({ place, detail, reference, followed }: SearchTables): string[] {
  const index = (name: string, what: string) => `create index ${place}_${name} on ${place} ${what}`
  return [
    `create table ${place} (
      id text collate "C" primary key, revision bigint not null, slug text not null,
      lon float8 not null, lat float8 not null,
      spot geography(point, 4326) not null, spot_plane geometry(point, 4326) not null,
      type_key text not null, partial boolean not null,
      published float8, depublished float8, deleted float8, created float8, updated float8,
      owner_key text not null, owner_id text not null, categories text[] not null, tags text[] not null,
      fetches boolean not null, inexact boolean not null,
      name_key text collate "C" not null, name_words text not null, lexemes tsvector not null,
      zone text)`,
    `create table ${detail} (
      id text collate "C" primary key, facts jsonb not null, keys jsonb not null, cuts jsonb not null,
      parent_name text, document text not null, hours jsonb)`,
    `create table ${reference} (
      number bigserial, kind text not null, key text not null, primary key (kind, key))`,
    `create table ${followed} (
      one int primary key, history text not null, revision bigint not null, mark bigint not null, complete boolean not null)`,
    `insert into ${followed} values (1, '', 0, 0, false)`,
    index('name', '(name_key, id)'),
    index('slug', 'using hash (slug)'),
    index('spot', 'using gist (spot)'),
    index('plane', 'using gist (spot_plane)'),
    index('lexemes', 'using gin (lexemes)'),
    index('owner', 'using hash (owner_key)'),
    index('categories', 'using gin (categories)'),
    index('tags', 'using gin (tags)'),
    index('created', '(created)'),
    index('updated', '(updated)'),
    index('published', '(published)'),
    index('depublished', '(depublished) where depublished is not null'),
    index('deleted', '(deleted) where deleted is not null'),
  ]
}

/** On Citus rows of a place are together on one worker, by its id; what is small is everywhere. */
async function distribute(session: Session, { place, detail, reference }: SearchTables): Promise<void> {
  const { rows } = await session.query(`select from pg_extension where extname = 'citus'`)
  if (rows.length === 0) return
  await session.query('select create_distributed_table($1, $2)', [place, 'id'])
  await session.query('select create_distributed_table($1, $2, colocate_with => $3)', [detail, 'id', place])
  await session.query('select create_reference_table($1)', [reference])
}
