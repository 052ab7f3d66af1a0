import { hash } from 'node:crypto'
import {
  type DirectoryEntry,
  type EntryAddress,
  fixedNames,
  type NamedEntry,
  type Names,
} from '../place/directory-entry.ts'
import { type DirectoryKind, directoryKinds } from '../place/directory-kinds.ts'
import type { Place, PlaceId } from '../place/place.ts'
import type { NamedAddress, ReferenceAddress } from '../read-model/reference.ts'
import type { Session } from '../store/postgres/session.ts'
import { indexedId, postgresTraits, storable } from '../store/sql/database.ts'
import type { SearchTables } from './tables.ts'

/**
 * Longer keys are replaced by a digest: an index holds about 2,700 bytes, and an owner id may have 2,000 characters.
 */
const keyBytesMax = 1_000
/** Number of renamed entries whose places are counted. */
const countedMax = 100

/** An entry of the directory or a parent that places refer to, in a row of the table of references. */
interface Reference extends NamedAddress {
  readonly key: string
}

/** A reference whose new name only the places up to an id show. */
export interface RenamedReference extends Reference {
  readonly upTo: PlaceId | ''
}

function referenceOf({ kind, id }: ReferenceAddress, name: string | null = null): Reference {
  const text = storable(id)
  const key = Buffer.byteLength(text) <= keyBytesMax ? text : `#${hash('sha256', text, 'hex')}`
  return { kind, key, id: text, name: name === null ? null : storable(name) }
}

/** The rows of a JSON list of references, as SQL. */
const givenSql = '(select * from json_to_recordset($1::json) as g(kind text, key text, id text, name text)) as given'
const isGivenSql = 'r.kind = given.kind and r.key = given.key'

/** Adds time zones that are not known yet. */
export async function putZones(session: Session, { reference }: SearchTables, zones: readonly string[]): Promise<void> {
  await session.query(
    `insert into ${reference} (kind, key, id) select 'zones', zone, zone from unnest($1::text[]) as zone order by zone
     on conflict do nothing`,
    [zones],
  )
}

/** Reads the time zones of places with opening hours. */
export async function readZones(session: Session, { reference }: SearchTables): Promise<string[]> {
  const { rows } = await session.query<{ id: string }>(`select id from ${reference} where kind = 'zones' order by key`)
  return rows.map(({ id }) => id)
}

/**
 * Returns the names that rows of these places show: those in the table of references. Entries that no place has
 * referred to are added, with the name of the remote directory if there is one, else that of the record.
 */
export async function shownNames(
  session: Session,
  { reference }: SearchTables,
  places: readonly Place[],
  remote: Names | undefined,
): Promise<Names> {
  const referred = new Map(places.flatMap(addressesOf).map((address) => [`${address.kind}/${address.id}`, address]))
  const entries = [...referred.values()]
  const { rows: known } = await session.query<NamedEntry>(
    `select r.kind, r.key, r.id, r.name from ${reference} r, ${givenSql} where ${isGivenSql}`,
    [JSON.stringify(entries.map((entry) => referenceOf(entry)))],
  )
  const nameOf = new Map(known.map(({ kind, id, name }) => [`${kind}/${id}`, name]))
  const isKnown = ({ kind, id }: EntryAddress) => nameOf.has(`${kind}/${storable(id)}`)
  const added = await currentNames(
    session,
    entries.filter((entry) => !isKnown(entry)),
    remote,
  )
  await session.query(
    `insert into ${reference} (kind, key, id, name) select kind, key, id, name from ${givenSql} order by kind, key
     on conflict do nothing`,
    [JSON.stringify(added.map((entry) => referenceOf(entry, entry.name)))],
  )
  const shown = entries
    .filter(isKnown)
    .map((entry): NamedEntry => ({ ...entry, name: nameOf.get(`${entry.kind}/${storable(entry.id)}`) ?? null }))
  return fixedNames([...shown, ...added])
}

function addressesOf({ owner, categories = [], tags = [] }: Place): EntryAddress[] {
  return [
    { kind: 'owners', id: owner.id },
    ...categories.map(({ id }): EntryAddress => ({ kind: 'categories', id })),
    ...tags.map(({ id }): EntryAddress => ({ kind: 'tags', id })),
  ]
}

/** Returns the entries with their names in the remote directory, or else in the record. */
async function currentNames(
  session: Session,
  entries: readonly EntryAddress[],
  remote: Names | undefined,
): Promise<NamedEntry[]> {
  if (entries.length === 0) return []
  if (remote) return entries.map((entry) => ({ ...entry, name: remote.entry(entry.kind, entry.id)?.name ?? null }))
  const rowOf = ({ kind, id }: EntryAddress) => indexedId(storable(`${kind}/${id}`), postgresTraits)
  const { rows } = await session.query<{ id: string; document: string }>(
    `select entry.id, journal.document from directory_entry entry
     join journal on journal.revision = entry.revision where entry.id = any($1)`,
    [entries.map(rowOf)],
  )
  const names = new Map(rows.map(({ id, document }) => [id, (JSON.parse(document) as DirectoryEntry).name]))
  return entries.map((entry) => ({ ...entry, name: names.get(rowOf(entry)) ?? null }))
}

