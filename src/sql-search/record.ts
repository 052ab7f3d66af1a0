import type { Place } from '../place/place.ts'
import type { Session } from '../store/postgres/session.ts'
import type { RecordedPlace } from './row.ts'

/** A place of the record as it is now. */
export interface Present {
  readonly id: string
  readonly revision: number
  readonly parent_id: string | null
  readonly document: string
  readonly mark: number
}

/** Where the record ends, and what it has at a revision that was followed. */
interface RecordEnd {
  readonly history: string
  readonly revision: number
  readonly mark: number
  /** The mark of the entry that was followed last; null where the journal has none with its number. */
  readonly markThere: number | null
}

const presentSql = `select place.id, place.revision, place.parent_id, journal.document, journal.mark
  from place join journal on journal.revision = place.revision`

/** Where the record ends. */
export async function endOfRecord(session: Session, followed: number): Promise<RecordEnd> {
  const { rows } = await session.query<RecordEnd>(
    `select value as history, journal_end.revision, journal_end.mark,
       case when $1 = 0 then 0 else (select mark from journal where journal.revision = $1) end as "markThere"
     from meta, journal_end where name = 'history_id'`,
    [followed],
    'search-end',
  )
  return rows[0]!
}

/**
 * The places that were changed after a revision and not since, in their order. The journal is told the range too, else
 * the server may read it from its beginning to join the two.
 */
export async function changedPlaces(session: Session, after: number, limit: number): Promise<Present[]> {
  const { rows } = await session.query<Present>(
    `${presentSql} where place.revision > $1 and journal.revision > $1 order by place.revision limit $2`,
    [after, limit],
    'search-changed',
  )
  return rows
}

/** The ids of the places that were purged after a revision, up to and with another. */
export async function purgedPlaces(session: Session, after: number, until: number): Promise<string[]> {
  const { rows } = await session.query<{ id: string }>(
    `select id from journal where revision > $1 and revision <= $2 and kind = 'place' and action = 'purge'`,
    [after, until],
    'search-purged',
  )
  return rows.map(({ id }) => id)
}

/** The children of some places that were changed last up to and with a revision. */
export async function childrenOf(session: Session, ids: readonly string[], until: number): Promise<Present[]> {
  const { rows } = await session.query<Present>(
    `${presentSql} where place.parent_id = any($1) and place.revision <= $2`,
    [ids, until],
    'search-children',
  )
  return rows
}

/** The same places with their parents. */
export async function withParents(session: Session, places: readonly Present[]): Promise<RecordedPlace[]> {
  const ids = [...new Set(places.flatMap(({ parent_id }) => (parent_id === null ? [] : [parent_id])))]
  const { rows } = await session.query<{ id: string; document: string }>(
    'select place.id, journal.document from place join journal on journal.revision = place.revision where place.id = any($1)',
    [ids],
    'search-parents',
  )
  const parents = new Map(rows.map(({ id, document }) => [id, JSON.parse(document) as Place]))
  return places.map(({ document, revision, parent_id }) => ({
    place: JSON.parse(document) as Place,
    revision,
    parent: parent_id === null ? undefined : parents.get(parent_id),
  }))
}
