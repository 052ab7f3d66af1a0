import { distanceMetres } from '../geo/sphere.ts'
import type { Names } from '../place/directory-entry.ts'
import type { Model } from '../place/model.ts'
import type { Instant, LonLat, PlaceId } from '../place/place.ts'
import type { Problem } from '../problem.ts'
import type { FacetValues } from '../query/facets.ts'
import type { PlaceQuery } from '../query/query.ts'
import { unavailableProblem } from '../store/fault.ts'
import type { SessionSource } from '../store/postgres/dialect.ts'
import { problemOf } from '../store/postgres/fault.ts'
import type { Session } from '../store/postgres/session.ts'
import { conditionSql } from './condition.ts'
import { countFacets } from './facets.ts'
import { numberedFields } from './numbered-fields.ts'
import { orderSql } from './order.ts'
import { rimSql } from './position.ts'
import { Projection } from './projection.ts'
import type { QueryContext } from './query-context.ts'
import { type Reference, References } from './references.ts'
import { createSearchTables, SearchUnsupported, tablesOf } from './schema.ts'
import { Parameters, type SearchTables } from './statement.ts'

export interface DatabaseSearchOptions {
  readonly sessions: SessionSource
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
 * index, from tables that follow the record. It keeps nothing but what places refer to.
 */
export class DatabaseSearch {
  readonly #options: DatabaseSearchOptions
  readonly #tables: SearchTables
  readonly #projection: Projection
  readonly #fields: QueryContext['fields']
  #references: References

  constructor(options: DatabaseSearchOptions) {
    this.#options = options
    this.#tables = tablesOf(options.model)
    this.#projection = new Projection(this.#tables, options.model)
    this.#fields = new Map(numberedFields(options.model).map((numbered) => [numbered.field.name, numbered]))
    this.#references = new References(options.names)
  }

  /** Makes the tables where they are missing. */
  async open(): Promise<void> {
    await this.#withSession((session) => createSearchTables(session, this.#tables))
  }

  /** Takes in what was written to the record; gives the revision up to which searches see everything. */
  async follow(): Promise<number> {
    return this.#withSession((session) => this.#projection.follow(session))
  }

