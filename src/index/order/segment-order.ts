import { LruCache } from '../../common/lru-cache.ts'
import { distanceMetres } from '../../geo/sphere.ts'
import type { Field } from '../../place/fields.ts'
import type { OrderKey, PlaceQuery } from '../../query/query.ts'
import type { Ranking, SortValue } from '../columns/column.ts'
import { idAt, idRanks } from '../columns/id-column.ts'
import type { PointColumn } from '../columns/point-column.ts'
import type { OrderedHits } from '../hits.ts'
import type { Pace } from '../in-turns.ts'
import type { SegmentColumns } from '../segment/segment-columns.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import { bitsOf, listSelection, type Selection, selectOrdinals } from '../sets/selection.ts'
import { firstByTier, inOrdinalOrder, isByName, listed, type RankOf, rankOf, sortHits } from './ordered-hits.ts'
import { type Permutation, permute, walk } from './permutation.ts'

/** Limit of the cached permutations of a segment: bytes per place, and a minimum. */
const permutationBytesPerPlace = 24
const permutationBytesMin = 1 << 18
/**
 * Passing this many ordinals per hit along a permutation takes about as long as sorting. The first hits may lie farther
 * from the start than an even distribution suggests, as with slugs that begin alike.
 */
const passedPerHit = 4

/** The hits of a query that are to be ordered. */
interface HitsToOrder {
  readonly query: PlaceQuery
  readonly hits: Selection
  readonly count: number
  /** The hits of the best and the second best tier, if the query has a full text. */
  readonly tiers: readonly [Selection, Selection] | undefined
  readonly pace: Pace
}

type FieldKey = OrderKey & { readonly by: 'field' }

/** The hits to order, and the number requested. */
interface Wanted {
  readonly toOrder: HitsToOrder
  readonly atMost: number
}

/** Hits and their number. */
interface CountedHits {
  readonly hits: Selection
  readonly count: number
}

/** Orders the hits of one segment as a query demands. */
export class SegmentOrder {
  readonly #data: SegmentData
  readonly #columns: SegmentColumns
  readonly #points: PointColumn
  readonly #permutations: LruCache<string, Permutation>
  #idRank: Uint32Array | undefined

  constructor(data: SegmentData, columns: SegmentColumns, points: PointColumn) {
    this.#data = data
    this.#columns = columns
    this.#points = points
    const bytesMax = Math.max(permutationBytesMin, permutationBytesPerPlace * data.count)
    this.#permutations = new LruCache(bytesMax, (_, { ordinals, starts }) => ordinals.byteLength + starts.byteLength)
  }

