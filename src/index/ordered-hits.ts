import { type Bitset, countWord, hasBit } from './bitset.ts'
import type { OrderedHits } from './part.ts'
import { missingRank, type Ranking } from './ranking.ts'
import type { Selection } from './selection.ts'

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

/** A walk along a ranking that picks up the hits on its way. */
export interface Walk {
  readonly ranking: Ranking
  readonly descending: boolean
  readonly hits: Bitset
}

/**
 * Gives runs of the ranking that share a rank, each in the order of ids, until `take` says that it has enough.
 * Missing values come last in both directions (D33).
 */
function walkRuns({ ranking, descending }: Walk, take: (start: number, end: number) => boolean): void {
  const { order, ranks, present } = ranking
  let [start, end] = descending ? [present, present] : [0, 0]
  let enough = false
  while (!enough && (descending ? start > 0 : end < present)) {
    if (descending) {
      end = start
      const rank = ranks[order[--start]!]
      while (start > 0 && ranks[order[start - 1]!] === rank) start--
    } else {
      start = end
      const rank = ranks[order[end++]!]
      while (end < present && ranks[order[end]!] === rank) end++
    }
    enough = !take(start, end)
  }
  if (!enough && present < order.length) take(present, order.length)
}

/** The first `atMost` hits along the ranking, those of equal rank by id. */
export function walkHits(walk: Walk, atMost: number): Uint32Array {
  const { hits, ranking } = walk
  const found = new Uint32Array(atMost)
  let length = 0
  const scan = (start: number, end: number) => {
    for (let at = start; at < end && length < atMost; at++) {
      const ordinal = ranking.order[at]!
      if (hasBit(hits, ordinal)) found[length++] = ordinal
    }
    return length < atMost
  }
  if (walk.descending) walkRuns(walk, scan)
  else scan(0, ranking.order.length)
  return found.subarray(0, length)
}

/** The first `atMost` hits along the ranking; `sort` puts those of equal rank into order. */
export function walkGroups(walk: Walk, atMost: number, sort: (group: Uint32Array) => Uint32Array): Uint32Array {
  const { hits, ranking } = walk
  const found = new Uint32Array(atMost)
  let length = 0
  walkRuns(walk, (start, end) => {
    if (end - start === 1 && !hasBit(hits, ranking.order[start]!)) return true
    const group = ranking.order.subarray(start, end).filter((ordinal) => hasBit(hits, ordinal))
    const sorted = (group.length > 1 ? sort(group) : group).subarray(0, atMost - length)
    found.set(sorted, length)
    length += sorted.length
    return length < atMost
  })
  return found.subarray(0, length)
}

/** What one key of an order compares within a segment: a number for each ordinal, missing ones infinite. */
export type RankOf = (ordinal: number) => number

/** Ranks as numbers that ascend in the wanted direction, missing ones last in both. */
export function rankOf({ ranks }: Ranking, descending: boolean): RankOf {
  return (ordinal) => {
    const rank = ranks[ordinal]!
    if (rank === missingRank) return Number.POSITIVE_INFINITY
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