/** Stores the current names of these entries, and notes which of them places do not show yet. */
export async function noteNames(
  session: Session,
  { reference }: SearchTables,
  entries: readonly EntryAddress[],
  remote: Names | undefined,
): Promise<void> {
  if (entries.length === 0) return
  const named = await currentNames(session, entries, remote)
  await session.query(
    `update ${reference} r set name = given.name, renamed_up_to = '' from ${givenSql}
     where ${isGivenSql} and r.name is distinct from given.name`,
    [JSON.stringify(named.map((entry) => referenceOf(entry, entry.name)))],
  )
}

/** Notes that the children of these places do not show their names yet. */
export async function noteParents(
  session: Session,
  { reference }: SearchTables,
  ids: readonly string[],
): Promise<void> {
  const parents = ids.map((id) => referenceOf({ kind: 'parents', id }))
  await session.query(
    `insert into ${reference} (kind, key, id, renamed_up_to) select kind, key, id, '' from ${givenSql} order by key
     on conflict (kind, key) do update set renamed_up_to = ''`,
    [JSON.stringify(parents)],
  )
}

/**
 * Returns the entries that have another name in a remote directory than in the table. Lists of which the directory
 * knows nothing are left out: it may not have answered yet.
 */
export async function findRenamed(
  session: Session,
  { reference }: SearchTables,
  remote: Names,
): Promise<EntryAddress[]> {
  const { rows } = await session.query<NamedEntry>(`select kind, id, name from ${reference} where kind = any($1)`, [
    directoryKinds,
  ])
  const isKnown = (kind: DirectoryKind) => rows.some((row) => row.kind === kind && remote.entry(kind, row.id))
  const known = directoryKinds.filter(isKnown)
  return rows.filter(
    ({ kind, id, name }) => known.includes(kind) && name !== storableName(remote.entry(kind, id)?.name),
  )
}

function storableName(name: string | undefined): string | null {
  return name === undefined ? null : storable(name)
}

/**
 * Returns entries whose new names some places do not show yet: among `entries` if they are given. The least rewritten
 * come first, so that an entry of few places does not wait for those of many.
 */
export async function readRenamed(
  session: Session,
  { reference }: SearchTables,
  { entries, limit }: { readonly entries?: readonly ReferenceAddress[] | undefined; readonly limit: number },
): Promise<RenamedReference[]> {
  const columns = 'r.kind, r.key, r.id, r.name, r.renamed_up_to as "upTo"'
  const { rows } = await session.query<RenamedReference>(
    `select ${columns} from ${reference} r${entries ? `, ${givenSql} where ${isGivenSql} and` : ' where'}
       r.renamed_up_to is not null order by r.renamed_up_to, r.kind, r.key limit ${limit}`,
    entries && [JSON.stringify(entries.map((entry) => referenceOf(entry)))],
  )
  return rows
}

/** Returns the ids of the next places that are to show a new name, and notes that they do. */
export async function takeOutdated(
  session: Session,
  tables: SearchTables,
  { kind, key, id, upTo }: RenamedReference,
  limit: number,
): Promise<PlaceId[]> {
  const { rows } = await session.query<{ id: PlaceId }>(
    `select p.id from ${referringSql(kind, tables)} and p.id > $2 order by p.id limit $3`,
    [id, upTo, limit],
  )
  const ids = rows.map((row) => row.id)
  await session.query(`update ${tables.reference} set renamed_up_to = $3 where kind = $1 and key = $2`, [
    kind,
    key,
    ids.length < limit ? null : ids.at(-1),
  ])
  return ids
}

/** Counts the places that do not show the new names of marked entries yet. */
export async function countOutdated(session: Session, tables: SearchTables): Promise<number> {
  let places = 0
  for (const { kind, id, upTo } of await readRenamed(session, tables, { limit: countedMax })) {
    const { rows } = await session.query<{ places: number }>(
      `select count(*) as places from ${referringSql(kind, tables)} and p.id > $2`,
      [id, upTo],
    )
    places += rows[0]?.places ?? 0
  }
  return places
}

/** True if more places than this refer to an entry. */
export async function hasMorePlaces(
  session: Session,
  tables: SearchTables,
  { kind, id }: RenamedReference,
  than: number,
): Promise<boolean> {
  const { rows } = await session.query(`select p.id from ${referringSql(kind, tables)} limit 1 offset $2`, [id, than])
  return rows.length > 0
}

/**
 * The places that refer to the entry or parent with the id `$1`, in a form that an index answers. Children are those of
 * the record; the rows of the search have no column of parents.
 */
function referringSql(kind: ReferenceAddress['kind'], { place }: SearchTables): string {
  if (kind === 'parents') return 'place p where p.parent_id = $1'
  if (kind === 'owners') return `${place} p where left(p.owner_id, 256) = left($1::text, 256) and p.owner_id = $1::text`
  return `${place} p where p.${kind} @> array[$1::text]`
}
