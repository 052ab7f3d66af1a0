import type { Position } from '../place/journal.ts'
import type { Model } from '../place/model.ts'
import type { Place } from '../place/place.ts'
import type { Session } from '../store/postgres/session.ts'
import { createRowMaker, type SearchRow } from './row.ts'
import { createSearchIndexes, emptySearchTables } from './schema.ts'
import type { SearchTables } from './statement.ts'
import { changeTotals, forgetWords } from './text-totals.ts'

/** So many places are taken in by one transaction. */
const batchSize = 500

/** Keeps the tables of the search as the record is: they follow from it, and can be thrown away. */
export class Projection {
  readonly #tables: SearchTables
  readonly #rowOf: ReturnType<typeof createRowMaker>

  constructor(tables: SearchTables, model: Model) {
    this.#tables = tables
    this.#rowOf = createRowMaker(model)
  }

  /**
   * Takes in what the record has beyond what was taken in, whoever has written it, and gives up to where the tables are
   * complete. Several processes may do so at once: a lock lets one after the other.
   */
  async follow(session: Session): Promise<Position> {
    for (;;) {
      const { position, complete } = await this.#step(session)
      if (complete) return position
    }
  }

  async #step(session: Session): Promise<Step> {
    await session.query('begin')
    try {
      const result = await this.#takeIn(session)
      await session.query('commit')
      return result
    } catch (error) {
      if (!session.lost) await session.query('rollback')
      throw error
    }
  }

  async #takeIn(session: Session): Promise<Step> {
    const { followed } = this.#tables
    const { rows } = await session.query<Followed>(
      `select history, revision, mark, complete from ${followed} where one = 1 for update`,
    )
    const before = rows[0]!
    const end = await this.#endOf(session, before.revision)
    const goesOn = before.history === end.history && before.mark === end.markThere
    // What is there follows from another history, such as that of before a backup was restored.
    if (!goesOn) await emptySearchTables(session, this.#tables)
    const after = goesOn ? before.revision : 0
    if (goesOn && before.complete && end.revision === after) return { position: end, complete: true }
    const changed = await session.query<Present>(
      `select place.id, place.revision, place.parent_id, journal.document, journal.mark
       from place join journal on journal.revision = place.revision
       where place.revision > $1 order by place.revision limit $2`,
      [after, batchSize],
      'search-changed',
    )
    const complete = changed.rows.length < batchSize
    const { revision, mark } = complete ? end : changed.rows.at(-1)!
    await this.#removePurged(session, after, revision)
    await this.#put(session, changed.rows)
    const wasComplete = goesOn && before.complete
    if (complete && !wasComplete) await createSearchIndexes(session, this.#tables)
    const toldComplete = complete || wasComplete
    await session.query(`update ${followed} set history = $1, revision = $2, mark = $3, complete = $4 where one = 1`, [
      end.history,
      revision,
      mark,
      toldComplete,
    ])
    return { position: { revision, mark }, complete }
  }

  /** Where the record ends, and what it has at a revision that was followed. */
  async #endOf(session: Session, followed: number): Promise<End> {
    const { rows } = await session.query<End>(
      `select value as history, journal_end.revision, journal_end.mark,
         case when $1 = 0 then 0 else (select mark from journal where journal.revision = $1) end as "markThere"
       from meta, journal_end where name = 'history_id'`,
      [followed],
      'search-end',
    )
    return rows[0]!
  }

  async #removePurged(session: Session, after: number, until: number): Promise<void> {
    const { rows } = await session.query<{ id: string }>(
      `select id from journal where revision > $1 and revision <= $2 and kind = 'place' and action = 'purge'`,
      [after, until],
      'search-purged',
    )
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    const { place, detail, document } = this.#tables
    const { removed } = await changeTotals(session, this.#tables, { ids, rows: [] })
    await forgetWords(session, this.#tables, removed)
    for (const table of [place, detail, document]) await session.query(`delete from ${table} where id = any($1)`, [ids])
    await this.#put(session, await this.#childrenOf(session, ids))
  }

  /** Writes places, and their children, which show their names. */
  async #put(session: Session, changed: readonly Present[]): Promise<void> {
    if (changed.length === 0) return
    const ids = changed.map(({ id }) => id)
    const children = await this.#childrenOf(session, ids)
    const all = [...new Map([...changed, ...children].map((present) => [present.id, present])).values()]
    const names = await this.#namesOf(session, all)
    const rows = all.map(({ document, revision, parent_id }) =>
      this.#rowOf({
        place: JSON.parse(document) as Place,
        revision,
        parentName: parent_id === null ? undefined : names.get(parent_id),
      }),
    )
    await this.#write(session, rows)
  }

  async #childrenOf(session: Session, ids: readonly string[]): Promise<Present[]> {
    const { rows } = await session.query<Present>(
      `select place.id, place.revision, place.parent_id, journal.document, journal.mark
       from place join journal on journal.revision = place.revision where place.parent_id = any($1)`,
      [ids],
      'search-children',
    )
    return rows
  }

  async #namesOf(session: Session, places: readonly Present[]): Promise<Map<string, string>> {
    const ids = [...new Set(places.flatMap(({ parent_id }) => (parent_id === null ? [] : [parent_id])))]
    if (ids.length === 0) return new Map()
    const { rows } = await session.query<{ id: string; document: string }>(
      'select place.id, journal.document from place join journal on journal.revision = place.revision where place.id = any($1)',
      [ids],
      'search-parents',
    )
    return new Map(rows.map(({ id, document }) => [id, (JSON.parse(document) as Place).name]))
  }

  async #write(session: Session, rows: readonly SearchRow[]): Promise<void> {
    const { place, detail, document, reference } = this.#tables
    await session.query(
      `insert into ${reference} (kind, key, whole)
       select distinct kind, key, whole from json_to_recordset($1::json) as r(kind text, key text, whole text)
       where not exists (select from ${reference} known where known.kind = r.kind and known.key = r.key)
       order by kind, key on conflict do nothing`,
      [JSON.stringify(rows.flatMap(({ references }) => references))],
    )
    await changeTotals(session, this.#tables, { ids: rows.map(({ id }) => id), rows })
    await session.query(putPlaces(place), [partsOf(rows, placeRead)])
    await session.query(putPlain(detail, detailColumns), [partsOf(rows, detailColumns)])
    await session.query(putPlain(document, documentColumns), [partsOf(rows, documentColumns)])
  }
}

