import { distanceMetres } from '../geo/sphere.ts'
import type { OrderKey, PlaceQuery } from '../query/query.ts'
import { idAt } from './id-column.ts'
import {
  concatenated,
  inOrdinalOrder,
  listed,
  type RankOf,
  rankOf,
  sortHits,
  walkGroups,
  walkHits,
} from './ordered-hits.ts'
import type { OrderedHits, SortValue } from './part.ts'
import { positionOf, selectCircle } from './point-column.ts'
import { type Ranking, rankBy, rankIds, rankNames } from './ranking.ts'
import type { SearchContext, SegmentColumns } from './segment-columns.ts'
import type { SegmentData } from './segment-data.ts'
import { nameText } from './segment-merge.ts'
import {
  copyBits,
  countSelection,
  difference,
  intersection,
  listSelection,
  type Selection,
  selectionHas,
} from './selection.ts'

/** How many rankings a segment keeps; each takes 12 bytes a place. */
const rankingsMax = 16
/** The circle in which the nearest are looked for first, and what it grows by when it holds too few. */
const firstRadiusMetres = 500
const radiusGrowth = 3
/** Half the circumference of the earth and more. */
const wholeEarthMetres = 2.1e7
/** For fewer hits, computing all distances is faster than looking for the nearest. */
const fewHits = 2_000

/** The hits of a query that are to be put into its order. */
export interface HitsToOrder {
  readonly query: PlaceQuery
  readonly hits: Selection
  readonly count: number
  /** The hits of the best and of the second best tier, where the query has a full text. */
  readonly tiers: readonly [Selection, Selection] | undefined
}

/** Puts hits of one segment into the order of a query. */
export class SegmentOrder {
  readonly #data: SegmentData
  readonly #columns: SegmentColumns
  readonly #context: SearchContext
  readonly #idRank: () => Uint32Array
  readonly #rankings = new Map<string, Ranking | undefined>()

  constructor(data: SegmentData, columns: SegmentColumns, context: SearchContext, idRank: () => Uint32Array) {
    this.#data = data
    this.#columns = columns
    this.#context = context
    this.#idRank = idRank
  }

