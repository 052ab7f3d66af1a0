import { unavailable } from '../common/problem.ts'
import { callerGone, searchMillisMax, searchTooLong } from '../common/search-budget.ts'
import type { TileAddress } from '../geo/mercator.ts'
import { distanceMetres } from '../geo/sphere.ts'
import type { EntryAddress, Names } from '../place/directory-entry.ts'
import type { Position } from '../place/journal.ts'
import type { Model } from '../place/model.ts'
import type { Instant, LonLat, PlaceId } from '../place/place.ts'
import { isByOffset, openings, type PageWindow, type PlaceQuery, windowAt } from '../query/query.ts'
import type { FacetValues } from '../query/results/facets.ts'
import type { Suggestion, SuggestRequest } from '../query/results/suggestion.ts'
import type { TileContent } from '../query/results/tile.ts'
import type { ReferenceAddress } from '../read-model/reference.ts'
import { readingProblemOf } from '../store/postgres/postgres-faults.ts'
import type { Session } from '../store/postgres/session.ts'
import { rimSql } from './area-condition.ts'
import { suggest } from './completions.ts'
import { publicSql } from './condition.ts'
import { tablesOf } from './edition.ts'
import { countFacets } from './facet-counts.ts'
import {
  countInFront,
  countMatches,
  endsOf,
  type FoundPlace,
  type FoundRow,
  foundColumns,
  foundOf,
  openStream,
  readNext,
  readPage,
} from './found-places.ts'
import { completeUpTo, Projection, type TablesVersion } from './projection.ts'
import { countOutdated, findRenamed, readZones } from './references.ts'
import { SearchServers, type SearchSessions, ServerBehind } from './servers.ts'
import { type QueryContext, queryRows } from './statement.ts'
import { createSearchTables, numberedFields, type SearchTables, SearchUnsupported } from './tables.ts'
import { tileContent } from './tiles.ts'

/** True if the caller no longer waits for the answer. */
type IsGone = () => boolean

/** The servers to search, and the model of the places. */
interface DatabaseSearchOptions {
  readonly sessions: SearchSessions
  readonly model: Model
  /** The names of a remote directory; absent if the directory is in the record. */
  readonly names?: Names | undefined
  /** Time limit of one search in the database; defaults to `searchMillisMax`. */
  readonly millisMax?: number
}

/** The time left for the database. */
interface Budget {
  /** Restarts the time limit of a search from now on, multiplied by `times`. */
  renew(times?: number): void
}

/** A page of a search. */
export interface PlacesPage {
  readonly total: number
  readonly places: readonly FoundPlace[]
  readonly facets?: readonly FacetValues[]
  /** Absent in the pieces of a stream. */
  readonly window?: PageWindow
}

/**
 * The search inside PostgreSQL, for data that do not fit into a process. It answers the same queries with the same
 * results as the index, from tables that follow the record.
 */
export class DatabaseSearch {
  readonly #options: DatabaseSearchOptions
  readonly #tables: SearchTables
  readonly #projection: Projection
  readonly #fields: QueryContext['fields']
  readonly #servers: SearchServers

  constructor(options: DatabaseSearchOptions) {
    this.#options = options
    this.#tables = tablesOf(options.model)
    this.#projection = new Projection(this.#tables, options.model, options.names)
    this.#fields = numberedFields(options.model)
    this.#servers = new SearchServers(options.sessions)
  }

