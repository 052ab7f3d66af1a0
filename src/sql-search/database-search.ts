import type { Problem } from '../common/problem.ts'
import { distanceMetres } from '../geo/sphere.ts'
import type { Names } from '../place/directory-entry.ts'
import type { Position } from '../place/journal.ts'
import type { Model } from '../place/model.ts'
import type { Instant, LonLat, PlaceId } from '../place/place.ts'
import { placeIdOf, rowIdsOf } from '../query/appearance.ts'
import type { FacetValues } from '../query/facets.ts'
import type { PlaceQuery } from '../query/query.ts'
import type { Suggestion, SuggestRequest } from '../query/suggestion.ts'
import type { TileAddress, TileContent } from '../query/tile.ts'
import { unavailableProblem } from '../store/fault.ts'
import { readingProblemOf } from '../store/postgres/fault.ts'
import type { Session } from '../store/postgres/session.ts'
import { seenSql } from './condition.ts'
import { countFacets } from './facets.ts'
import { completeUpTo } from './followed.ts'
import { numberedFields } from './numbered-fields.ts'
import { type Counted, foundColumns, pageSql, totalSql, waysToPage } from './page.ts'
import { rimSql } from './position.ts'
import { Projection } from './projection.ts'
import type { QueryContext } from './query-context.ts'
import { type Reference, References } from './references.ts'
import { createSearchTables, SearchUnsupported, tablesOf } from './schema.ts'
import { SearchServers, type SearchSessions, ServerBehind } from './search-servers.ts'
import { Parameters, type SearchTables } from './statement.ts'
import { Suggestions } from './suggestions.ts'
import { tileContent } from './tiles.ts'

/** The servers that are searched, and the fields and names that places have. */
export interface DatabaseSearchOptions {
  readonly sessions: SearchSessions
  readonly model: Model
  /** The names of the directory as this process knows them. */
  readonly names: Names
}

/** A place that was found. */
export interface FoundPlace {
  readonly id: PlaceId
  readonly revision: number
  readonly ownerId: string
  /** The owner whose contact details the document is filled with (D48), where it asks for them. */
  readonly contactOwner: string | undefined
  /** To be unpacked by `unpackDocument`. */
  readonly packed: string
  readonly distanceMetres?: number
}

/** A page of a search. */
export interface FoundPage {
  readonly total: number
  readonly places: readonly FoundPlace[]
  readonly facets?: readonly FacetValues[]
}

interface FoundRow {
  id: string
  revision: number
  lon: number
  lat: number
  owner_id: string
  fetches: boolean
  document: string
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
  readonly #suggestions: Suggestions
  #references: References

  constructor(options: DatabaseSearchOptions) {
    this.#options = options
    this.#tables = tablesOf(options.model)
    this.#projection = new Projection(this.#tables, options.model)
    this.#fields = new Map(numberedFields(options.model).map((numbered) => [numbered.field.name, numbered]))
    this.#suggestions = new Suggestions(this.#tables, options.names)
    this.#references = new References(options.names)
    this.#servers = new SearchServers(options.sessions)
  }

  /** Makes the tables where they are missing. */
  async open(): Promise<void> {
    await told(this.#servers.write((session) => createSearchTables(session, this.#tables)))
  }

  /** Takes in what was written to the record: every search from then on sees it, and what it has seen so far. */
  async follow(): Promise<void> {
    this.#servers.saw(await told(this.#projection.follow(this.#options.sessions.primary)))
  }

  /** To be called when the history is another than was thought, before it is followed. */
  forget(): void {
    this.#servers.forget()
  }

  /**
   * Searches what a standby has, for as long as nothing else is seen: to be called where the server that takes writes is
   * gone. Gives up to where its tables are complete; undefined where there is no standby, or its tables are of no use.
   */
  async followStandby(historyId: string): Promise<Position | undefined> {
    const position = await told(this.#servers.readStandby((session) => completeUpTo(session, this.#tables, historyId)))
    if (position) this.#servers.saw(position)
    return position
  }

  /** How many places there are. */
  async count(): Promise<number> {
    return this.#atOneMoment(async (session, seen) => {
      const [, { rows }] = await Promise.all([
        this.#checkState(session, seen),
        session.query<{ total: number }>(`select count(*) as total from ${this.#tables.place} where not orphan`),
      ])
      return rows[0]?.total ?? 0
    })
  }

