import type { Instant } from '../place/place.ts'
import type { PlaceQuery } from '../query/query.ts'
import { conditionSql } from './condition.ts'
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

/**
 * So many matches are put into order; of more, if they are not few among all, the first ones are looked for along an
 * index. The server would guess how many there are, and walk past all places to find some that are not there.
 */
const sortedMax = 100_000
/** One of so many are few; of those that are open the server expects half, and would read all places for them. */
const fewOf = { any: 10, open: 100 } as const

/** Counts the matches. */
export function totalSql(query: PlaceQuery, context: QueryContext, now: Instant): string {
  return `select count(*) as total from ${context.tables.place} p where ${conditionSql(query, context, now)}`
}

/** The places of the page are chosen first, so that only their documents are read. */
export function pageSql(query: PlaceQuery, counted: Counted, context: QueryContext, now: Instant): string {
  const { place, document } = context.tables
  const { by, joins } = orderSql(query, context)
  const limit = context.parameters.add(query.limit, 'bigint')
  const offset = context.parameters.add(query.offset, 'bigint')
  const matches = areFew(query, counted) ? allSql(query, context, now) : firstSql(query, context, now)
  return `with page as materialized (
      select id, at from unnest(array(
        select p.id from ${matches.from} ${joins} where ${matches.condition}
        order by ${by} limit ${limit} offset ${offset}
      )) with ordinality as chosen(id, at))
    select ${foundColumns} from page join ${place} p on p.id = page.id join ${document} t on t.id = page.id
    order by page.at`
}

function areFew({ openAt }: PlaceQuery, { total, places }: Counted): boolean {
  return total <= sortedMax && total * (openAt === undefined ? fewOf.any : fewOf.open) <= places
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
