import { unavailable } from '../common/problem.ts'
import { callerGone, searchMillisMax, searchTooLong } from '../common/search-budget.ts'
import { distanceMetres } from '../geo/sphere.ts'
import type { Names } from '../place/directory-entry.ts'
import type { Position } from '../place/journal.ts'
import type { Model } from '../place/model.ts'
import type { Instant, LonLat, PlaceId } from '../place/place.ts'
import type { FacetValues } from '../query/facets.ts'
import { isByOffset, type PageWindow, type PlaceQuery, windowAt } from '../query/query.ts'
import { createSortKey, type SortKey } from '../query/sort-key.ts'
import type { Suggestion, SuggestRequest } from '../query/suggestion.ts'
import type { TileAddress, TileContent } from '../query/tile.ts'
import { readingProblemOf } from '../store/postgres/fault.ts'
import type { Session } from '../store/postgres/session.ts'
import { rimSql } from './area.ts'
import { publicSql } from './condition.ts'
import { countFacets } from './facets.ts'
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
} from './page.ts'
import { completeUpTo, Projection } from './projection.ts'
import { type Reference, References } from './references.ts'
import { SearchServers, type SearchSessions, ServerBehind } from './servers.ts'
import { type QueryContext, queryRows } from './statement.ts'
import { suggest } from './suggestions.ts'
import { createSearchTables, numberedFields, type SearchTables, SearchUnsupported, tablesOf } from './tables.ts'
import { tileContent } from './tiles.ts'

/** Whether the caller does not wait for the answer any more. */
type IsGone = () => boolean

/** The servers that are searched, and the fields and names that places have. */
interface DatabaseSearchOptions {
  readonly sessions: SearchSessions
  readonly model: Model
  /** The names of the directory as this process knows them. */
  readonly names: Names
  /** How long the database may take for one search; else `searchMillisMax`. */
  readonly millisMax?: number
}

/** How long the database may take. */
interface Budget {
  /** Gives so many times what a search has, from now on. */
  renew(times?: number): void
}

/** A page of a search. */
export interface FoundPage {
  readonly total: number
  readonly places: readonly FoundPlace[]
  readonly facets?: readonly FacetValues[]
  /** Absent in the pieces of a stream. */
  readonly window?: PageWindow
}

/**
 * The search inside PostgreSQL, for places that do not fit into a process: the same queries with the same answers as the
 * index, from tables that follow the record. It keeps nothing but what places refer to and,
 * where somebody mistypes, the different words of names.
 */
export class DatabaseSearch {
  readonly #options: DatabaseSearchOptions
  readonly #tables: SearchTables
  readonly #projection: Projection
  readonly #fields: QueryContext['fields']
  readonly #servers: SearchServers
  readonly #sortKey: (text: string) => SortKey
  #references: References

  constructor(options: DatabaseSearchOptions) {
    this.#options = options
    this.#tables = tablesOf(options.model)
    this.#projection = new Projection(this.#tables, options.model)
    this.#fields = numberedFields(options.model)
    this.#sortKey = createSortKey(options.model.locale)
    this.#references = new References(options.names, this.#sortKey)
    this.#servers = new SearchServers(options.sessions)
  }

  /** Makes the tables where they are missing. */
  async open(): Promise<void> {
    await told(this.#servers.write((session) => createSearchTables(session, this.#tables)))
  }

  /** Takes in what was written to the record: every search from then on sees it, and what it has seen so far. */
  async follow(): Promise<void> {
    this.#servers.advance(await told(this.#projection.follow(this.#options.sessions.primary)))
  }

  /** To be called when the history has diverged, before it is followed. */
  forget(): void {
    this.#servers.forget()
  }

  /**
   * Searches what a standby has, for as long as nothing else is seen: to be called while there is no primary. Gives up to
   * where its tables are complete; undefined where there is no standby, or its tables are of no use.
   */
  async followStandby(historyId: string): Promise<Position | undefined> {
    const position = await told(this.#servers.readStandby((session) => completeUpTo(session, this.#tables, historyId)))
    if (position) this.#servers.advance(position)
    return position
  }

  /** How many places there are. */
  async count(): Promise<number> {
    return this.#atOneMoment(async (session) => {
      const { rows } = await session.query<{ total: number }>(`select count(*) as total from ${this.#tables.place}`)
      return rows[0]?.total ?? 0
    })
  }

