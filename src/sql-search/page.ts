import { distanceMetres } from '../geo/sphere.ts'
import type { LonLat, PlaceId } from '../place/place.ts'
import type { OrderKey, PageWindow, PlaceQuery, Position } from '../query/query.ts'
import type { RenderedDocument } from '../read-model/document.ts'
import { distanceSql, nearestSql } from './area.ts'
import { conditionSql, relevanceSql } from './condition.ts'
import { type QueryContext, queryRows, type Statement } from './statement.ts'
import { isAlwaysThere, isInstantColumn, isWalked, keyColumn } from './tables.ts'

/** A place that was found. */
export interface FoundPlace {
  readonly id: PlaceId
  readonly revision: number
  readonly ownerId: string
  /** Whether the document is filled with the contact details of its owner (D48). */
  readonly fetches: boolean
  readonly rendered: RenderedDocument
  readonly distanceMetres?: number
}

/** What is read of a place that is found, of the places `p` and their documents `t`. */
export const foundColumns =
  'p.id, p.revision, p.lon, p.lat, p.owner_id as "ownerId", p.fetches, t.document::json as rendered'

/** The row of that. */
export interface FoundRow extends FoundPlace {
  readonly lon: number
  readonly lat: number
}

/** The place of a row, with its distance from a centre if there is one. */
export function foundOf({ lon, lat, ...row }: FoundRow, center?: LonLat): FoundPlace {
  const distance = center && { distanceMetres: distanceMetres(center, [lon, lat]) }
  return { ...row, ...distance }
}

/** How many places match, and of about how many. */
interface MatchCounts {
  readonly total: number
  /** As the server knows it without counting; negative where it does not. */
  readonly places: number
}

/** How the first matches are found. */
type Way =
  /** All are found, and put into order. */
  | { readonly by: 'sorting' }
  /** As the server chooses, along an index where there is one; or in the first places of all alone, be they matches or not. */
  | { readonly by: 'walking'; readonly placesMax?: number }

/**
 * Up to this many matches are sorted; of more, if they are not few among all, the first ones are looked for along an
 * index. The server would guess how many there are, and walk past all places to find some that are not there. At a
 * million places it took 2 to 3 µs of CPU time to find a match and put it into order, so 0.3 s at the most, and 6 µs
 * to look at a place along an order; at a hundred thousand neither way takes long.
 */
const sortedMax = 100_000
/** One of so many are few; of those that are open the server expects half, and would read all places for them. */
const fewOf = { any: 10, open: 100 } as const
/**
 * Where matches lie anywhere in the order, so many times as many places are enough for a page but in one of fifty cases;
 * where they lie at its end, as names with `s` do, that is soon seen.
 */
const walkedTimes = 4
/** Where more than this share of all places match, the others are too few to be walked past for long. */
const mostOf = 0.75

/** How many places match, and about how many there are, asked together. */
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

/** The page of a query whose matches were counted. */
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

/** How many matches are in front of a position, or up to it. */
export async function countInFront(context: QueryContext, position: Position): Promise<number> {
  const [counted] = await queryRows<{ total: number }>(context, (statement) => {
    const isInFront = inFrontSql(position, statement)
    return `select count(*) as total ${keyedPlaces(statement)} where ${conditionSql(statement)} and (${isInFront})`
  })
  return counted?.total ?? 0
}

/** The places of a query, as `orderKeySql` needs them. */
function keyedPlaces(statement: Statement): string {
  const { place, detail } = statement.tables
  return `from ${place} p ${ownerNamesSql(statement)} join ${detail} d on d.id = p.id`
}

/** Whether a place comes before a position; missing values come last in both directions (D33). */
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

/** Places of a stream that are read at once. */
const streamedAtOnce = 200

/** Opens all matches in order within the transaction of the session, to be read by `readNext`. */
export async function openStream(context: QueryContext): Promise<void> {
  await queryRows(context, (statement) => {
    const by = orderSql(statement)
    const { place, detail } = statement.tables
    const keys = by.includes('d.keys') ? `join ${detail} d on d.id = p.id` : ''
    const { offset } = statement.query
    return `declare streamed no scroll cursor for select p.id from ${place} p ${ownerNamesSql(statement)} ${keys}
      where ${conditionSql(statement)} order by ${by} offset ${statement.parameters.add(offset, 'bigint')}`
  })
}

/** The next places of what was opened; none behind the last. */
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

