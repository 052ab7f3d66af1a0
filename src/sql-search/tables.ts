import { messageOf } from '../common/problem.ts'
import type { Field } from '../place/fields.ts'
import type { Model } from '../place/model.ts'
import { isLost } from '../store/postgres/postgres-faults.ts'
import { inTransaction, type Session } from '../store/postgres/session.ts'

/** Held while tables are created, so that many replicas can start together. */
const schemaLock = 7_160_401
/** Memory for creating an index; with the usual 64 MB, the index of lexemes takes twice as long. */
const indexMemory = '256MB'

/** A field with its number in a model. */
export interface NumberedField extends Field {
  readonly number: number
}

/** The fields of a model by name, in their order. */
export function numberedFields({ fields }: Model): ReadonlyMap<string, NumberedField> {
  return new Map([...fields.values()].map((field, number) => [field.name, { ...field, number }]))
}

/** True if the field is an instant of the place itself (created, published, …), which has a column of its name. */
export function isInstantColumn({ kind, path }: Field): boolean {
  return kind === 'instant' && path.length === 1
}

/** Texts by which lists are often ordered: their sort keys have a column with an index, as names and instants have. */
const indexed = ['slug', 'shortdescription', 'owner_id', 'owner_name', 'visitinginfo_address', 'visitinginfo_city']
const alwaysThere = ['id', 'name', 'slug', 'shortdescription', 'owner_id', 'owner_name', 'created', 'updated']

/** True if every place has a value of the field, so the position of missing values does not matter. */
export function isAlwaysThere({ name }: Field): boolean {
  return alwaysThere.includes(name)
}

/** The column with the sort keys of such a field; undefined for others. */
export function keyColumn({ name, number }: NumberedField): string | undefined {
  return indexed.includes(name) ? `key_${number}` : undefined
}

/** True if an index has the places in the order of a field, missing values last. */
export function isWalked(field: Field, descending: boolean): boolean {
  return isAlwaysThere(field) || (indexed.includes(field.name) && !descending)
}

/** The folded names of owners are truncated to this length in their column: an index holds about 2,700 bytes. */
export const foldedOwnerLength = 256

const tableNames = [
  // One narrow row per place with the values for filters and orders, and a row of details that few searches read.
  ...(['place', 'detail'] as const),
  // The documents, which are read only for the places of a page.
  'document',
  // The distinct opening hours with their time zone: far fewer than places.
  'schedule',
  // Owners, categories, tags and time zones that places refer to, and the distinct words of suggested texts.
  ...(['reference', 'word'] as const),
  // One row: the position of the tables, its history, and whether they are complete; writers lock it to move the
  // position.
  'position',
] as const

/** The names of the tables of one edition; other editions cannot use them. */
export interface SearchTables extends Readonly<Record<(typeof tableNames)[number], string>> {
  /** The columns of places with sort keys of fields. */
  readonly keys: readonly string[]
  /** The columns with instants of the place itself. */
  readonly instants: readonly string[]
}

/** The database does not support the search yet; the message states what is required. */
export class SearchUnsupported extends Error {
  constructor(cause: unknown) {
    super(
      `SEARCH=database needs PostGIS in the database: ${messageOf(cause)}; a superuser adds it by "create extension postgis"`,
    )
    this.name = 'SearchUnsupported'
  }
}

/** Returns the tables of an edition under a model. */
export function namedTables(edition: string, model: Model): SearchTables {
  const names = tableNames.map((name) => [name, `search_${name}_${edition}`])
  const keys = [...numberedFields(model).values()].flatMap((field) => keyColumn(field) ?? [])
  const instants = [...model.fields.values()].filter(isInstantColumn).map(({ name }) => name)
  return { ...(Object.fromEntries(names) as Record<(typeof tableNames)[number], string>), keys, instants }
}

/** Returns the statements that create tables and, once these are full, their indexes. */
export function definitionOf(tables: SearchTables): readonly string[] {
  return [...tableStatements(tables), ...indexesOf(tables).map(({ name, on }) => `${name} ${on}`)]
}

/**
 * Creates the tables if they are missing. Rejects with the server's error, or with `SearchUnsupported` without PostGIS.
 */
export async function createSearchTables(session: Session, tables: SearchTables): Promise<void> {
  await inTransaction(session, async () => {
    await session.query('select pg_advisory_xact_lock($1)', [schemaLock])
    if (await areMade(session, tables)) return
    // PostGIS is large: on a busy server, creating it takes longer than the limit of other statements.
    await session.query('set local statement_timeout = 0')
    await session.queryUnlimited('create extension if not exists postgis').catch((error: unknown) => {
      throw isLost(error) ? error : new SearchUnsupported(error)
    })
    for (const statement of tableStatements(tables)) await session.query(statement)
    await distribute(session, tables)
  })
}

/** True if the tables exist. */
export async function areMade(session: Session, { position }: SearchTables): Promise<boolean> {
  const { rows } = await session.query<{ found: boolean }>('select to_regclass($1) is not null as found', [position])
  return rows[0]?.found === true
}

/**
 * Empties the tables and drops their indexes, which are created again after the backfill. Runs in the caller's
 * transaction.
 */
