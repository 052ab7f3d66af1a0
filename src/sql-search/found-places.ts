import { distanceMetres } from '../geo/sphere.ts'
import type { LonLat, PlaceId } from '../place/place.ts'
import { type OrderKey, openings, type PageWindow, type PlaceQuery, type Position } from '../query/query.ts'
import type { RenderedDocument } from '../read-model/document.ts'
import { distanceSql, nearestSql } from './area-condition.ts'
import { conditionSql, relevanceSql } from './condition.ts'
import { type QueryContext, queryRows, type Statement } from './statement.ts'
import { isAlwaysThere, isInstantColumn, isWalked, keyColumn } from './tables.ts'

/** A place that was found. */
export interface FoundPlace {
  readonly id: PlaceId
  readonly revision: number
  readonly ownerId: string
  /** True if the document shows the contact details of its owner (D48). */
  readonly fetches: boolean
  readonly rendered: RenderedDocument
  readonly distanceMetres?: number
}

/** The columns read for a found place, from the places `p` and their documents `t`. */
export const foundColumns =
  'p.id, p.revision, p.lon, p.lat, p.owner_id as "ownerId", p.fetches, t.document::json as rendered'

/** The row of these columns. */
export interface FoundRow extends FoundPlace {
  readonly lon: number
  readonly lat: number
}

/** The place of a row, with its distance from a centre if there is one. */
export function foundOf({ lon, lat, ...row }: FoundRow, center?: LonLat): FoundPlace {
  const distance = center && { distanceMetres: distanceMetres(center, [lon, lat]) }
  return { ...row, ...distance }
}

/** The number of matches, and the approximate number of places. */
interface MatchCounts {
  readonly total: number
  /** The server's estimate, without counting; negative if it has none. */
  readonly places: number
}

/** A way to find the first matches. */
type Way =
  /** Finds and sorts all matches. */
  | { readonly by: 'sorting' }
  /**
   * Walks as the server chooses, along an index if there is one; or searches only the first `placesMax` places in
   * order.
   */
  | { readonly by: 'walking'; readonly placesMax?: number }

/**
 * At most this many matches are sorted, and only if they are few among all places (`fewOf`). Otherwise the first are
 * found along an index. The server would estimate their number, and might walk past all places to find matches that do
 * not exist. At a million places, finding and sorting a match took 2 to 3 µs of CPU time, so 0.3 s at most; testing a
 * place along an order took 6 µs. At a hundred thousand places neither way takes long.
 */
const sortedMax = 100_000
/**
 * Matches are few if they are fewer than one in this many. The server expects half of all places to be open, and would
 * read all places for them.
 */
const fewOf = { any: 10, open: 100 } as const
/**
 * Factor of places to walk for a page. If matches are spread evenly over the order, it suffices in all but one of fifty
 * cases. If they lie at the end, as names with `s` do, that is soon noticed.
 */
const walkedTimes = 4
/** If more than this share of all places match, the others are too few to be walked past for long. */
const mostOf = 0.75

/** Counts the matches and estimates the number of places, in parallel. */
export async function countMatches(context: QueryContext): Promise<MatchCounts> {
  const { session, tables } = context
  const [[matches], { rows: all }] = await Promise.all([
    queryRows<{ total: number }>(
      context,
      (statement) => `select count(*) as total from ${tables.place} p where ${conditionSql(statement)}`,
    ),
    session.query<{ places: number }>(
      'select reltuples::bigint as places from pg_class where oid = $1::regclass',
      [tables.place],
      'search-places',
    ),
  ])
  return { total: matches?.total ?? 0, places: all[0]?.places ?? -1 }
}

/** Reads the page of a query whose matches were counted. */
export async function readPage(context: QueryContext, counted: MatchCounts): Promise<FoundPlace[]> {
  const { limit, offset, nearby } = context.query
  const wanted = Math.min(limit, counted.total - offset)
  if (wanted <= 0) return []
  let rows: readonly FoundRow[] = []
  for (const way of waysToPage(context.query, counted)) {
    rows = await queryRows<FoundRow>(context, (statement) => pageSql(way, statement))
    if (rows.length === wanted) break
  }
  return rows.map((row) => foundOf(row, nearby?.center))
}

