import { LruCache } from '../../common/lru-cache.ts'
import { distanceMetres } from '../../geo/sphere.ts'
import type { OrderKey, PlaceQuery } from '../../query/query.ts'
import { DirectoryColumn } from '../columns/directory-column.ts'
import { idAt, idRanks } from '../columns/id-column.ts'
import { positionOf } from '../columns/point-column.ts'
import { type Ranking, type SortValue, startOfTies, walkNames } from '../columns/ranking.ts'
import { type IdOrder, RankingWalk } from '../columns/ranking-walk.ts'
import { atOnce, type Pace } from '../in-turns.ts'
import type { OrderedHits } from '../part.ts'
import { type Bitset, hasBit } from '../sets/bitset.ts'
import { copyBits, countSelection, listSelection, type Selection, selectionHas, selectList } from '../sets/selection.ts'
import { nearestAmong } from './nearest.ts'
import { inOrdinalOrder, isByName, listed, nthSmallest, type RankOf, rankOf, sortHits } from './ordered-hits.ts'
import type { SearchContext, SegmentColumns } from './segment-columns.ts'
import type { SegmentData } from './segment-data.ts'
import { nameText } from './segment-names.ts'
import { TieredHits } from './tiers.ts'
import { WalkCache } from './walk-cache.ts'

/** What the kept walks of a segment may take: so many bytes a place, and so many at least. */
const walkBytesPerPlace = 8
const walkBytesMin = 1 << 18
/** What the kept keys of names of a segment may take, and what one takes beside its letters, of a byte each. */
const nameKeyBytesMax = 1 << 20
const nameKeyBytesBeside = 120
/**
 * So many targets of lists, at the most, a walk along a field passes for each hit before all hits are sorted instead:
 * they can lie far from where it begins, as those do in the order of slugs whose names begin alike. Sorting takes two to
 * three times as long as what was passed in vain.
 */
const passedTargetsPerHit = 4
/** So many of the hits tell how far along an order the first ones lie. */
const sampledHits = 256
/** The places that a walk passes for each hit when that takes about as long as sorting: by name, by id, or along a field. */
const passedPerHit = 8
const passedPerHitOfField = 1

/** The hits of a query that are to be put into its order. */
export interface HitsToOrder {
  readonly query: PlaceQuery
  readonly hits: Selection
  readonly count: number
  /** The hits of the best and of the second best tier, where the query has a full text. */
  readonly tiers: readonly [Selection, Selection] | undefined
  readonly pace: Pace
}

type FieldKey = OrderKey & { readonly by: 'field' }

/** How many are wanted, and what all hits are. */
interface Wanted {
  readonly toOrder: HitsToOrder
  readonly atMost: number
}

/** Some hits, and how many they are. */
interface CountedHits {
  readonly hits: Selection
  readonly count: number
}

/** Puts hits of one segment into the order of a query. */
export class SegmentOrder {
  readonly #data: SegmentData
  readonly #columns: SegmentColumns
  readonly #context: SearchContext
  readonly #walks: WalkCache
  /** What hits of several parts are merged by: pages over them ask for the same few again and again. */
  readonly #nameKeys = new LruCache<number, string>(nameKeyBytesMax, (_, { length }) => nameKeyBytesBeside + length)
  #idRank: Uint32Array | undefined

  constructor(data: SegmentData, columns: SegmentColumns, context: SearchContext) {
    this.#data = data
    this.#columns = columns
    this.#context = context
    this.#walks = new WalkCache(Math.max(walkBytesMin, walkBytesPerPlace * data.count))
  }

