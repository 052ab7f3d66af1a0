import type { Ranking } from '../columns/ranking.ts'
import type { OrderedHits } from '../part.ts'
import type { Selection } from '../sets/selection.ts'

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
  let candidates = Uint32Array.from(ordinals, (_, at) => at)
  if (atMost < ordinals.length) {
    const last = atMost === 0 ? Number.NEGATIVE_INFINITY : nthSmallest(firstValues, atMost - 1)
    candidates = candidates.filter((at) => firstValues[at]! <= last)
  }
  const others = keys.slice(1).map((key) => {
    const values = new Map<number, number>()
    for (const at of candidates) values.set(at, key(ordinals[at]!))
    return values
  })
  candidates.sort((a, b) => {
    if (firstValues[a] !== firstValues[b]) return firstValues[a]! < firstValues[b]! ? -1 : 1
    for (const values of others) if (values.get(a) !== values.get(b)) return values.get(a)! < values.get(b)! ? -1 : 1
    return idRank[ordinals[a]!]! - idRank[ordinals[b]!]!
  })
  return candidates.subarray(0, atMost).map((at) => ordinals[at]!)
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
