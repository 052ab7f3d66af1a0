import type { Instant } from '../place/place.ts'
import type { OrderKey, PlaceQuery } from '../query/query.ts'
import { conditionSql } from './condition.ts'
import { isWalked } from './fields.ts'
import { orderSql } from './order.ts'
import { nearestSql } from './position.ts'
import type { QueryContext } from './query-context.ts'

/** How many matches were counted, and of about how many places. */
export interface Counted {
  readonly total: number
  /** As the server knows it without counting; negative where it does not. */
  readonly places: number
}

/** What is read of a place that is found, of the places `p` and their documents `t`. */
export const foundColumns = 'p.id, p.revision, p.lon, p.lat, p.owner_id, p.fetches, t.document'

/** How the first matches are found. */
export type Way =
  /** All are found, and put into order. */
  | { readonly by: 'sorting' }
  /** As the server chooses, along an index where there is one; or in the first places of all alone, be they matches or not. */
  | { readonly by: 'walking'; readonly placesMax?: number }

/**
 * So many matches are put into order; of more, if they are not few among all, the first ones are looked for along an
 * index. The server would guess how many there are, and walk past all places to find some that are not there. At a
 * million places it took 2 to 3 µs of the processor to find a match and put it into order, so 0.3 s at the most, and 6 µs
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

/** Ways to find the page, the first that is to be tried first; one that does not find all of it is followed by another. */
export function waysToPage(query: PlaceQuery, { total, places }: Counted): readonly Way[] {
  const few = query.openAt === undefined ? fewOf.any : fewOf.open
  if (total <= sortedMax && total * few <= places) return [{ by: 'sorting' }]
  if (places < 0 || total > mostOf * places || !isWalkedInOrder(query)) return [{ by: 'walking' }]
  const placesMax = Math.ceil((walkedTimes * (query.offset + query.limit) * places) / total)
  return [{ by: 'walking', placesMax }, { by: 'sorting' }]
}

function isWalkedInOrder({ order: [first, ...others] }: PlaceQuery): boolean {
  const isWalkedFor = (key: OrderKey | undefined) => key?.by === 'field' && isWalked(key.field.name, key.descending)
  return isWalkedFor(first) && others.every(isWalkedFor)
}

/** Counts the matches. */
export function totalSql(query: PlaceQuery, context: QueryContext, now: Instant): string {
  return `select count(*) as total from ${context.tables.place} p where ${conditionSql(query, context, now)}`
}

/** The places of the page are chosen first, so that only their documents are read. */
export function pageSql(query: PlaceQuery, way: Way, context: QueryContext, now: Instant): string {
  const { place, document } = context.tables
  const { by, joins } = orderSql(query, context)
  const limit = context.parameters.add(query.limit, 'bigint')
  const offset = context.parameters.add(query.offset, 'bigint')
  const matches = matchesSql(query, way, context, now)
  return `with page as materialized (
      select id, at from unnest(array(
        select p.id from ${matches.from} ${joins} where ${matches.condition}
        order by ${by} limit ${limit} offset ${offset}
      )) with ordinality as chosen(id, at))
    select ${foundColumns} from page join ${place} p on p.id = page.id join ${document} t on t.id = page.id
    order by page.at`
}

function matchesSql(query: PlaceQuery, way: Way, context: QueryContext, now: Instant): Matches {
  if (way.by === 'sorting') return allSql(query, context, now)
  if (way.placesMax === undefined) return firstSql(query, context, now)
  const { by } = orderSql(query, context)
  const from = `(select p.* from ${context.tables.place} p order by ${by} limit ${way.placesMax}) p`
  return { from, condition: conditionSql(query, context, now) }
}

interface Matches {
  readonly from: string
  readonly condition: string
}

/** All matches, found before they are put into order: the server looks into no subquery that has an offset. */
function allSql(query: PlaceQuery, context: QueryContext, now: Instant): Matches {
  const condition = conditionSql(query, context, now)
  return { from: `(select p.* from ${context.tables.place} p where ${condition} offset 0) p`, condition: 'true' }
}

function firstSql(query: PlaceQuery, context: QueryContext, now: Instant): Matches {
  const condition = [conditionSql(query, context, now), ...nearestOfAll(query, context, now)].join(' and ')
  return { from: `${context.tables.place} p`, condition }
}

/** Where distance orders places of any distance, the nearest are looked for from the centre outwards. */
function nearestOfAll(query: PlaceQuery, context: QueryContext, now: Instant): string[] {
  const { nearby, order, limit, offset } = query
  if (!nearby || nearby.radiusMetres !== undefined || order[0]?.by !== 'distance' || order[0].descending) return []
  const condition = conditionSql(query, context, now)
  const count = context.parameters.add(offset + limit, 'bigint')
  return [nearestSql(nearby.center, { condition, count }, context)]
}