  /** The first `atMost` hits in order. Fast for the default orders and for a single field; sorts only what it must. */
  ordered(toOrder: HitsToOrder, atMost: number): OrderedHits {
    const { query, hits, count, tiers } = toOrder
    const [first, second] = query.order
    if (isByName(first) && query.order.length === 1) return inOrdinalOrder(hits, count)
    if (tiers && first?.by === 'relevance' && !first.descending && isByName(second) && query.order.length === 2) {
      return this.#byTiers(hits, tiers)
    }
    const wanted = Math.min(atMost, count)
    if (first?.by === 'field') {
      const ranking = this.#rankingOf(first)
      if (ranking !== undefined && this.#walkPays(count, wanted)) return listed(this.#walked(ranking, toOrder, wanted))
    }
    const candidates = first?.by === 'distance' && !first.descending ? this.#nearest(toOrder, wanted) : hits
    return listed(this.#sorted(listSelection(candidates), toOrder, { keys: query.order, atMost: wanted }))
  }

  /** What the keys of the order compare, so that hits of several parts can be merged. */
  sortValues(ordinal: number, { query, tiers }: Pick<HitsToOrder, 'query' | 'tiers'>): SortValue[] {
    return query.order.map((key) => {
      if (key.by === 'distance') return this.#distanceOf(query, ordinal)
      if (key.by === 'relevance') return tiers && tierOf(tiers, ordinal)
      if (key.field.name === 'name') return this.#nameKey(ordinal)
      return this.#rankingOf(key)?.keyOf(ordinal)
    })
  }

  #walkPays(count: number, wanted: number): boolean {
    return count > 0 && (this.#data.count / count) * wanted < count * 8
  }

  #walked(ranking: Ranking, toOrder: HitsToOrder, atMost: number): Uint32Array {
    const [first, ...others] = toOrder.query.order
    const hits = toOrder.hits.kind === 'bits' ? toOrder.hits.bits : copyBits(toOrder.hits, this.#data.count)
    const walk = { ranking, descending: first?.descending === true, hits }
    if (others.length === 0) return walkHits(walk, atMost)
    return walkGroups(walk, atMost, (group) => this.#sorted(group, toOrder, { keys: others, atMost }))
  }

  #sorted(
    ordinals: Uint32Array,
    toOrder: HitsToOrder,
    order: { keys: readonly OrderKey[]; atMost: number },
  ): Uint32Array {
    const keys = order.keys.flatMap((key) => this.#rankOf(key, toOrder) ?? [])
    return sortHits(ordinals, keys, { idRank: this.#idRank(), atMost: order.atMost })
  }

  /** The key as a number for each ordinal; undefined when it tells no two places of the segment apart. */
  #rankOf(key: OrderKey, { query, tiers }: HitsToOrder): RankOf | undefined {
    const sign = key.descending ? -1 : 1
    if (key.by === 'distance') return query.nearby && ((ordinal) => sign * (this.#distanceOf(query, ordinal) ?? 0))
    if (key.by === 'relevance') return tiers && ((ordinal) => sign * tierOf(tiers, ordinal))
    const ranking = this.#rankingOf(key)
    return ranking && rankOf(ranking, key.descending)
  }

  #distanceOf({ nearby }: PlaceQuery, ordinal: number): number | undefined {
    return nearby && distanceMetres(nearby.center, positionOf(this.#data.points, ordinal))
  }

  #byTiers(hits: Selection, [best, second]: readonly [Selection, Selection]): OrderedHits {
    const { count: size } = this.#data
    const first = intersection([hits, best], size)
    const next = difference(intersection([hits, second], size), best)
    const rest = difference(difference(hits, best), second)
    return concatenated([first, next, rest].map((tier) => inOrdinalOrder(tier, countSelection(tier))))
  }

  /** Hits among which the nearest `wanted` are: those in a circle that holds enough of them. */
  #nearest({ query, hits, count }: HitsToOrder, wanted: number): Selection {
    if (query.nearby === undefined || count < fewHits || wanted * 2 > count) return hits
    const { center, radiusMetres = wholeEarthMetres } = query.nearby
    for (let radius = firstRadiusMetres; radius < radiusMetres; radius *= radiusGrowth) {
      const near = intersection([hits, selectCircle(this.#data.points, center, radius)], this.#data.count)
      if (countSelection(near) >= wanted) return near
    }
    return hits
  }

  #rankingOf(key: OrderKey & { by: 'field' }): Ranking | undefined {
    const { field } = key
    const id = `${field.name}@${this.#columns.generationOf(field)}`
    if (this.#rankings.has(id)) return this.#rankings.get(id)
    const ranking = this.#rank(key)
    this.#rankings.set(id, ranking)
    for (const oldest of this.#rankings.keys()) {
      if (this.#rankings.size <= rankingsMax) break
      this.#rankings.delete(oldest)
    }
    return ranking
  }

  #rank({ field }: OrderKey & { by: 'field' }): Ranking | undefined {
    const { count, ids, names } = this.#data
    if (field.kind === 'id') return rankIds(this.#idRank(), ids.order, (ordinal) => idAt(ids, ordinal))
    if (field.name === 'name') return rankNames(count, names.same, (ordinal) => this.#nameKey(ordinal))
    const column = this.#columns.get(field)
    return column && rankBy(column.sortSource(), ids.order)
  }

  #nameKey(ordinal: number): string {
    return this.#context.sortKey(nameText(this.#data, ordinal))
  }
}

function isByName(key: OrderKey | undefined): boolean {
  return key?.by === 'field' && key.field.name === 'name' && !key.descending
}

function tierOf([best, second]: readonly [Selection, Selection], ordinal: number): number {
  if (selectionHas(best, ordinal)) return 0
  return selectionHas(second, ordinal) ? 1 : 2
}
