import type { PlaceId } from '../place/place.ts'
import { compareValues } from '../query/order.ts'
import type { OrderKey } from '../query/query.ts'
import type { SortValue } from './columns/ranking.ts'

/** A hit with what it is compared by. */
export interface ComparedHit {
  readonly id: PlaceId
  readonly values: readonly SortValue[]
}

/** Below 0 or above 0 as one hit comes before or behind another; the id is the last key (D32). */
export function compareHits(a: ComparedHit, b: ComparedHit, order: readonly Pick<OrderKey, 'descending'>[]): number {
  for (let index = 0; index < order.length; index++) {
    const compared = compareValues(a.values[index], b.values[index], order[index]!.descending)
    if (compared !== 0) return compared
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