  /** Creates the tables if they are missing. */
  async open(): Promise<void> {
    await mapReadError(this.#servers.write((session) => createSearchTables(session, this.#tables)))
  }

  /**
   * Applies the writes of the record. Every later search sees them, and everything applied so far. Resolves with true
   * if some places do not show the new name of an entry, which takes `rename`.
   */
  async follow(): Promise<boolean> {
    const state = await mapReadError(this.#projection.follow(this.#options.sessions.primary))
    this.#servers.advance(state)
    return state.isRenaming
  }

  /** Notes entries that have another name in the remote directory; `rename` rewrites their places. */
  noteRenamed(entries: readonly EntryAddress[]): void {
    this.#projection.noteRenamed(entries)
  }

  /** Notes all entries that have another name in the remote directory than places show. */
  async noteAllRenamed(): Promise<void> {
    const { names } = this.#options
    if (names === undefined) return
    const entries = await mapReadError(this.#servers.write((session) => findRenamed(session, this.#tables, names)))
    this.noteRenamed(entries)
  }

  /** Rewrites the places that show a former name. Every later search sees them with the new one. */
  async rename(): Promise<void> {
    const version = await mapReadError(this.#projection.rename(this.#options.sessions.primary))
    if (version) this.#servers.advance(version)
  }

  /** Does the same for those of these entries that at most `placesMax` places refer to. */
  async renameFew(entries: readonly ReferenceAddress[], placesMax: number): Promise<void> {
    const { primary } = this.#options.sessions
    const version = await mapReadError(this.#projection.renameFew(primary, entries, placesMax))
    if (version) this.#servers.advance(version)
  }

  /** Number of places that may still show a former name. */
  async countOutdated(): Promise<number> {
    return mapReadError(this.#servers.read((session) => countOutdated(session, this.#tables)))
  }

  /** Called when the history has diverged, before `follow`. */
  forget(): void {
    this.#servers.forget()
  }

  /**
   * Searches a standby, as long as nothing newer is seen; called while there is no primary. Resolves with the position
   * up to which its tables are complete. Undefined if there is no standby, or its tables cannot be used.
   */
  async followStandby(historyId: string): Promise<Position | undefined> {
    const position = await mapReadError(
      this.#servers.readStandby((session) => completeUpTo(session, this.#tables, historyId)),
    )
    if (position) this.#servers.advance(position)
    return position
  }

  /** Number of places. */
  async count(): Promise<number> {
    return this.#atOneMoment(async (session) => {
      const { rows } = await session.query<{ total: number }>(`select count(*) as total from ${this.#tables.place}`)
      return rows[0]?.total ?? 0
    })
  }

  /** Exact total, page and facets of a query at an instant, all from one snapshot of the record. */
  async search(query: PlaceQuery, now: Instant, isGone?: IsGone): Promise<PlacesPage> {
    return this.#atOneMoment(async (session) => {
      const context = await this.#contextOf(session, query, now)
      // Sequential: the number of matches decides how the first of them are found.
      const counted = await countMatches(context)
      const { after } = query
      const window = after ? windowAt(query, after, await countInFront(context, after)) : query
      const places = await readPage({ ...context, query: { ...query, ...window } }, counted)
      const ends = places.length < counted.total && !isByOffset(query) ? await endsOf(context, places) : undefined
      const facets = query.facets && (await countFacets(context, query.facets))
      const { total } = counted
      const shownWindow = { start: window.offset, count: places.length, total, ...(ends && { ends }) }
      return { total, places, window: shownWindow, ...(facets && { facets }) }
    }, isGone)
  }

  /**
   * Streams all matches in order, from one snapshot of the record, in pieces as `give` takes them; the first piece
   * comes even if there are no matches. Each statement has the time limit of a search. The first has ten times that,
   * since it orders all matches.
   */
  async stream(
    query: PlaceQuery,
    now: Instant,
    give: (found: PlacesPage) => Promise<void>,
    isGone?: IsGone,
  ): Promise<void> {
    await this.#atOneMoment(async (session, budget) => {
      const context = await this.#contextOf(session, query, now)
      budget.renew(10)
      const { total } = await countMatches(context)
      // A reader may be slow; the HTTP server disconnects clients that read nothing at all.
      await session.query('set local idle_in_transaction_session_timeout = 0')
      await openStream(context)
      let places: readonly FoundPlace[]
      do {
        places = await readNext(context)
        budget.renew(Number.POSITIVE_INFINITY)
        await give({ total, places })
        budget.renew()
      } while (places.length > 0)
    }, isGone)
  }

  /** The content of a tile for a query at an instant. */
  async tile(query: PlaceQuery, address: TileAddress, now: Instant, isGone?: IsGone): Promise<TileContent> {
    return this.#atOneMoment(
      async (session) => tileContent(await this.#contextOf(session, query, now), address),
      isGone,
    )
  }

  /** Completions of a typed text among the places of the query, at an instant. */
  async suggest(request: SuggestRequest, now: Instant, isGone?: IsGone): Promise<Suggestion[]> {
    return this.#atOneMoment(
      async (session) => suggest(await this.#contextOf(session, request.query, now), request),
      isGone,
    )
  }

  /** The place with this id, or undefined. */
  async find(id: PlaceId): Promise<FoundPlace | undefined> {
    return this.#findBy('p.id = $1', [id])
  }

  /** The place if it is public at `now` (D50), or undefined. */
  async findPublic(id: PlaceId, now: Instant): Promise<FoundPlace | undefined> {
    return this.#findBy(`p.id = $1 and (${publicSql('$2')})`, [id, now])
  }

  /** The place that has this slug now, or undefined. */
  async findBySlug(slug: string): Promise<FoundPlace | undefined> {
    return this.#findBy('p.slug = $1', [slug])
  }

  async close(): Promise<void> {
    await this.#servers.close()
  }