  /** The first `atMost` hits in order; sorts only as much as needed. */
  *ordered(toOrder: HitsToOrder, atMost: number): Generator<void, OrderedHits> {
    const { query, hits, count, tiers } = toOrder
    const [first, second] = query.order
    if (isByName(first) && query.order.length === 1) return inOrdinalOrder(hits)
    if (tiers && first?.by === 'relevance' && !first.descending && isByName(second) && query.order.length === 2) {
      return listed(firstByTier(hits, tiers, { size: this.#data.count, atMost }))
    }
    return listed(yield* this.#firstOf(toOrder, query.order, { toOrder, atMost: Math.min(atMost, count) }))
  }

  /** The values that the keys of the order compare, for merging the hits of several leaves. */
  sortValues(ordinal: number, { query, tiers }: Pick<HitsToOrder, 'query' | 'tiers'>): SortValue[] {
    return query.order.map((key) => {
      if (key.by === 'distance') return this.#distanceOf(query, ordinal)
      if (key.by === 'relevance') return tiers && tierOf(tiers, ordinal)
      return this.#rankingOf(key.field)?.keyOf(ordinal)
    })
  }

  /** The first hits by some keys and then by id: along a permutation as long as it passes few other ordinals. */
  *#firstOf({ hits, count }: CountedHits, keys: readonly OrderKey[], wanted: Wanted): Generator<void, Uint32Array> {
    const { toOrder, atMost } = wanted
    const [key, ...others] = keys
    if (count <= 1 || atMost === 0) return listSelection(hits).subarray(0, atMost)
    const isClose = (this.#data.count / count) * atMost < count * passedPerHit
    if (isClose && (key === undefined || key.by === 'field')) {
      const walked = yield* this.#walked({ hits, count }, key, others, wanted)
      if (walked !== undefined) return walked
    }
    const { nearby } = toOrder.query
    const isNearest = key?.by === 'distance' && !key.descending && nearby !== undefined
    const candidates = isNearest ? this.#points.nearest(nearby.center, hits, atMost) : listSelection(hits)
    const ranks = keys.flatMap((one) => this.#rankOf(one, toOrder) ?? [])
    return yield* sortHits(candidates, ranks, { idRank: this.#ids(), atMost, pace: toOrder.pace })
  }

  /** Walks the permutation of a field, or of the ids; undefined if the first hits lie too far along it. */
  *#walked(
    { hits, count }: CountedHits,
    key: FieldKey | undefined,
    others: readonly OrderKey[],
    wanted: Wanted,
  ): Generator<void, Uint32Array | undefined> {
    const { toOrder, atMost } = wanted
    const ranking = key === undefined ? this.#idRanking() : this.#rankingOf(key.field)
    if (ranking === undefined) return yield* this.#firstOf({ hits, count }, others, wanted)
    const permutation = yield* this.#permutation(key?.field, ranking, toOrder.pace)
    const isWhole = count === this.#data.count && others.length === 0 && !key?.descending
    if (isWhole) return permutation.ordinals.subarray(0, atMost)
    const sortGroup = (group: Uint32Array, groupMost: number) => {
      const selection = selectOrdinals(group, this.#data.count)
      const grouped = { hits: selection, count: group.length }
      return this.#firstOf(grouped, others, { toOrder, atMost: Math.min(groupMost, group.length) })
    }
    return yield* walk(
      permutation,
      {
        hits: bitsOf(hits, this.#data.count),
        descending: key?.descending === true,
        atMost,
        passedMax: passedPerHit * count,
        pace: toOrder.pace,
      },
      others.length === 0 ? undefined : sortGroup,
    )
  }

  *#permutation(field: Field | undefined, ranking: Ranking, pace: Pace): Generator<void, Permutation> {
    const name = field?.name ?? 'id'
    const known = this.#permutations.get(name)
    if (known !== undefined) return known
    const made = yield* permute(ranking, this.#data.ids.order, pace)
    this.#permutations.set(name, made)
    return made
  }

  /** The ranking of a field; undefined if it does not distinguish the places of the segment. */
  #rankingOf(field: Field): Ranking | undefined {
    return field.kind === 'id' ? this.#idRanking() : this.#columns.get(field)?.ranking()
  }

  #idRanking(): Ranking {
    const ranks = this.#ids()
    return {
      rankMax: this.#data.count,
      rankOf: (ordinal) => ranks[ordinal]! + 1,
      keyOf: (ordinal) => idAt(this.#data.ids, ordinal),
    }
  }

  #ids(): Uint32Array {
    this.#idRank ??= idRanks(this.#data.ids)
    return this.#idRank
  }

  /** The key as a number for each ordinal; undefined if it does not distinguish the places of the segment. */
  #rankOf(key: OrderKey, { query, tiers }: HitsToOrder): RankOf | undefined {
    const sign = key.descending ? -1 : 1
    if (key.by === 'distance') return query.nearby && ((ordinal) => sign * (this.#distanceOf(query, ordinal) ?? 0))
    if (key.by === 'relevance') return tiers && ((ordinal) => sign * tierOf(tiers, ordinal))
    const ranking = this.#rankingOf(key.field)
    return ranking && rankOf(ranking, key.descending)
  }

  #distanceOf({ nearby }: PlaceQuery, ordinal: number): number | undefined {
    return nearby && distanceMetres(nearby.center, this.#points.positionOf(ordinal))
  }
}

function tierOf([best, second]: readonly [Selection, Selection], ordinal: number): number {
  if (best.has(ordinal)) return 0
  return second.has(ordinal) ? 1 : 2
}
