import { type Bitset, hasBit } from './bitset.ts'
import type { SortSource } from './column.ts'
import { radixOrder, sortableHalves } from './radix.ts'

/** The order of the places of a segment by one field, ascending: equal values by id, missing ones last, by id. */
export interface Ranking {
  /** For each ordinal the rank of its value; equal keys share a rank; `missingRank` where there is no value. */
  readonly ranks: Uint32Array
  /** The ordinals in order. */
  readonly order: Uint32Array
  /** How many of `order`, from its start, have a value. */
  readonly present: number
  /** What the value sorts by, to compare it with that of another segment; undefined where there is none. */
  keyOf(ordinal: number): string | number | undefined
}

export const missingRank = 0xffffffff

/** The ranking by a column; linear in the places, and n log n in the distinct values. */
export function rankBy(source: SortSource, idOrder: Uint32Array): Ranking {
  const rankOfValue = rankValues(source)
  const values = source.valueOf()
  const ranks = values.map((value) => (value === 0 ? missingRank : rankOfValue[value - 1]!))
  const { order, present } = orderByRank(ranks, idOrder)
  const keyOf = (ordinal: number) => (values[ordinal] === 0 ? undefined : source.keyOf(values[ordinal]! - 1))
  return { ranks, order, present, keyOf }
}

/** The ranking by name: the ordinals are in that order already. `same` as in NameData. */
export function rankNames(size: number, same: Bitset, keyOf: (ordinal: number) => string): Ranking {
  const ranks = new Uint32Array(size)
  for (let ordinal = 1; ordinal < size; ordinal++) {
    ranks[ordinal] = ranks[ordinal - 1]! + (hasBit(same, ordinal) ? 0 : 1)
  }
  return { ranks, order: Uint32Array.from(ranks, (_, ordinal) => ordinal), present: size, keyOf }
}

/** The ranking by id. */
export function rankIds(idRank: Uint32Array, idOrder: Uint32Array, keyOf: (ordinal: number) => string): Ranking {
  return { ranks: idRank, order: idOrder, present: idOrder.length, keyOf }
}

function rankValues({ count, keyOf }: SortSource): Uint32Array {
  const keys = Array.from({ length: count }, (_, value) => keyOf(value))
  const ranks = new Uint32Array(count)
  let rank = 0
  let before: number | undefined
  for (const value of orderKeys(keys)) {
    if (before !== undefined && keys[before] !== keys[value]) rank++
    ranks[value] = rank
    before = value
  }
  return ranks
}

function orderKeys(keys: readonly (string | number)[]): Uint32Array {
  if (typeof keys[0] === 'number') return radixOrder(sortableHalves(Float64Array.from(keys as number[])), keys.length)
  return Uint32Array.from(keys, (_, value) => value).sort((a, b) =>
    keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : 0,
  )
}

/** A counting sort that visits the places by id, so that equal ranks stay in that order. */
function orderByRank(ranks: Uint32Array, idOrder: Uint32Array): { order: Uint32Array; present: number } {
  let ranksUsed = 0
  for (const rank of ranks) if (rank !== missingRank && rank >= ranksUsed) ranksUsed = rank + 1
  const next = new Uint32Array(ranksUsed + 2)
  for (const rank of ranks) next[Math.min(rank, ranksUsed) + 1]!++
  for (let rank = 0; rank < ranksUsed; rank++) next[rank + 1]! += next[rank]!
  const present = next[ranksUsed]!
  const order = new Uint32Array(ranks.length)
  for (const ordinal of idOrder) {
    const rank = Math.min(ranks[ordinal]!, ranksUsed)
    order[next[rank]!] = ordinal
    next[rank]!++
  }
  return { order, present }
}