  /** Exact total, page and facets of a query at an instant, all as of one moment of the record. */
  async search(query: PlaceQuery, now: Instant, isGone?: IsGone): Promise<FoundPage> {
    return this.#atOneMoment(async (session) => {
      const context = await this.#contextOf(session, query, now)
      // One after the other: the number of matches tells how to find the first of them.
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
   * All matches in order, as of one moment of the record, some at a time as `give` takes them, the first ones even where
   * there are none. Each statement may take as long as a search, the first ten times that, since it orders all.
   */
  async stream(
    query: PlaceQuery,
    now: Instant,
    give: (found: FoundPage) => Promise<void>,
    isGone?: IsGone,
  ): Promise<void> {
    await this.#atOneMoment(async (session, budget) => {
      const context = await this.#contextOf(session, query, now)
      budget.renew(10)
      const { total } = await countMatches(context)
      // A reader may be slow; whoever reads nothing at all is cut off by the server of HTTP.
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

  /** What a tile shows of the matches of a query at an instant. */
  async tile(query: PlaceQuery, address: TileAddress, now: Instant, isGone?: IsGone): Promise<TileContent> {
    return this.#atOneMoment(
      async (session) => tileContent(await this.#contextOf(session, query, now), address),
      isGone,
    )
  }

  /** What a text that has been begun may become, among the places that are asked about, at an instant. */
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

  /** The same of a place that is public at that instant (D50). */
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
    return told(
      this.#servers.read(async (session, position) => {
        // Asked before and after, since between the two the tables may be emptied.
        const state = () => this.#checkState(session, position)
        const [, found] = await Promise.all([state(), session.query<FoundRow>(text, values), state()])
        return found.rows[0] && foundOf(found.rows[0])
      }),
    )
  }

  /** What a query is answered with, as of the moment of the session. */
  async #contextOf(session: Session, query: PlaceQuery, now: Instant): Promise<QueryContext> {
    const { names } = this.#options
    const known = { session, tables: this.#tables, fields: this.#fields, names, query, now, decidingKeys: new Map() }
    const unread = { ...known, references: this.#references, rim: [] }
    const [references, rim] = await Promise.all([this.#refreshed(session), rimOf(unread)])
    return { ...known, references, rim }
  }

  /** What places refer to, as of the moment of the session. */
  async #refreshed(session: Session): Promise<References> {
    let references = this.#references
    if (!(await this.#readOn(session, references))) {
      // The tables were rebuilt, by this process or by another.
      references = new References(this.#options.names, this.#sortKey)
      await this.#readOn(session, references)
      this.#references = references
    }
    await references.refreshNames()
    return references
  }

  async #readOn(session: Session, references: References): Promise<boolean> {
    const { last } = references
    const { rows } = await session.query<Reference>(
      `select kind, key, whole, number from ${this.#tables.reference} where number >= $1 order by number`,
      [last?.number ?? 0],
    )
    return references.add(last, rows)
  }

  /** Rejects where the tables are not complete, or the server does not have what was seen. */
  async #checkState(session: Session, { revision, transactionId }: Position): Promise<void> {
    const { rows } = await session.query<{ usable: boolean }>(
      `select complete and revision >= $1::bigint and ($1::bigint = 0
         or exists (select from journal j where j.revision = $1::bigint and j.mark = $2::bigint)) as usable
       from ${this.#tables.position}`,
      [revision, transactionId],
      'search-state',
    )
    if (!rows[0]?.usable) throw new ServerBehind()
  }

  async #begin(session: Session, position: Position): Promise<void> {
    // A table that is emptied would seem empty to those who began before, so they keep it from being emptied.
    const begun = session.query(
      `begin isolation level repeatable read read only; lock table ${this.#tables.place} in access share mode; ${settings}`,
    )
    await Promise.all([begun, this.#checkState(session, position)])
  }

  /** Asks within one transaction, which ends when it takes too long, or nobody waits for it. */
  async #atOneMoment<Result>(
    answer: (session: Session, budget: Budget) => Promise<Result>,
    isGone: IsGone = () => false,
  ): Promise<Result> {
    const one = this.#servers.read(async (session, position) => {
      // Others may keep the server from beginning, for which the search is not too much.
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
        const beginning = this.#begin(session, position).then(() => renew())
        const answering = answer(session, { renew })
        // Where it could not begin, all behind it failed for that.
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
    return told(one)
  }
}

/** What goes wrong as the caller may be told it. */
async function told<Result>(result: Promise<Result>): Promise<Result> {
  return result.catch((error: unknown) => {
    if (error instanceof SearchUnsupported) throw error
    if (error instanceof ServerBehind) {
      throw unavailable('the tables of the search are being rebuilt from the record', 1)
    }
    throw readingProblemOf(error)
  })
}

/** Positions about the rim of the circle that this process takes for inside (see `withinSql`). */
async function rimOf(context: QueryContext): Promise<LonLat[]> {
  const { nearby: { center, radiusMetres } = {} } = context.query
  if (center === undefined || radiusMetres === undefined) return []
  const rows = await queryRows<{ lon: number; lat: number }>(context, (statement) =>
    rimSql(center, radiusMetres, statement),
  )
  const positions = rows.map(({ lon, lat }): LonLat => [lon, lat])
  return positions.filter((position) => distanceMetres(center, position) <= radiusMetres)
}
/** How often this process, and a server whose connection was cut, check whether a search has to end. */
const watchMillis = 100

/**
 * What the server may take to sort, to group and to note which rows it has found, where it has not been given more: with
 * less it notes pages in place of rows, and looks at everything that is on them. And how soon it notices that nobody waits.
 */
const settings = `select set_config('work_mem', '64MB', true)
  where pg_size_bytes(current_setting('work_mem')) < pg_size_bytes('64MB');
  set local client_connection_check_interval = ${watchMillis}`