  /** Exact total, page and facets of a query at an instant, all as of one moment of the record. */
  async search(query: PlaceQuery, now: Instant): Promise<FoundPage> {
    return this.#atOneMoment(async (session, seen) => {
      const [references, rim] = await Promise.all([this.#refreshed(session, seen), this.#rim(session, query)])
      const known = { references, rim }
      // One after the other: the number of matches tells how to find the first of them.
      const counted = await this.#counted(session, query, this.#context(known), now)
      const places = await this.#page(session, query, { known, counted }, now)
      const facets = query.facets && (await this.#facets(session, query, known, now))
      return { total: counted.total, places, ...(facets && { facets }) }
    })
  }

  /** What a tile shows of the matches of a query at an instant. */
  async tile(query: PlaceQuery, address: TileAddress, now: Instant): Promise<TileContent> {
    return this.#atOneMoment(async (session, seen) => {
      const [references, rim] = await Promise.all([this.#refreshed(session, seen), this.#rim(session, query)])
      const known = { references, rim }
      return tileContent({ query, address, now }, { session, context: () => this.#context(known) })
    })
  }

  /** What a text that has been begun may become, among the places that are asked about, at an instant. */
  async suggest(request: SuggestRequest, now: Instant): Promise<Suggestion[]> {
    const { query } = request
    return this.#atOneMoment(async (session, seen) => {
      const references = await this.#refreshed(session, seen)
      const context = () => this.#context({ references, rim: [] })
      return this.#suggestions.suggest(request, references, { session, context, query, now })
    })
  }

  /** The place with this id, or undefined. */
  async find(id: PlaceId): Promise<FoundPlace | undefined> {
    return this.#findBy('p.id = $1 and not p.orphan', [id])
  }

  /** The same as those see it who see only what is published at that instant: without its parent where that is not. */
  async findSeen(id: PlaceId, now: Instant): Promise<FoundPlace | undefined> {
    return this.#findBy(`p.id = any($1) and (${seenSql('$2')})`, [rowIdsOf(id), now])
  }

  /** The place that has this slug now, or undefined. */
  async findBySlug(slug: string): Promise<FoundPlace | undefined> {
    return this.#findBy('p.slug = $1 and not p.orphan', [slug])
  }

  async close(): Promise<void> {
    await this.#servers.close()
  }

  async #findBy(condition: string, values: readonly unknown[]): Promise<FoundPlace | undefined> {
    if (values.flat().some((value) => typeof value === 'string' && value.includes('\0'))) return undefined
    const { place, document } = this.#tables
    const text = `select ${foundColumns} from ${place} p join ${document} t on t.id = p.id where ${condition}`
    return told(
      this.#servers.read(async (session, seen) => {
        // Asked before and after, since between the two the tables may be emptied.
        const state = () => this.#checkState(session, seen)
        const [, found] = await Promise.all([state(), session.query<FoundRow>(text, values), state()])
        return found.rows[0] && foundOf(found.rows[0], undefined)
      }),
    )
  }

  /** How many places match, and about how many there are, asked together. */
  async #counted(session: Session, query: PlaceQuery, context: QueryContext, now: Instant): Promise<Counted> {
    const [matches, all] = await Promise.all([
      session.query<{ total: number }>(totalSql(query, context, now), context.parameters.values),
      session.query<{ places: number }>(
        'select reltuples::bigint as places from pg_class where oid = $1::regclass',
        [this.#tables.place],
        'search-places',
      ),
    ])
    return { total: matches.rows[0]?.total ?? 0, places: all.rows[0]?.places ?? -1 }
  }

  async #page(
    session: Session,
    query: PlaceQuery,
    { known, counted }: { readonly known: Known; readonly counted: Counted },
    now: Instant,
  ): Promise<FoundPlace[]> {
    if (query.limit === 0 || query.offset >= counted.total) return []
    const wanted = Math.min(query.limit, counted.total - query.offset)
    let found: readonly FoundRow[] = []
    for (const way of waysToPage(query, counted)) {
      const context = this.#context(known)
      const text = pageSql(query, way, context, now)
      found = (await session.query<FoundRow>(text, context.parameters.values)).rows
      if (found.length === wanted) break
    }
    return found.map((row) => foundOf(row, query.nearby?.center))
  }

  async #facets(session: Session, query: PlaceQuery, known: Known, now: Instant): Promise<FacetValues[]> {
    return countFacets(query, now, {
      session,
      names: this.#options.names,
      context: () => this.#context(known),
    })
  }

  /** Positions about the rim of the circle that this process takes for inside (see `withinSql`). */
  async #rim(session: Session, { nearby }: PlaceQuery): Promise<LonLat[]> {
    if (nearby?.radiusMetres === undefined) return []
    const { center, radiusMetres } = nearby
    const context = this.#context({ references: this.#references, rim: [] })
    const { rows } = await session.query<{ lon: number; lat: number }>(
      rimSql(center, radiusMetres, context),
      context.parameters.values,
    )
    const positions = rows.map(({ lon, lat }): LonLat => [lon, lat])
    return positions.filter((position) => distanceMetres(center, position) <= radiusMetres)
  }

  /** What places refer to, as of the moment of the session; rejects where the server or the tables are of no use now. */
  async #refreshed(session: Session, seen: Position): Promise<References> {
    const known = this.#references
    if (await this.#readOn(session, seen, known)) return known
    // The tables were made anew, by this process or by another.
    const anew = new References(this.#options.names)
    await this.#readOn(session, seen, anew)
    this.#references = anew
    return anew
  }

  async #readOn(session: Session, seen: Position, references: References): Promise<boolean> {
    const { last } = references
    const [{ rows }] = await Promise.all([
      session.query<Reference>(
        `select kind, key, whole, number from ${this.#tables.reference} where number >= $1 order by number`,
        [last?.number ?? 0],
      ),
      this.#checkState(session, seen),
    ])
    return references.add(last, rows)
  }

  /** Rejects where the tables are not complete, or the server does not have what was seen. */
  async #checkState(session: Session, { revision, mark }: Position): Promise<void> {
    const { rows } = await session.query<{ complete: boolean; knows: boolean }>(
      `select complete, revision >= $1::bigint and ($1::bigint = 0
         or exists (select from journal j where j.revision = $1::bigint and j.mark = $2::bigint)) as knows
       from ${this.#tables.followed}`,
      [revision, mark],
      'search-state',
    )
    if (rows[0]?.knows === false) throw new ServerBehind()
    if (!rows[0]?.complete) throw beingMade()
  }

  #context(known: Known): QueryContext {
    const { model } = this.#options
    return { tables: this.#tables, parameters: new Parameters(), model, fields: this.#fields, ...known }
  }

  async #atOneMoment<Result>(ask: (session: Session, seen: Position) => Promise<Result>): Promise<Result> {
    const one = this.#servers.read(async (session, seen) => {
      // A table that is emptied would seem empty to those who began before, so they keep it from being emptied.
      const begun = session.query(
        `begin isolation level repeatable read read only; lock table ${this.#tables.place} in access share mode;
         ${roomToWork}`,
      )
      begun.catch(() => {})
      try {
        return await ask(session, seen)
      } catch (error) {
        // Where it could not begin, all behind it failed for that.
        await begun
        throw error
      } finally {
        if (!session.lost) await session.query('rollback')
      }
    })
    return told(one)
  }
}

/** What goes wrong as the caller may be told it. */
async function told<Result>(result: Promise<Result>): Promise<Result> {
  return result.catch((error: unknown) => {
    throw error instanceof SearchUnsupported ? error : readingProblemOf(error)
  })
}

function beingMade(): Problem {
  return unavailableProblem('what is searched is being made anew from the record', 1)
}

/**
 * What the server may take to sort, to group and to note which rows it has found, where it has not been given more: with
 * less it notes pages in place of rows, and looks at everything that is on them.
 */
const roomToWork = `select set_config('work_mem', '64MB', true)
  where pg_size_bytes(current_setting('work_mem')) < pg_size_bytes('64MB')`

/** What is known before a statement is written. */
interface Known {
  readonly references: References
  readonly rim: readonly LonLat[]
}

function foundOf(row: FoundRow, center: LonLat | undefined): FoundPlace {
  const { id, revision, lon, lat, owner_id, fetches, document } = row
  return {
    id: placeIdOf(id),
    revision,
    ownerId: owner_id,
    contactOwner: fetches ? owner_id : undefined,
    packed: document,
    ...(center && { distanceMetres: distanceMetres(center, [lon, lat]) }),
  }
}