/** Ways to find the page, the first that is to be tried first; one that does not find all of it is followed by another. */
function waysToPage(query: PlaceQuery, { total, places }: MatchCounts): readonly Way[] {
  const few = query.openAt === undefined ? fewOf.any : fewOf.open
  if (total <= sortedMax && total * few <= places) return [{ by: 'sorting' }]
  const isInOrder = query.order.every((key) => key.by === 'field' && isWalked(key.field, key.descending))
  if (places < 0 || total > mostOf * places || !isInOrder) return [{ by: 'walking' }]
  const placesMax = Math.ceil((walkedTimes * (query.offset + query.limit) * places) / total)
  return [{ by: 'walking', placesMax }, { by: 'sorting' }]
}

/** The places of the page are chosen first, so that only their documents are read. */
function pageSql(way: Way, statement: Statement): string {
  const { query, parameters, tables } = statement
  const by = orderSql(statement)
  const keys = by.includes('d.keys') ? `join ${tables.detail} d on d.id = p.id` : ''
  const { from, condition } = matchesSql(way, by, statement)
  const limit = parameters.add(query.limit, 'bigint')
  const offset = parameters.add(query.offset, 'bigint')
  return `with page as materialized (
      select id, at from unnest(array(
        select p.id from ${from} p ${ownerNamesSql(statement)} ${keys} where ${condition} order by ${by} limit ${limit} offset ${offset}
      )) with ordinality as chosen(id, at))
    select ${foundColumns} from page
    join ${tables.place} p on p.id = page.id join ${tables.document} t on t.id = page.id order by page.at`
}

/** Among which places the page is looked for, and the condition that is left. */
function matchesSql(way: Way, by: string, statement: Statement): { readonly from: string; readonly condition: string } {
  const { place } = statement.tables
  const condition = conditionSql(statement)
  // The server looks into no subquery that has an offset, so all matches are found before they are put into order.
  if (way.by === 'sorting')
    return { from: `(select p.* from ${place} p where ${condition} offset 0)`, condition: 'true' }
  if (way.placesMax === undefined)
    return { from: place, condition: [condition, ...nearestOfAll(statement)].join(' and ') }
  return { from: `(select p.* from ${place} p order by ${by} limit ${way.placesMax})`, condition }
}

/** Where distance orders places of any distance, the nearest are looked for from the centre outwards. */
function nearestOfAll(statement: Statement): string[] {
  const { nearby, order, limit, offset } = statement.query
  if (!nearby || nearby.radiusMetres !== undefined || order[0]?.by !== 'distance' || order[0].descending) return []
  const count = statement.parameters.add(offset + limit, 'bigint')
  return [nearestSql(nearby.center, { condition: conditionSql(statement), count }, statement)]
}

/** What comes behind `order by`, the id as the last key. */
function orderSql(statement: Statement): string {
  const keys = statement.query.order.map((key) => {
    const direction = key.descending ? 'desc' : 'asc'
    // Missing values come last in both directions (D33). Without nulls an index is walked in both directions.
    const nulls = key.by === 'field' && isAlwaysThere(key.field) ? '' : ' nulls last'
    return `${orderKeySql(key, statement)} ${direction}${nulls}`
  })
  return [...keys, 'p.id'].join(', ')
}

function orderKeySql(key: OrderKey, statement: Statement): string {
  const { nearby, fullText } = statement.query
  if (key.by === 'distance') return nearby ? distanceSql(nearby.center, statement.parameters) : 'null::float8'
  if (key.by === 'relevance') return fullText ? relevanceSql(fullText, statement) : '0'
  if (key.field.name === 'owner_name') return 'n.sort collate "C"'
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

/** Names of owners as they are known now, with what they sort by, if places are ordered by them. */
function ownerNamesSql({ query, references, parameters }: Statement): string {
  const key = query.order.find((each) => each.by === 'field' && each.field.name === 'owner_name')
  if (key === undefined) return ''
  const named = references.named('owners')
  const add = (values: readonly string[]) => parameters.add(values, 'text[]')
  const keys = add(named.map(({ key }) => key))
  const sorts = add(named.map(({ sort }) => sort))
  // Every owner has a name, if only its id. In order, so that the places of one owner after the other can be read.
  return `join (select key, sort from unnest(${keys}, ${sorts}) as o(key, sort)
    order by sort collate "C" ${key.descending ? 'desc' : 'asc'}) as n on n.key = p.owner_key`
}
