import assert from 'node:assert/strict'
import type { TileAddress } from '../../src/geo/mercator.ts'
import { formatAddress, type NamedEntry } from '../../src/place/directory-entry.ts'
import type { EntryKind } from '../../src/place/journal.ts'
import type { Model } from '../../src/place/model.ts'
import type { Instant, Place, PlaceId, PlaceView } from '../../src/place/place.ts'
import { viewPlace } from '../../src/place/view.ts'
import { createMeaning } from '../../src/query/matches.ts'
import type { PlaceQuery } from '../../src/query/query.ts'
import type { SuggestRequest } from '../../src/query/results/suggestion.ts'
import { DatabaseSearch, type PlacesPage } from '../../src/sql-search/database-search.ts'
import { tablesOf } from '../../src/sql-search/edition.ts'
import type { SearchTables } from '../../src/sql-search/tables.ts'
import { parseDatabaseAddress } from '../../src/store/postgres/address.ts'
import { SessionPool } from '../../src/store/postgres/pool.ts'
import { prepareDatabase } from '../../src/store/postgres/postgres-database.ts'
import { openSession, type Session } from '../../src/store/postgres/session.ts'
import { indexedId, postgresTraits } from '../../src/store/sql/database.ts'
import { ChangingNames, suggestAsked, tileAsked } from '../index/index-world.ts'
import {
  besideNaively,
  countNaively,
  queriesBeside,
  searchNaively,
  suggestNaively,
  tileNaively,
} from '../support/naive.ts'
import { seenViews } from '../support/seen-views.ts'
import { until } from '../support/until.ts'

/** How long searches of tests may take on a busy machine. */
const patient = 60_000

interface WorldOptions {
  /** Told each statement that the search sends. */
  readonly note?: (statement: string) => void
  readonly millisMax?: number
  /** True if the directory is in the record, as `name` writes it; otherwise `names` is that of a remote one. */
  readonly hasDirectory?: boolean
}

/** A database with a search in it and, beside it, what it should know: the places as they were written. */
export class SearchWorld {
  readonly names = new ChangingNames()
  readonly search: DatabaseSearch
  /** The search of another process on the same tables. */
  readonly other: DatabaseSearch
  readonly #session: Session
  readonly #model: Model
  readonly #tables: SearchTables
  readonly #meaning: ReturnType<typeof createMeaning>
  readonly #places = new Map<PlaceId, Place>()
  #revision = 0
  #transactionId = 1

  private constructor(
    model: Model,
    url: string,
    session: Session,
    { note = () => {}, millisMax = patient, hasDirectory = false }: WorldOptions,
  ) {
    const address = parseDatabaseAddress(url)
    const open = async () => noting(await openSession(address, { purpose: 'write' }), note)
    const openSearch = () => {
      const sessions = new SessionPool({ open, sessionsMax: 4, waitingMax: 100, waitMillis: 60_000 })
      return new DatabaseSearch({
        sessions: { primary: sessions },
        model,
        names: hasDirectory ? undefined : this.names,
        millisMax,
      })
    }
    this.search = openSearch()
    this.other = openSearch()
    if (!hasDirectory) this.names.onRenamed = (entries) => this.search.noteRenamed(entries)
    this.#session = session
    this.#model = model
    this.#tables = tablesOf(model)
    this.#meaning = createMeaning(model)
  }

  static async open(model: Model, url: string, options: WorldOptions = {}): Promise<SearchWorld> {
    const address = parseDatabaseAddress(url)
    await prepareDatabase(address)
    const world = new SearchWorld(model, url, await openSession(address, { purpose: 'write' }), options)
    await world.search.open()
    return world
  }

  /** Writes names of the directory to the record. */
  async name(...entries: readonly NamedEntry[]): Promise<void> {
    for (const { kind, id, name } of entries) {
      this.names.put(kind, { id, name: name! })
      const address = formatAddress({ kind, id })
      await this.#record(address, 'put', JSON.stringify({ id, name }), 'directory')
      await this.#session.query(
        `insert into directory_entry (id, revision) values ($1, $2) on conflict (id) do update set revision = excluded.revision`,
        [indexedId(address, postgresTraits), this.#revision],
      )
    }
  }

  /** Purges everything. */
  async clear(): Promise<void> {
    for (const id of this.#places.keys()) await this.#record(id, 'purge', null)
    await this.#session.query('delete from place')
    this.#places.clear()
    await this.search.follow()
  }

  /**
   * Lets the record diverge, as a restore does, which leaves the tables of the search alone. It
   * ends at `revision`; without a transaction id its entries have that of those before.
   */
  async restore(
    places: readonly Place[],
    { transactionId, historyId }: { transactionId?: number; historyId?: string },
  ): Promise<void> {
    await this.#session.query('truncate journal, place')
    await this.#session.query(`update journal_end set revision = 0, mark = 0`)
    if (historyId !== undefined) {
      await this.#session.query(`update meta set value = $1 where name = 'history_id'`, [historyId])
    }
    this.#places.clear()
    this.#revision = 0
    this.#transactionId = transactionId ?? this.#transactionId
    await this.put(...places)
  }

  /** Writes places to the record, as the store has them. */
  async put(...places: readonly Place[]): Promise<void> {
    if (places.length === 0) return
    for (const place of places) this.#places.set(place.id, place)
    const rows = places.map((place) => ({
      id: place.id,
      revision: ++this.#revision,
      document: JSON.stringify(place),
      slug: place.slug,
      parent_id: place.parent?.id ?? null,
      deleted: place.deleted === undefined ? 0 : 1,
    }))
    const read = `json_to_recordset($1::json)
      as r(id text, revision bigint, document text, slug text, parent_id text, deleted int)`
    await this.#session.query(
      `insert into journal (revision, kind, id, action, time, who, document, mark)
       select revision, 'place', id, 'patch', 0, 'test', document, $2::bigint from ${read}`,
      [JSON.stringify(rows), this.#transactionId],
    )
    await this.#session.query(
      `insert into place (id, revision, slug, parent_id, deleted) select id, revision, slug, parent_id, deleted from ${read}
       on conflict (id) do update set revision = excluded.revision, parent_id = excluded.parent_id`,
      [JSON.stringify(rows)],
    )
    await this.#moveEnd()
  }