  /** How many places there are. */
  async count(): Promise<number> {
    return this.#withSession(async (session) => {
      const { rows } = await session.query<{ total: number }>(`select count(*) as total from ${this.#tables.place}`)
      return rows[0]?.total ?? 0
    })
  }

  /** Exact total, page and facets of a query at an instant, all as of one moment of the record. */
  async search(query: PlaceQuery, now: Instant): Promise<FoundPage> {
    return this.#atOneMoment(async (session) => {
      const [references, rim] = await Promise.all([this.#refreshed(session), this.#rim(session, query)])
      const known = { references, rim }
      const [total, places, facets] = await Promise.all([
        this.#total(session, query, this.#context(known), now),
        query.limit === 0 ? [] : this.#page(session, query, this.#context(known), now),
        query.facets && this.#facets(session, query, known, now),
      ])
      return { total, places, ...(facets && { facets }) }
    })
  }

  /** How the server would answer the page of a query, as EXPLAIN tells it. */
  async explain(query: PlaceQuery, now: Instant): Promise<string> {
    return this.#atOneMoment(async (session) => {
      const context = this.#context({
        references: await this.#refreshed(session),
        rim: await this.#rim(session, query),
      })
      const text = `explain ${pageSql(query, context, now)}`
      const { rows } = await session.query<{ 'QUERY PLAN': string }>(text, context.parameters.values)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
  }

  /** The place with this id, or undefined. */
  async find(id: PlaceId): Promise<FoundPlace | undefined> {
    return this.#findBy('p.id = $1', id)
  }

  /** The place that has this slug now, or undefined. */
  async findBySlug(slug: string): Promise<FoundPlace | undefined> {
    return this.#findBy('p.slug = $1', slug)
  }

  async close(): Promise<void> {
    await this.#options.sessions.close()
  }

  async #findBy(condition: string, value: string): Promise<FoundPlace | undefined> {
    if (value.includes('\0')) return undefined
    const { place, detail, followed } = this.#tables
    const text = `select f.complete, ${columns}
      from ${followed} f left join (${place} p join ${detail} d on d.id = p.id) on ${condition}`
    return this.#withSession(async (session) => {
      const { rows } = await session.query<{ complete: boolean } & (FoundRow | { id: null })>(text, [value])
      const [row] = rows
      if (!row?.complete) throw beingMade()
      return row.id === null ? undefined : foundOf(row, undefined)
    })
  }

  async #total(session: Session, query: PlaceQuery, context: QueryContext, now: Instant): Promise<number> {
    const text = `select count(*) as total from ${this.#tables.place} p where ${conditionSql(query, context, now)}`
    const { rows } = await session.query<{ total: number }>(text, context.parameters.values)
    return rows[0]?.total ?? 0
  }

  async #page(session: Session, query: PlaceQuery, context: QueryContext, now: Instant): Promise<FoundPlace[]> {
    const { rows } = await session.query<FoundRow>(pageSql(query, context, now), context.parameters.values)
    return rows.map((row) => foundOf(row, query.nearby?.center))
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

  /** What places refer to, as of the moment of the session; rejects while the tables are not complete. */
  async #refreshed(session: Session): Promise<References> {
    const known = this.#references
    if (await this.#readOn(session, known)) return known
    // The tables were made anew, by this process or by another.
    const anew = new References(this.#options.names)
    await this.#readOn(session, anew)
    this.#references = anew
    return anew
  }

  async #readOn(session: Session, references: References): Promise<boolean> {
    const { reference, followed } = this.#tables
    const { last } = references
    const { rows } = await session.query<{ complete: boolean; key: string | null } & Omit<Reference, 'key'>>(
      `select f.complete, r.kind, r.key, r.number from ${followed} f left join ${reference} r on r.number >= $1
       order by r.number`,
      [last?.number ?? 0],
    )
    if (!rows[0]?.complete) throw beingMade()
    return references.add(
      last,
      rows.flatMap(({ kind, key, number }) => (key === null ? [] : [{ kind, key, number }])),
    )
  }

  #context(known: Known): QueryContext {
    const { model } = this.#options
    return { tables: this.#tables, parameters: new Parameters(), model, fields: this.#fields, ...known }
  }

  async #atOneMoment<Result>(ask: (session: Session) => Promise<Result>): Promise<Result> {
    return this.#withSession(async (session) => {
      // A table that is emptied would seem empty to those who began before, so they keep it from being emptied.
      const begun = session.query(
        `begin isolation level repeatable read read only; lock table ${this.#tables.place} in access share mode`,
      )
      begun.catch(() => {})
      try {
        return await ask(session)
      } catch (error) {
        // Where it could not begin, all behind it failed for that.
        await begun
        throw error
      } finally {
        if (!session.lost) await session.query('rollback')
      }
    })
  }

  async #withSession<Result>(use: (session: Session) => Promise<Result>): Promise<Result> {
    try {
      const session = await this.#options.sessions.acquire()
      try {
        return await use(session)
      } finally {
        this.#options.sessions.release(session)
      }
    } catch (error) {
      throw error instanceof SearchUnsupported ? error : problemOf(error)
    }
  }
}

function beingMade(): Problem {
  return unavailableProblem('what is searched is being made anew from the record', 1)
}

/** What is known before a statement is written. */
interface Known {
  readonly references: References
  readonly rim: readonly LonLat[]
}

const columns = 'p.id, p.revision, p.lon, p.lat, p.owner_id, p.fetches, d.document'

/** The places of the page are chosen first, so that only their documents are read. */
function pageSql(query: PlaceQuery, context: QueryContext, now: Instant): string {
  const { place, detail } = context.tables
  const condition = conditionSql(query, context, now)
  const { by, joins } = orderSql(query, context)
  const limit = context.parameters.add(query.limit, 'bigint')
  const offset = context.parameters.add(query.offset, 'bigint')
  return `with page as materialized (
      select p.id, row_number() over (order by ${by}) as at from ${place} p ${joins}
      where ${condition} order by ${by} limit ${limit} offset ${offset})
    select ${columns} from page join ${place} p on p.id = page.id join ${detail} d on d.id = page.id order by page.at`
}

function foundOf(row: FoundRow, center: LonLat | undefined): FoundPlace {
  const { id, revision, lon, lat, owner_id, fetches, document } = row
  return {
    id,
    revision,
    ownerId: owner_id,
    contactOwner: fetches ? owner_id : undefined,
    packed: document,
    ...(center && { distanceMetres: distanceMetres(center, [lon, lat]) }),
  }
}
