import { distanceMetres } from '../geo/sphere.ts'
import type { Instant, PlaceId, PlaceView } from '../place/place.ts'
import { type Meaning, matches } from './matches.ts'
import type { OrderKey, PlaceQuery } from './query.ts'
import { relevanceTier } from './relevance.ts'
import { fieldValues } from './values.ts'

/** What one key of an order compares; undefined where the place has no value. */
type OrderValue = string | number | undefined

/** What a search finds: how many in all, and the ids of the page. */
export interface NaiveHits {
  readonly total: number
  readonly ids: readonly PlaceId[]
}

/** The answer to a query by its meaning alone, place by place: slow, and what every faster way must give. */
export function searchNaively(
  views: readonly PlaceView[],
  query: PlaceQuery,
  meaning: Meaning,
  now: Instant,
): NaiveHits {
  const found = views.filter((view) => matches(view, query, meaning, now))
  const ids = sortViews(found, query, meaning).map(({ id }) => id)
  return { total: found.length, ids: ids.slice(query.offset, query.offset + query.limit) }
}

/** Places in the order of a query, the id as the last key. */
function sortViews(views: readonly PlaceView[], query: PlaceQuery, meaning: Meaning): PlaceView[] {
  const rows = views.map((view) => ({ view, values: query.order.map((key) => orderValue(view, key, query, meaning)) }))
  rows.sort((one, other) => {
    for (const [index, { descending }] of query.order.entries()) {
      const compared = compareValues(one.values[index], other.values[index], descending)
      if (compared !== 0) return compared
    }
    return one.view.id < other.view.id ? -1 : one.view.id > other.view.id ? 1 : 0
  })
  return rows.map(({ view }) => view)
}

/** Missing values come last in both directions (D33). */
export function compareValues(one: OrderValue, other: OrderValue, descending: boolean): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  const ascending = one < other ? -1 : one > other ? 1 : 0
  return descending ? -ascending : ascending
}

/** What a key of an order compares of a place. */
export function orderValue(view: PlaceView, key: OrderKey, query: PlaceQuery, { sortKey }: Meaning): OrderValue {
  if (key.by === 'distance') {
    return query.nearby && distanceMetres(query.nearby.center, view.geolocation.geometry.coordinates)
  }
  if (key.by === 'relevance') return query.fullText && relevanceTier(view.name, query.fullText)
  const [value] = fieldValues(view, key.field)
  if (typeof value === 'string') return sortKey(value)
  return typeof value === 'boolean' ? Number(value) : value
}