  /** Has the record changed at a moment when a search that follows knows where it ends, but not yet what has changed. */
  async whileFollowing(change: () => Promise<void>): Promise<void> {
    await this.#session.query('begin; lock table place in access exclusive mode')
    const following = this.search.follow()
    await until('what has changed is asked for', async () => {
      const { rows } = await this.#session.query(
        `select from pg_locks where relation = 'place'::regclass and not granted`,
      )
      return rows.length > 0
    })
    await change()
    await this.#session.query('commit')
    await following
  }

  /** Leaves the tables as a backfill does that was interrupted when it had noted that all up to a revision is written. */
  async interruptBackfill(revision: number): Promise<void> {
    await this.#session.query(
      `update ${this.#tables.position} set complete = false, revision = $1, transaction_id = $2`,
      [revision, revision === 0 ? 0 : this.#transactionId],
    )
  }

  async purge(id: PlaceId): Promise<void> {
    this.#places.delete(id)
    await this.#record(id, 'purge', null)
    await this.#session.query('delete from place where id = $1', [id])
  }

  /** What the database finds must be what the meaning of the query says. */
  async check(query: PlaceQuery, now: Instant, search = this.search): Promise<void> {
    await this.search.rename()
    const views = this.#views(query, now)
    const wanted = searchNaively(views, query, this.#meaning, now)
    const found = await search.search(query, now)
    assert.deepEqual({ total: found.total, ids: found.places.map(({ id }) => id) }, wanted)
    if (query.facets) assert.deepEqual(found.facets, countNaively(views, query, this.#meaning, now))
    await this.#checkBeside(query, found, now, search)
    await this.checkTile(query, tileAsked(query), now, search)
    const request = suggestAsked(views, query, this.#model)
    if (request) await this.checkSuggestions(request, now, search)
  }

  /** The pages beside one, and the stream of all from its first match on. */
  async #checkBeside(query: PlaceQuery, { window }: PlacesPage, now: Instant, search: DatabaseSearch): Promise<void> {
    const beside = besideNaively(this.#views(query, now), query, this.#meaning, now)
    const streamed: PlaceId[] = []
    await search.stream(query, now, async ({ places }) => void streamed.push(...places.map(({ id }) => id)))
    assert.deepEqual(streamed, beside.rest, 'what is streamed')
    if (!window?.ends) return
    const queries = queriesBeside(query, window.ends)
    for (const side of ['prev', 'next'] as const) {
      const { places } = await search.search(queries[side], now)
      assert.deepEqual(
        places.map(({ id }) => id),
        beside[side],
        side,
      )
    }
  }

  async checkTile(query: PlaceQuery, address: TileAddress, now: Instant, search = this.search): Promise<void> {
    const wanted = tileNaively(this.#views(query, now), { query, address }, this.#meaning, now)
    assert.deepEqual(await search.tile(query, address, now), wanted, `the tile ${JSON.stringify(address)}`)
  }

  async checkSuggestions(request: SuggestRequest, now: Instant, search = this.search): Promise<void> {
    const wanted = suggestNaively(this.#views(request.query, now), request, this.#meaning, now)
    assert.deepEqual(await search.suggest(request, now), wanted, `suggestions for ${request.text}`)
  }

  /** Has the server take it that there are so many places; negative: as if it had never looked. How a page is found follows from it. */
  async pretend(places: number): Promise<void> {
    await this.#session.query('update pg_class set reltuples = $1 where oid = $2::regclass', [
      places,
      this.#tables.place,
    ])
  }

  /** The words of suggested texts that are kept, by the alphabet. */
  async words(): Promise<string[]> {
    const { rows } = await this.#session.query<{ word: string }>(`select word from ${this.#tables.word} order by word`)
    return rows.map(({ word }) => word)
  }

  async close(): Promise<void> {
    await this.search.close()
    await this.other.close()
    await this.#session.end()
  }

  #views(query: PlaceQuery, now: Instant): readonly PlaceView[] {
    const parentName = ({ parent }: Place) => parent && this.#places.get(parent.id)?.name
    const views = [...this.#places.values()].map((place) => viewPlace(place, this.names, parentName(place)))
    return seenViews(views, query, now)
  }

  async #record(id: string, action: string, document: string | null, kind: EntryKind = 'place'): Promise<void> {
    await this.#session.query(
      `insert into journal (revision, kind, id, action, time, who, document, mark)
       values ($1, $2, $3, $4, 0, 'test', $5, $6)`,
      [++this.#revision, kind, id, action, document, this.#transactionId],
    )
    await this.#moveEnd()
  }

  async #moveEnd(): Promise<void> {
    await this.#session.query('update journal_end set revision = $1, mark = $2', [this.#revision, this.#transactionId])
  }
}

function noting(session: Session, note: (statement: string) => void): Session {
  const query = session.query.bind(session)
  const noted: Session['query'] = (text, values, name) => {
    note(text)
    return query(text, values, name)
  }
  return Object.assign(session, { query: noted })
}