  async #findBy(condition: string, values: readonly unknown[]): Promise<FoundPlace | undefined> {
    if (values.flat().some((value) => typeof value === 'string' && value.includes('\0'))) return undefined
    const { place, document } = this.#tables
    const text = `select ${foundColumns} from ${place} p join ${document} t on t.id = p.id where ${condition}`
    return mapReadError(
      this.#servers.read(async (session, version) => {
        // Checked before and after, since the tables may be emptied between the two.
        const state = () => this.#checkState(session, version)
        const [, found] = await Promise.all([state(), session.query<FoundRow>(text, values), state()])
        return found.rows[0] && foundOf(found.rows[0])
      }),
    )
  }

  /** The context of a query, as of the session's snapshot. */
  async #contextOf(session: Session, query: PlaceQuery, now: Instant): Promise<QueryContext> {
    const known = { session, tables: this.#tables, fields: this.#fields, query, now, zones: [], rim: [] }
    const readingZones = openings(query, now).length === 0 ? [] : readZones(session, this.#tables)
    const [zones, rim] = await Promise.all([readingZones, rimOf(known)])
    return { ...known, zones, rim }
  }

  /** Rejects if the tables are not complete, or the server lacks the given version. */
  async #checkState(session: Session, version: TablesVersion): Promise<void> {
    const { revision, transactionId, renamingSteps } = version
    const { rows } = await session.query<{ usable: boolean }>(
      `select complete and revision >= $1::bigint and renaming_steps >= $3::bigint and ($1::bigint = 0
         or exists (select from journal j where j.revision = $1::bigint and j.mark = $2::bigint)) as usable
       from ${this.#tables.position}`,
      [revision, transactionId, renamingSteps],
      'search-state',
    )
    if (!rows[0]?.usable) throw new ServerBehind()
  }

  async #begin(session: Session, version: TablesVersion): Promise<void> {
    // Transactions that began before a truncation would see an empty table, so the lock keeps the table from being
    // truncated.
    const begun = session.query(
      `begin isolation level repeatable read read only; lock table ${this.#tables.place} in access share mode; ${settings}`,
    )
    await Promise.all([begun, this.#checkState(session, version)])
  }

  /** Answers within one transaction, which is aborted when it takes too long or the caller is gone. */
  async #atOneMoment<Result>(
    answer: (session: Session, budget: Budget) => Promise<Result>,
    isGone: IsGone = () => false,
  ): Promise<Result> {
    const one = this.#servers.read(async (session, version) => {
      // The limit starts only after the transaction has begun, since other work may delay that.
      let until = Number.POSITIVE_INFINITY
      let ended: Error | undefined
      const watch = setInterval(() => {
        if (isGone()) ended = callerGone()
        else if (performance.now() > until) ended = searchTooLong()
        if (ended) session.destroy()
      }, watchMillis)
      try {
        const renew = (times = 1) => {
          until = performance.now() + times * (this.#options.millisMax ?? searchMillisMax)
        }
        const beginning = this.#begin(session, version).then(() => renew())
        const answering = answer(session, { renew })
        // If the transaction could not begin, all statements behind it failed for that reason.
        await Promise.allSettled([beginning, answering])
        await beginning
        return await answering
      } catch (error) {
        throw ended ?? error
      } finally {
        clearInterval(watch)
        if (!session.lost) await session.query('rollback')
      }
    })
    return mapReadError(one)
  }
}

/** Maps errors of a read to those that callers may see. */
async function mapReadError<Result>(result: Promise<Result>): Promise<Result> {
  return result.catch((error: unknown) => {
    if (error instanceof SearchUnsupported) throw error
    if (error instanceof ServerBehind) {
      throw unavailable('the tables of the search are being rebuilt from the record', 1)
    }
    throw readingProblemOf(error)
  })
}

/** Positions near the rim of the circle that this process counts as inside (see `withinSql`). */
async function rimOf(context: QueryContext): Promise<LonLat[]> {
  const { nearby: { center, radiusMetres } = {} } = context.query
  if (center === undefined || radiusMetres === undefined) return []
  const rows = await queryRows<{ lon: number; lat: number }>(context, (statement) =>
    rimSql(center, radiusMetres, statement),
  )
  const positions = rows.map(({ lon, lat }): LonLat => [lon, lat])
  return positions.filter((position) => distanceMetres(center, position) <= radiusMetres)
}
/** Interval at which this process, and a server whose connection was cut, check whether a search must end. */
const watchMillis = 100

/**
 * Memory for sorts, groups and the bitmaps of found rows, unless the server is configured with more. With less, the
 * bitmaps record pages in place of rows, and every row on these pages is read again. Also sets how soon the server
 * notices that the client is gone.
 */
const settings = `select set_config('work_mem', '64MB', true)
  where pg_size_bytes(current_setting('work_mem')) < pg_size_bytes('64MB');
  set local client_connection_check_interval = ${watchMillis}`
