import type { OrderKey } from '../../query/query.ts'
import type { Ranking } from '../columns/column.ts'
import type { OrderedHits } from '../hits.ts'
import type { Pace } from '../in-turns.ts'
import { nthSmallest, radixSteps, sortableHalves, sortedInSteps } from '../memory/sorting.ts'
import { bitsOf, type Selection } from '../sets/selection.ts'

/** True if the key is the default order, which is the order of ordinals in every leaf. */
export function isByName(key: OrderKey | undefined): boolean {
  return key?.by === 'field' && key.field.name === 'name' && !key.descending
}

/** Hits in the order of their ordinals. */
export function inOrdinalOrder(hits: Selection): OrderedHits {
  if (hits.kind === 'list') return listed(hits.list)
  return { length: hits.count, at: (index) => hits.at(index), slice: (start, end) => hits.slice(start, end) }
}

/** Hits in the order of a list. */
export function listed(ordinals: Uint32Array): OrderedHits {
  return {
    length: ordinals.length,
    at: (index) => ordinals[index]!,
    slice: (start, end) => ordinals.subarray(start, end),
  }
}

/** Up to this many hits are sorted into tiers one by one; more, 32 at a time. */
const fewHits = 1000

/**
 * The first `atMost` hits of a full text: those of the best tier, the second tier, and the rest, each by ordinal (D32).
 */
export function firstByTier(
  hits: Selection,
  [best, second]: readonly [Selection, Selection],
  { size, atMost }: { readonly size: number; readonly atMost: number },
): Uint32Array {
  if (hits.kind === 'list' && hits.count < fewHits) {
    const tiers: [number[], number[], number[]] = [[], [], []]
    for (const ordinal of hits.list) tiers[best.has(ordinal) ? 0 : second.has(ordinal) ? 1 : 2].push(ordinal)
    return Uint32Array.from(tiers.flat().slice(0, atMost))
  }
  const [all, inBest, inSecond] = [bitsOf(hits, size), bitsOf(best, size), bitsOf(second, size)]
  const found = new Uint32Array(Math.min(atMost, hits.count))
  let length = 0
  for (let tier = 0; tier < 3; tier++) {
    for (let word = 0; word < all.length && length < found.length; word++) {
      const [one, other] = [inBest[word]!, inSecond[word]!]
      const wanted = tier === 0 ? one : tier === 1 ? other & ~one : ~(one | other)
      for (let rest = all[word]! & wanted; rest !== 0 && length < found.length; rest &= rest - 1) {
        found[length++] = word * 32 + 31 - Math.clz32(rest & -rest)
      }
    }
  }
  return found
}

/** A key of an order within a segment: a number for each ordinal, infinite if the value is missing. */
export type RankOf = (ordinal: number) => number

/** Ranks as numbers that ascend in the requested direction; missing values are last in both directions. */
export function rankOf(ranking: Pick<Ranking, 'rankOf'>, descending: boolean): RankOf {
  return (ordinal) => {
    const rank = ranking.rankOf(ordinal)
    if (rank === 0) return Number.POSITIVE_INFINITY
    return descending ? -rank : rank
  }
}

/** Options for sorting hits besides the keys. */
interface SortOptions {
  /** The rank of each id, which is the last key (D32). */
  readonly idRank: Uint32Array
  /** Number of first hits requested. */
  readonly atMost: number
  readonly pace: Pace
}

/** The first `atMost` of some ordinals by several keys and then by the rank of their ids. */
export function* sortHits(
  ordinals: Uint32Array,
  keys: readonly RankOf[],
  { idRank, atMost, pace }: SortOptions,
): Generator<void, Uint32Array> {
  const [first] = keys
  const firstValues = first && (yield* valuesOf(first, ordinals, pace))
  const candidates = firstValues ? yield* withSmallest(ordinals, firstValues, { atMost, pace }) : ordinals
  if (pace.isDue) yield
  const values: Float64Array[] = []
  for (const key of [...keys, (ordinal: number) => idRank[ordinal]!]) {
    values.push(yield* valuesOf(key, candidates, pace))
  }
  const order = yield* candidates.length > comparedMax
    ? sortedByRadix(values, candidates.length)
    : sortedInSteps(candidates.length, (a, b) => compareAll(values, a, b))
  const sorted = new Uint32Array(Math.min(atMost, order.length))
  for (let at = 0; at < sorted.length; at++) sorted[at] = candidates[order[at]!]!
  return sorted
}

function* sortedByRadix(values: readonly Float64Array[], length: number): Generator<void, Uint32Array> {
  const keys: Uint32Array[] = []
  for (const value of values) {
    keys.push(...sortableHalves(value))
    yield
  }
  return yield* radixSteps(keys, length)
}

/** Up to this many hits are sorted by comparison. */
const comparedMax = 1024
/** Number of values between two looks at the clock. */
const valuesPerLook = 1024

function* valuesOf(key: RankOf, ordinals: Uint32Array, pace: Pace): Generator<void, Float64Array> {
  const values = new Float64Array(ordinals.length)
  for (let at = 0; at < ordinals.length; at++) {
    values[at] = key(ordinals[at]!)
    if (at % valuesPerLook === 0 && pace.isDue) yield
  }
  return values
}

function compareAll(values: readonly Float64Array[], a: number, b: number): number {
  for (const key of values) if (key[a] !== key[b]) return key[a]! < key[b]! ? -1 : 1
  return 0
}

/** The ordinals with the `atMost` smallest values, and others that equal the last of these. */
function* withSmallest(
  ordinals: Uint32Array,
  values: Float64Array,
  { atMost, pace }: Pick<SortOptions, 'atMost' | 'pace'>,
): Generator<void, Uint32Array> {
  if (atMost >= values.length) return ordinals
  if (atMost === 0) return new Uint32Array(0)
  const last = nthSmallest(values, atMost - 1)
  if (pace.isDue) yield
  const smallest = new Uint32Array(ordinals.length)
  let count = 0
  for (let at = 0; at < ordinals.length; at++) {
    if (values[at]! <= last) smallest[count++] = ordinals[at]!
    if (at % valuesPerLook === 0 && pace.isDue) yield
  }
  return smallest.subarray(0, count)
}
