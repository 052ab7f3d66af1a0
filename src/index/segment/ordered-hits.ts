import type { Ranking } from '../columns/ranking.ts'
import type { OrderedHits } from '../part.ts'
import { countWord } from '../sets/bitset.ts'
import type { Selection } from '../sets/selection.ts'

/** How many words of a set are counted together. */
const blockWords = 16

/** Hits whose order is that of their ordinals. */
export function inOrdinalOrder(hits: Selection, count: number): OrderedHits {
  if (hits.kind === 'list') return listed(hits.list)
  const { bits } = hits
  let before: Uint32Array | undefined
  const blocksBefore = () => {
    before ??= countBlocks(bits)
    return before
  }
  return { length: count, at: (index) => nthBit(bits, blocksBefore(), index) }
}

/** Hits one after the other as they are in a list. */
export function listed(ordinals: Uint32Array): OrderedHits {
  return { length: ordinals.length, at: (index) => ordinals[index]! }
}

/** First all hits of the first, then those of the second, and so on. */
export function concatenated(parts: readonly OrderedHits[]): OrderedHits {
  return {
    length: parts.reduce((sum, { length }) => sum + length, 0),
    at(index) {
      let rest = index
      for (const part of parts) {
        if (rest < part.length) return part.at(rest)
        rest -= part.length
      }
      throw new RangeError(`a hit must be below ${this.length}, got ${index}`)
    },
  }
}

/** How many bits are set before each block of words. */
function countBlocks(bits: Uint32Array): Uint32Array {
  const before = new Uint32Array(Math.ceil(bits.length / blockWords) + 1)
  for (let block = 0; block < before.length - 1; block++) {
    let count = before[block]!
    for (let at = block * blockWords; at < Math.min(bits.length, (block + 1) * blockWords); at++) {
      count += countWord(bits[at]!)
    }
    before[block + 1] = count
  }
  return before
}

function nthBit(bits: Uint32Array, before: Uint32Array, index: number): number {
  let low = 0
  let high = before.length - 1
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (before[middle]! <= index) low = middle
    else high = middle
  }
  let left = index - before[low]!
  let at = low * blockWords
  for (let count = countWord(bits[at]!); count <= left; count = countWord(bits[++at]!)) left -= count
  let word = bits[at]!
  for (; left > 0; left--) word &= word - 1
  return at * 32 + 31 - Math.clz32(word & -word)
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
