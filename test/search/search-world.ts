import assert from 'node:assert/strict'
import type { Model } from '../../src/place/model.ts'
import type { Instant, Place, PlaceId } from '../../src/place/place.ts'
import { viewPlace } from '../../src/place/view.ts'
import { createMeaning } from '../../src/query/matches.ts'
import { countNaively } from '../../src/query/naive-facets.ts'
import { searchNaively } from '../../src/query/naive-search.ts'
import type { PlaceQuery } from '../../src/query/query.ts'
import { DatabaseSearch } from '../../src/search/database-search.ts'
import { parseDatabaseAddress } from '../../src/store/postgres/address.ts'
import { SessionPool } from '../../src/store/postgres/pool.ts'
import { prepareDatabase } from '../../src/store/postgres/schema.ts'
import { openSession, type Session } from '../../src/store/postgres/session.ts'
import { ChangingNames } from '../index/index-world.ts'

/** A database with a search in it and, beside it, what it should know: the places as they were written. */
export class SearchWorld {
  readonly names = new ChangingNames()
  readonly search: DatabaseSearch
  readonly #session: Session
  readonly #meaning: ReturnType<typeof createMeaning>
  readonly #places = new Map<PlaceId, Place>()
  #revision = 0

  private constructor(model: Model, url: string, session: Session) {
    const address = parseDatabaseAddress(url)
    const open = () => openSession(address, { purpose: 'write' })
    const sessions = new SessionPool({ open, sessionsMax: 2, waitingMax: 100, waitMillis: 5_000 })
    this.search = new DatabaseSearch({ sessions, model, names: this.names })
    this.#session = session
    this.#meaning = createMeaning(model)
  }

  static async open(model: Model, url: string): Promise<SearchWorld> {
    const address = parseDatabaseAddress(url)
    await prepareDatabase(address)
    const world = new SearchWorld(model, url, await openSession(address, { purpose: 'write' }))
    await world.search.open()
    return world
  }

  /** Purges everything. */
  async clear(): Promise<void> {
    for (const id of this.#places.keys()) await this.#record(id, 'purge', null)
    await this.#session.query('delete from place')
    this.#places.clear()
    await this.search.follow()
  }

  /** Writes places to the record, as the store has them. */
  async put(...places: readonly Place[]): Promise<void> {
    for (const place of places) {
      this.#places.set(place.id, place)
      const revision = await this.#record(place.id, 'patch', JSON.stringify(place))
      await this.#session.query(
        `insert into place (id, revision, slug, parent_id, deleted) values ($1, $2, $3, $4, $5)
         on conflict (id) do update set revision = $2, parent_id = $4`,
        [place.id, revision, place.slug, place.parent?.id ?? null, place.deleted === undefined ? 0 : 1],
      )
    }
  }

  async purge(id: PlaceId): Promise<void> {
    this.#places.delete(id)
    await this.#record(id, 'purge', null)
    await this.#session.query('delete from place where id = $1', [id])
  }

  /** What the database finds must be what the meaning of the query says. */
  async check(query: PlaceQuery, now: Instant): Promise<void> {
    const parentName = ({ parent }: Place) => parent && this.#places.get(parent.id)?.name
    const views = [...this.#places.values()].map((place) => viewPlace(place, this.names, parentName(place)))
    const wanted = searchNaively(views, query, this.#meaning, now)
    const found = await this.search.search(query, now)
    assert.deepEqual({ total: found.total, ids: found.places.map(({ id }) => id) }, wanted)
    if (query.facets) assert.deepEqual(found.facets, countNaively(views, query, this.#meaning, now))
  }

  async close(): Promise<void> {
    await this.search.close()
    await this.#session.end()
  }

  async #record(id: PlaceId, action: string, document: string | null): Promise<number> {
    const revision = ++this.#revision
    await this.#session.query(
      `insert into journal (revision, kind, id, action, time, who, document, mark)
       values ($1, 'place', $2, $3, 0, 'test', $4, 1)`,
      [revision, id, action, document],
    )
    await this.#session.query('update journal_end set revision = $1', [revision])
    return revision
  }
}