export async function emptySearchTables(session: Session, tables: SearchTables): Promise<void> {
  const { place, detail, schedule, document, reference, word } = tables
  for (const { name } of indexesOf(tables)) await session.query(`drop index if exists ${name}`)
  for (const table of [place, detail, schedule, document, reference, word]) await session.query(`truncate ${table}`)
}

/** Creates the indexes after the backfill, which takes minutes for millions of places. */
export async function finishSearchTables(session: Session, tables: SearchTables): Promise<void> {
  await session.query(`set statement_timeout = 0; set lock_timeout = 0; set maintenance_work_mem = '${indexMemory}'`)
  for (const { name, on } of indexesOf(tables)) {
    await session.queryUnlimited(`create index if not exists ${name} on ${tables.place} ${on}`)
  }
  // Without this, index-only scans are not possible until the server vacuums on its own.
  for (const table of [tables.place, tables.detail, tables.document, tables.word]) {
    await session.queryUnlimited(`vacuum (analyze) ${table}`)
  }
  await session.query('reset statement_timeout; reset lock_timeout; reset maintenance_work_mem')
}

function tableStatements(tables: SearchTables): string[] {
  const { place, detail, schedule, document, reference, word, position, keys, instants } = tables
  const columns = (names: readonly string[], type: string) => names.map((name) => `, ${name} ${type}`).join('')
  return [
    `create table ${place} (
      id text collate "C" primary key, revision bigint not null, slug text not null,
      lon float8 not null, lat float8 not null, tile_column int not null, tile_row int not null,
      spot geography(point, 4326) not null, spot_plane geometry(point, 4326) not null,
      type_key text not null, partial boolean not null${columns(instants, 'float8')},
      public_from float8, public_until float8,
      owner_id text not null, folded_owner text collate "C" not null, categories text[] not null, tags text[] not null,
      fetches boolean not null, inexact boolean not null,
      folded_name text collate "C" not null,
      name_key text collate "C" not null, name_words text not null, lexemes tsvector not null,
      schedule uuid, facts jsonb not null${columns(keys, 'text collate "C"')})`,
    `create table ${detail} (
      id text collate "C" primary key, keys jsonb not null, cuts jsonb not null)`,
    `create table ${schedule} (key uuid primary key, zone text not null, hours jsonb not null)`,
    `create table ${document} (id text collate "C" primary key, document text not null)`,
    // Places with ids up to `renamed_up_to` show the name; all do if it is null.
    `create table ${reference} (
      kind text not null, key text not null, id text not null, name text, renamed_up_to text collate "C",
      primary key (kind, key))`,
    `create index ${reference}_renamed on ${reference} (kind, key) where renamed_up_to is not null`,
    `create table ${word} (word text collate "C" primary key)`,
    `create table ${position} (
      one int primary key, history text not null, revision bigint not null, transaction_id bigint not null,
      complete boolean not null, renaming_steps bigint not null)`,
    `insert into ${position} values (1, '', 0, 0, false, 0)`,
  ]
}

/**
 * Columns that every search tests, included in the indexes for walks and counts, so that the table need not be read.
 */
const asked = 'include (published, depublished, deleted, partial, type_key, public_from, public_until)'

/** The indexes of places, with their definitions. */
function indexesOf({ place, keys }: SearchTables): { readonly name: string; readonly on: string }[] {
  const of = (name: string, on: string) => ({ name: `${place}_${name}`, on })
  return [
    of('name', `(name_key, id) ${asked}`),
    of('tile', `(tile_column, tile_row) ${asked}`),
    of('folded', `(folded_name, id) ${asked}`),
    of('slug', 'using hash (slug)'),
    of('spot', 'using gist (spot)'),
    of('plane', 'using gist (spot_plane)'),
    of('lexemes', 'using gin (lexemes)'),
    // The id of an owner may be too long for an index.
    of('owner', '(left(owner_id, 256), id)'),
    of('owner_name', `(folded_owner) ${asked}`),
    of('schedule', `(schedule) ${asked} where schedule is not null`),
    of('categories', 'using gin (categories)'),
    of('tags', 'using gin (tags)'),
    of('created', `(created) ${asked}`),
    of('updated', `(updated) ${asked}`),
    of('published', '(published)'),
    of('depublished', '(depublished) where depublished is not null'),
    of('deleted', '(deleted) where deleted is not null'),
    ...keys.map((key) => of(key, `(${key}, id) ${asked}`)),
  ]
}

/**
 * On Citus, distributes the rows of places by id, all rows of a place on one worker; small tables stay on the
 * coordinator.
 */
async function distribute(session: Session, { place, detail, schedule, document }: SearchTables): Promise<void> {
  const { rows } = await session.query<{ found: boolean }>(
    `select exists (select from pg_proc where proname = 'create_distributed_table') as found`,
  )
  if (!rows[0]?.found) return
  await session.query('select create_distributed_table($1, $2)', [place, 'id'])
  for (const beside of [detail, document]) {
    await session.query('select create_distributed_table($1, $2, colocate_with => $3)', [beside, 'id', place])
  }
  // Every worker evaluates which schedules are open.
  await session.query('select create_reference_table($1)', [schedule])
}