/** What one transaction took in: up to where, and whether that is everything. */
interface Step {
  readonly position: Position
  readonly complete: boolean
}

/** Up to where the record was followed. */
interface Followed {
  readonly history: string
  readonly revision: number
  readonly mark: number
  readonly complete: boolean
}

interface End {
  readonly history: string
  readonly revision: number
  readonly mark: number
  /** The mark of the entry that was followed last; null where the journal has none with its number. */
  readonly markThere: number | null
}

/** A place of the record as it is now. */
interface Present {
  readonly id: string
  readonly revision: number
  readonly parent_id: string | null
  readonly document: string
  readonly mark: number
}

const placeColumns = {
  ...{ id: 'text', revision: 'bigint', slug: 'text', lon: 'float8', lat: 'float8', type_key: 'text' },
  ...{ partial: 'boolean', published: 'float8', depublished: 'float8', deleted: 'float8', created: 'float8' },
  ...{ updated: 'float8', owner_key: 'text', owner_id: 'text', categories: 'text[]', tags: 'text[]' },
  ...{ fetches: 'boolean', inexact: 'boolean', name_key: 'text', name_words: 'text' },
  ...{ zone: 'text', cell: 'bigint', folded_name: 'text', municipality: 'text' },
} as const
const placeRead = { ...placeColumns, lexemes: 'text[]' } as const
const detailColumns = { id: 'text', facts: 'jsonb', keys: 'jsonb', cuts: 'jsonb', hours: 'jsonb' } as const
const documentColumns = { id: 'text', document: 'text' } as const

/** The columns of rows, as JSON. */
function partsOf(rows: readonly SearchRow[], columns: Readonly<Partial<Record<keyof SearchRow, string>>>): string {
  const names = Object.keys(columns) as (keyof SearchRow)[]
  return JSON.stringify(rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]]))))
}

function putPlaces(table: string): string {
  const made = {
    lexemes: 'array_to_tsvector(lexemes)',
    spot: 'st_setsrid(st_makepoint(lon, lat), 4326)::geography',
    spot_plane: 'st_setsrid(st_makepoint(lon, lat), 4326)',
  }
  return put(table, { read: placeRead, plain: Object.keys(placeColumns), made })
}

function putPlain(table: string, columns: Readonly<Record<string, string>>): string {
  return put(table, { read: columns, plain: Object.keys(columns), made: {} })
}

interface PutColumns {
  /** What each row of the JSON has, with types. */
  readonly read: Readonly<Record<string, string>>
  /** What is kept as it is. */
  readonly plain: readonly string[]
  /** What is computed of it. */
  readonly made: Readonly<Record<string, string>>
}

function put(table: string, { read, plain, made }: PutColumns): string {
  const columns = [...plain, ...Object.keys(made)]
  const types = Object.entries(read).map(([name, type]) => `${name} ${type}`)
  const changed = columns.filter((name) => name !== 'id').map((name) => `${name} = excluded.${name}`)
  return `insert into ${table} (${columns.join(', ')})
    select ${[...plain, ...Object.values(made)].join(', ')} from json_to_recordset($1::json) as r(${types.join(', ')})
    on conflict (id) do update set ${changed.join(', ')}`
}
