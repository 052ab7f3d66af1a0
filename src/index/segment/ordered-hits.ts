import type { OrderKey } from '../../query/query.ts'
import type { Ranking } from '../columns/ranking.ts'
import type { OrderedHits } from '../part.ts'
import type { Selection } from '../sets/selection.ts'

/** Whether the key is the default order, which places have in every part as they lie there. */
export function isByName(key: OrderKey | undefined): boolean {
  return key?.by === 'field' && key.field.name === 'name' && !key.descending
}

/** Hits whose order is that of their ordinals. */
export function inOrdinalOrder(hits: Selection): OrderedHits {
  if (hits.kind === 'list') return listed(hits.list)
  return { length: hits.count, at: (index) => hits.at(index), slice: (start, end) => hits.slice(start, end) }
}

/** Hits one after the other as they are in a list. */
export function listed(ordinals: Uint32Array): OrderedHits {
  return {
    length: ordinals.length,
    at: (index) => ordinals[index]!,
    slice: (start, end) => ordinals.subarray(start, end),
  }
}

/** First all hits of the first, then those of the second, and so on. */
export class Concatenated implements OrderedHits {
  readonly length: number
  readonly #parts: readonly OrderedHits[]

  constructor(parts: readonly OrderedHits[]) {
    this.#parts = parts
    this.length = parts.reduce((sum, { length }) => sum + length, 0)
  }

  at(index: number): number {
    let rest = index
    for (const part of this.#parts) {
      if (rest < part.length) return part.at(rest)
      rest -= part.length
    }
    throw new RangeError(`a hit must be below ${this.length}, got ${index}`)
  }

  slice(start: number, end: number): Uint32Array {
    const found = new Uint32Array(Math.max(0, Math.min(end, this.length) - start))
    let before = 0
    let length = 0
    for (const part of this.#parts) {
      const [from, to] = [Math.max(0, start - before), Math.min(part.length, end - before)]
      if (from < to) {
        found.set(part.slice(from, to), length)
        length += to - from
      }
      before += part.length
    }
    return found
  }
}

/** What one key of an order compares within a segment: a number for each ordinal, missing ones infinite. */
export type RankOf = (ordinal: number) => number

/** Ranks as numbers that ascend in the wanted direction, missing ones last in both. */
export function rankOf(ranking: Pick<Ranking, 'rankOf'>, descending: boolean): RankOf {
  return (ordinal) => {
    const rank = ranking.rankOf(ordinal)
    if (rank === 0) return Number.POSITIVE_INFINITY
    return descending ? -rank : rank
  }
}

/** The first `atMost` of some ordinals by several keys and then by the rank of their ids. */
export function sortHits(
  ordinals: Uint32Array,
  keys: readonly RankOf[],
  { idRank, atMost }: { readonly idRank: Uint32Array; readonly atMost: number },
): Uint32Array {
  const [first] = keys
  if (first === undefined)
    return ordinals
      .slice()
      .sort((a, b) => idRank[a]! - idRank[b]!)
      .subarray(0, atMost)
  const firstValues = new Float64Array(ordinals.length)
  for (let at = 0; at < ordinals.length; at++) firstValues[at] = first(ordinals[at]!)
  const candidates = smallest(firstValues, atMost)
  const byIdRank = (a: number, b: number) => idRank[ordinals[a]!]! - idRank[ordinals[b]!]!
  if (keys.length > 1 || !sortByRanks(candidates, firstValues, byIdRank)) {
    const others = keys.slice(1).map((key) => {
      const values = new Map<number, number>()
      for (const at of candidates) values.set(at, key(ordinals[at]!))
      return values
    })
    candidates.sort((a, b) => {
      if (firstValues[a] !== firstValues[b]) return firstValues[a]! < firstValues[b]! ? -1 : 1
      for (const values of others) if (values.get(a) !== values.get(b)) return values.get(a)! < values.get(b)! ? -1 : 1
      return byIdRank(a, b)
    })
  }
  return candidates.subarray(0, atMost).map((at) => ordinals[at]!)
}

/** Where the `atMost` smallest values are, and those that are as small as the last of them; ascending. */
function smallest(values: Float64Array, atMost: number): Uint32Array {
  const found = new Uint32Array(values.length)
  let last = Number.POSITIVE_INFINITY
  if (atMost < values.length) last = atMost === 0 ? Number.NEGATIVE_INFINITY : nthSmallest(values, atMost - 1)
  let length = 0
  for (let at = 0; at < values.length; at++) if (values[at]! <= last) found[length++] = at
  return found.subarray(0, length)
}

/** In one number with a rank there is room for so many places, and the result is exact. */
const numberedMax = 2 ** 20
/** Behind every rank there is. */
const missingRank = 2 ** 32

/**
 * Sorts by values that are ranks, as numbers that hold the rank and where it stood: without a call for each comparison,
 * which takes most of the time. False, with nothing done, where values are anything else.
 */
function sortByRanks(
  candidates: Uint32Array,
  values: Float64Array,
  compareEqual: (a: number, b: number) => number,
): boolean {
  if (candidates.length > numberedMax) return false
  const numbered = new Float64Array(candidates.length)
  for (let number = 0; number < candidates.length; number++) {
    const rank = values[candidates[number]!]!
    const isMissing = rank === Number.POSITIVE_INFINITY
    if (!isMissing && !(Math.abs(rank) < missingRank && Number.isInteger(rank))) return false
    numbered[number] = (isMissing ? missingRank : rank) * numberedMax + number
  }
  numbered.sort()
  const sorted = new Uint32Array(candidates.length)
  for (let at = 0, first = 0; at < sorted.length; at++) {
    const rank = Math.floor(numbered[at]! / numberedMax)
    sorted[at] = candidates[numbered[at]! - rank * numberedMax]!
    const isLast = at + 1 === sorted.length || numbered[at + 1]! >= (rank + 1) * numberedMax
    if (isLast && at > first) sorted.subarray(first, at + 1).sort(compareEqual)
    if (isLast) first = at + 1
  }
  candidates.set(sorted)
  return true
}

/** The element that would be at `index` if the values were sorted (Hoare's quickselect, middle of three). */
export function nthSmallest(unsorted: Float64Array, index: number): number {
  const values = unsorted.slice()
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const pivot = middleOf(values[low]!, values[(low + high) >>> 1]!, values[high]!)
    let left = low
    let right = high
    while (left <= right) {
      while (values[left]! < pivot) left++
      while (values[right]! > pivot) right--
      if (left > right) break
      const moved = values[left]!
      values[left++] = values[right]!
      values[right--] = moved
    }
    if (index <= right) high = right
    else if (index >= left) low = left
    else break
  }
  return values[index]!
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