/** Counts the matches in front of a position, or up to it. */
export async function countInFront(context: QueryContext, position: Position): Promise<number> {
  const [counted] = await queryRows<{ total: number }>(context, (statement) => {
    const isInFront = inFrontSql(position, statement)
    return `select count(*) as total ${keyedPlaces(statement)} where ${conditionSql(statement)} and (${isInFront})`
  })
  return counted?.total ?? 0
}

/** The places of a query with the joins that `orderKeySql` needs. */
function keyedPlaces(statement: Statement): string {
  const { place, detail } = statement.tables
  return `from ${place} p join ${detail} d on d.id = p.id`
}

/** Tests whether a place comes before a position; missing values come last in both directions (D33). */
function inFrontSql({ values, id, isBefore }: Position, statement: Statement): string {
  const { query, parameters } = statement
  const ofId = `p.id ${isBefore ? '<' : '<='} ${parameters.add(id, 'text')}`
  return query.order.reduceRight((rest, key, at) => {
    const [sql, value] = [orderKeySql(key, statement), values[at]]
    if (value === undefined) return `${sql} is not null or (${sql} is null and (${rest}))`
    const given = parameters.add(value, typeof value === 'number' ? 'float8' : 'text')
    return `${sql} ${key.descending ? '>' : '<'} ${given} or (${sql} = ${given} and (${rest}))`
  }, ofId)
}

/** The first and the last place of a page, as positions in the order. */
export async function endsOf(context: QueryContext, places: readonly FoundPlace[]): Promise<PageWindow['ends']> {
  const [first, last] = [places[0], places.at(-1)]
  if (!first || !last) return undefined
  const rows = await queryRows<Record<string, string | number | null>>(context, (statement) => {
    const keys = statement.query.order.map((key, at) => `${orderKeySql(key, statement)} as key${at}`)
    const ids = statement.parameters.add([first.id, last.id], 'text[]')
    return `select ${['p.id', ...keys].join(', ')} ${keyedPlaces(statement)} where p.id = any(${ids})`
  })
  const positionOf = ({ id }: FoundPlace) => {
    const row = rows.find((one) => one.id === id) ?? {}
    return { id, values: context.query.order.map((_, at) => row[`key${at}`] ?? undefined) }
  }
  return { first: positionOf(first), last: positionOf(last) }
}

/** Number of places in one read of a stream. */
const streamedAtOnce = 200

/** Opens a cursor over all matches in order, within the session's transaction; `readNext` reads from it. */
export async function openStream(context: QueryContext): Promise<void> {
  await queryRows(context, (statement) => {
    const by = orderSql(statement)
    const { place, detail } = statement.tables
    const keys = by.includes('d.keys') ? `join ${detail} d on d.id = p.id` : ''
    const { offset } = statement.query
    return `declare streamed no scroll cursor for select p.id from ${place} p ${keys}
      where ${conditionSql(statement)} order by ${by} offset ${statement.parameters.add(offset, 'bigint')}`
  })
}

/** The next places of the cursor; none behind the last. */
export async function readNext(context: QueryContext): Promise<FoundPlace[]> {
  const { session, tables, query } = context
  const { rows: ids } = await session.query<{ id: string }>(`fetch ${streamedAtOnce} from streamed`)
  if (ids.length === 0) return []
  const { rows } = await session.query<FoundRow>(
    `select ${foundColumns} from unnest($1::text[]) with ordinality as chosen(id, at)
      join ${tables.place} p on p.id = chosen.id join ${tables.document} t on t.id = chosen.id order by chosen.at`,
    [ids.map(({ id }) => id)],
  )
  return rows.map((row) => foundOf(row, query.nearby?.center))
}