  /** The first `atMost` hits in order. Fast for the default orders and for a single field; sorts only what it must. */
  *ordered(toOrder: HitsToOrder, atMost: number): Generator<void, OrderedHits> {
    const { query, hits, count, tiers } = toOrder
    for (const key of query.order) {
      const column = key.by === 'field' ? this.#columns.get(key.field) : undefined
      if (column instanceof DirectoryColumn) yield* column.readOrder()
    }
    const [first, second] = query.order
    if (isByName(first) && query.order.length === 1) return inOrdinalOrder(hits)
    if (tiers && first?.by === 'relevance' && !first.descending && isByName(second) && query.order.length === 2) {
      return new TieredHits(hits, tiers, { count, size: this.#data.count, atMost })
    }
    return listed(yield* this.#firstOf(toOrder, query.order, { toOrder, atMost: Math.min(atMost, count) }))
  }

  /** What the keys of the order compare, so that hits of several parts can be merged. */
  sortValues(ordinal: number, { query, tiers }: Pick<HitsToOrder, 'query' | 'tiers'>): SortValue[] {
    return query.order.map((key) => {
      if (key.by === 'distance') return this.#distanceOf(query, ordinal)
      if (key.by === 'relevance') return tiers && tierOf(tiers, ordinal)
      if (key.field.kind === 'id') return idAt(this.#data.ids, ordinal)
      if (key.field.name === 'name') return this.#nameKey(ordinal)
      return this.#columns.get(key.field)?.ranking()?.keyOf(ordinal)
    })
  }

  /** The first hits by some keys and then by id: along what is in order already, as long as that passes few others. */
  *#firstOf({ hits, count }: CountedHits, keys: readonly OrderKey[], wanted: Wanted): Generator<void, Uint32Array> {
    const { toOrder, atMost } = wanted
    const [key, ...others] = keys
    if (count <= 1 || atMost === 0) return listSelection(hits).subarray(0, atMost)
    if (this.#walkPays(count, atMost, passedPerHit)) {
      if (key === undefined) return this.#byId(hits, false, atMost)
      if (key.by === 'field' && key.field.kind === 'id') return this.#byId(hits, key.descending, atMost)
      if (key.by === 'field' && key.field.name === 'name') {
        const walk = { hits: this.#bits(hits), same: this.#data.names.same, descending: key.descending, atMost }
        return walkNames(walk, (group) => this.#group(group, others, wanted))
      }
    }
    if (key?.by === 'field' && this.#walkPays(count, atMost, passedPerHitOfField)) {
      const walked = yield* this.#walked({ hits, count }, key, others, wanted)
      if (walked !== undefined) return walked
    }
    const { nearby } = toOrder.query
    const isNearest = key?.by === 'distance' && !key.descending && nearby !== undefined
    const candidates = isNearest ? nearestAmong(this.#data.points, nearby.center, hits, atMost) : listSelection(hits)
    const ranks = keys.flatMap((one) => this.#rankOf(one, toOrder) ?? [])
    return yield* sortHits(candidates, ranks, { idRank: this.#ids().rank, atMost, pace: toOrder.pace })
  }

  /** Whether the first hits come before too many other places, if they lie among all as anywhere. */
  #walkPays(count: number, wanted: number, passed: number): boolean {
    return (this.#data.count / count) * wanted < count * passed
  }

  /** Along the values of a field; places without one come last (D33). Undefined where that passes too many others. */
  *#walked(
    counted: CountedHits,
    { field, descending }: FieldKey,
    others: readonly OrderKey[],
    wanted: Wanted,
  ): Generator<void, Uint32Array | undefined> {
    const ranking = this.#columns.get(field)?.ranking()
    if (ranking === undefined) return yield* this.#firstOf(counted, others, wanted)
    const { hits, count } = counted
    const passedMax = passedTargetsPerHit * count
    const isAskedOnce = conditionCount(wanted.toOrder.query) > 1
    if (isAskedOnce && this.#passedBefore(counted, { ranking, descending }, wanted.atMost) > passedMax) return undefined
    const begin = () =>
      new RankingWalk({
        ranking,
        descending,
        hits: this.#bits(hits),
        size: this.#data.count,
        ids: others.length === 0 ? this.#ids() : undefined,
        missing: () => selectList(listSelection(hits).filter((ordinal) => ranking.rankOf(ordinal) === 0)),
      })
    const order = this.#textOf([{ by: 'field', field, descending }, ...others])
    // Hits of one key are no selection that anybody asks for again.
    const kept = order !== undefined && hits === wanted.toOrder.hits
    const walk = kept ? this.#walks.get(hits, order, begin) : begin()
    const sort = (group: Selection, atMost: number) => this.#group(group, others, { ...wanted, atMost })
    return walk.first(wanted.atMost, sort, passedMax)
  }

  /** How many targets a walk passes until it has so many hits, judged by some of them. */
  #passedBefore(
    { hits, count }: CountedHits,
    { ranking, descending }: { readonly ranking: Ranking; readonly descending: boolean },
    atMost: number,
  ): number {
    const length = Math.min(sampledHits, count)
    const ordered = inOrdinalOrder(hits)
    const rank = rankOf(ranking, descending)
    const sample = Float64Array.from({ length }, (_, at) => rank(ordered.at(Math.floor((at * count) / length))))
    const last = nthSmallest(sample, Math.min(length - 1, Math.ceil((atMost * length) / count)))
    const { positions } = ranking
    return (Math.min(positions, descending ? positions + last : last) * this.#data.count) / positions
  }

  /** What tells an order by fields alone from every other one, and changes when names do. */
  #textOf(keys: readonly OrderKey[]): string | undefined {
    const texts = keys.map((key) =>
      key.by === 'field' ? `${key.descending} ${key.field.name}@${this.#columns.stateOf(key.field)}` : undefined,
    )
    return texts.includes(undefined) ? undefined : texts.join()
  }

  #ids(): IdOrder {
    this.#idRank ??= idRanks(this.#data.ids)
    return { rank: this.#idRank, order: this.#data.ids.order }
  }

  #group(hits: Selection, keys: readonly OrderKey[], wanted: Wanted): Uint32Array {
    return atOnce(this.#firstOf({ hits, count: countSelection(hits) }, keys, wanted))
  }

  #byId(hits: Selection, descending: boolean, atMost: number): Uint32Array {
    const { order } = this.#data.ids
    const bits = this.#bits(hits)
    const found = new Uint32Array(atMost)
    let length = 0
    for (let at = 0; at < order.length && length < atMost; at++) {
      const ordinal = order[descending ? order.length - 1 - at : at]!
      if (hasBit(bits, ordinal)) found[length++] = ordinal
    }
    return found.subarray(0, length)
  }

  #bits(hits: Selection): Bitset {
    return hits.kind === 'bits' ? hits.bits : copyBits(hits, this.#data.count)
  }

  /** The key as a number for each ordinal; undefined when it tells no two places of the segment apart. */
  #rankOf(key: OrderKey, { query, tiers }: HitsToOrder): RankOf | undefined {
    const sign = key.descending ? -1 : 1
    if (key.by === 'distance') return query.nearby && ((ordinal) => sign * (this.#distanceOf(query, ordinal) ?? 0))
    if (key.by === 'relevance') return tiers && ((ordinal) => sign * tierOf(tiers, ordinal))
    if (key.field.kind === 'id') {
      const { rank } = this.#ids()
      return (ordinal) => sign * rank[ordinal]!
    }
    if (key.field.name === 'name') return (ordinal) => sign * startOfTies(this.#data.names.same, ordinal)
    const ranking = this.#columns.get(key.field)?.ranking()
    return ranking && rankOf(ranking, key.descending)
  }

  #distanceOf({ nearby }: PlaceQuery, ordinal: number): number | undefined {
    return nearby && distanceMetres(nearby.center, positionOf(this.#data.points, ordinal))
  }

  #nameKey(ordinal: number): string {
    let key = this.#nameKeys.get(ordinal)
    if (key === undefined) {
      key = this.#context.sortKey(nameText(this.#data, ordinal))
      this.#nameKeys.set(ordinal, key)
    }
    return key
  }
}

/** Hits of several conditions are made for one search; those of one are kept, and the walk along them with them. */
function conditionCount({ filters, fullText, nearby, bbox, openAt }: PlaceQuery): number {
  const places = [nearby?.radiusMetres, bbox, openAt].filter((condition) => condition !== undefined)
  return filters.length + (fullText?.terms.flat().length ?? 0) + places.length
}

function tierOf([best, second]: readonly [Selection, Selection], ordinal: number): number {
  if (selectionHas(best, ordinal)) return 0
  return selectionHas(second, ordinal) ? 1 : 2
}