/** Ways to find the page, in the order of attempts. The next is tried if one does not find the complete page. */
function waysToPage(query: PlaceQuery, { total, places }: MatchCounts): readonly Way[] {
  const few = openings(query, 0).length === 0 ? fewOf.any : fewOf.open
  if (total <= sortedMax && total * few <= places) return [{ by: 'sorting' }]
  const isInOrder = query.order.every((key) => key.by === 'field' && isWalked(key.field, key.descending))
  if (places < 0 || total > mostOf * places || !isInOrder) return [{ by: 'walking' }]
  const placesMax = Math.ceil((walkedTimes * (query.offset + query.limit) * places) / total)
  return [{ by: 'walking', placesMax }, { by: 'sorting' }]
}

/** Chooses the places of the page first, so that only their documents are read. */
function pageSql(way: Way, statement: Statement): string {
  const { query, parameters, tables } = statement
  const by = orderSql(statement)
  const keys = by.includes('d.keys') ? `join ${tables.detail} d on d.id = p.id` : ''
  const { from, condition } = matchesSql(way, by, statement)
  const limit = parameters.add(query.limit, 'bigint')
  const offset = parameters.add(query.offset, 'bigint')
  return `with page as materialized (
      select id, at from unnest(array(
        select p.id from ${from} p ${keys} where ${condition} order by ${by} limit ${limit} offset ${offset}
      )) with ordinality as chosen(id, at))
    select ${foundColumns} from page
    join ${tables.place} p on p.id = page.id join ${tables.document} t on t.id = page.id order by page.at`
}

/** The places among which the page is searched, and the remaining condition. */
function matchesSql(way: Way, by: string, statement: Statement): { readonly from: string; readonly condition: string } {
  const { place } = statement.tables
  const condition = conditionSql(statement)
  // The server does not flatten a subquery with an offset, so all matches are found before they are sorted.
  if (way.by === 'sorting')
    return { from: `(select p.* from ${place} p where ${condition} offset 0)`, condition: 'true' }
  if (way.placesMax === undefined)
    return { from: place, condition: [condition, ...nearestOfAll(statement)].join(' and ') }
  return { from: `(select p.* from ${place} p order by ${by} limit ${way.placesMax})`, condition }
}

/** If distance orders places without a radius, the nearest are searched from the centre outwards. */
function nearestOfAll(statement: Statement): string[] {
  const { nearby, order, limit, offset } = statement.query
  if (!nearby || nearby.radiusMetres !== undefined || order[0]?.by !== 'distance' || order[0].descending) return []
  const count = statement.parameters.add(offset + limit, 'bigint')
  return [nearestSql(nearby.center, { condition: conditionSql(statement), count }, statement)]
}

/** The keys of `order by`, with the id as the last. */
function orderSql(statement: Statement): string {
  const keys = statement.query.order.map((key) => {
    const direction = key.descending ? 'desc' : 'asc'
    // Missing values come last in both directions (D33). Fields without nulls let an index be walked in both
    // directions.
    const nulls = key.by === 'field' && isAlwaysThere(key.field) ? '' : ' nulls last'
    return `${orderKeySql(key, statement)} ${direction}${nulls}`
  })
  return [...keys, 'p.id'].join(', ')
}

function orderKeySql(key: OrderKey, statement: Statement): string {
  const { nearby, fullText } = statement.query
  if (key.by === 'distance') return nearby ? distanceSql(nearby.center, statement.parameters) : 'null::float8'
  if (key.by === 'relevance') return fullText ? relevanceSql(fullText, statement) : '0'
  const field = statement.fields.get(key.field.name)!
  if (field.name === 'name') return 'p.name_key'
  if (isInstantColumn(field)) return `p.${field.name}`
  switch (field.kind) {
    case 'id':
      return 'p.id'
    case 'boolean':
      return `(p.facts->>'${field.number}') collate "C"`
    case 'number':
    case 'instant':
      return `(p.facts->>'${field.number}')::float8`
    case 'string':
    case 'text': {
      const column = keyColumn(field)
      return column === undefined ? `(d.keys->>'${field.number}') collate "C"` : `p.${column}`
    }
  }
}
