import { type PackedInts, packInts } from '../memory/packed.ts'
import { toSharedUint32 } from '../memory/shared.ts'
import { type Bitset, createBitset, hasBit, setBit } from '../sets/bitset.ts'
import { eachPosting, type Postings } from '../sets/postings.ts'
import { gone, type TargetMap } from './inverted.ts'

/**
 * The values of a column of one value to a place in ascending order of their sort keys, and where each place stands in
 * it: made when a segment is sealed, so that no search has to sort values.
 */
export interface ValueOrder {
  /** The value at each position. */
  readonly values: Uint32Array
  /** Positions whose value has the same key as the one before. */
  readonly ties: Bitset
  /** For each ordinal the first position with its key and 1 more; 0 where there is no value. */
  readonly ranks: PackedInts
}

/** What a value sorts by: texts by sort key, booleans as 0 and 1. One type within a column. */
export type ValueKey = string | number

/** The order of values whose lists of ordinals are `postings`, in a segment of `size` places. */
export function orderValues(postings: Postings, keyOf: (value: number) => ValueKey, size: number): ValueOrder {
  const count = postings.starts.length - 1
  const keys = Array.from({ length: count }, (_, value) => keyOf(value))
  const values = Uint32Array.from(keys, (_, value) => value)
  values.sort((a, b) => (keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : 0))
  const ties = createBitset(count)
  for (let at = 1; at < count; at++) if (keys[values[at]!] === keys[values[at - 1]!]) setBit(ties, at)
  return sealOrder({ values, ties }, postings, size)
}

/** One of the orders that are merged. */
export interface OrderPart {
  readonly order: ValueOrder
  readonly keyOf: (value: number) => ValueKey
  /** What its values become in the merged column, or `gone`. */
  readonly valueMap: TargetMap
}

/** The order of the values of a merged column; each key is computed once for each part. */
export function mergeOrders(parts: readonly OrderPart[], postings: Postings, size: number): ValueOrder {
  const count = postings.starts.length - 1
  const merged = { values: new Uint32Array(count), ties: createBitset(count) }
  const taken = createBitset(count)
  let heads = parts.map((part): Head => ({ part, at: -1, key: '', value: gone })).filter(advance)
  let length = 0
  let lastKey: ValueKey | undefined
  while (heads.length > 0) {
    const head = heads.reduce((least, other) => (other.key < least.key ? other : least))
    if (!hasBit(taken, head.value)) {
      setBit(taken, head.value)
      if (head.key === lastKey) setBit(merged.ties, length)
      lastKey = head.key
      merged.values[length++] = head.value
    }
    if (!advance(head)) heads = heads.filter((other) => other !== head)
  }
  return sealOrder(merged, postings, size)
}

/** The next value of a part that is still there. */
interface Head {
  readonly part: OrderPart
  at: number
  key: ValueKey
  /** Its number in the merged column. */
  value: number
}

/** Moves to the next value of the part; false when there is none. */
function advance(head: Head): boolean {
  const { order, keyOf, valueMap } = head.part
  for (head.at++; head.at < order.values.length; head.at++) {
    const value = order.values[head.at]!
    if (valueMap[value] === gone) continue
    head.key = keyOf(value)
    head.value = valueMap[value]!
    return true
  }
  return false
}

function sealOrder(
  { values, ties }: { readonly values: Uint32Array; readonly ties: Bitset },
  postings: Postings,
  size: number,
): ValueOrder {
  const ranks = new Uint32Array(size)
  let rank = 0
  for (let at = 0; at < values.length; at++) {
    if (!hasBit(ties, at)) rank = at + 1
    eachPosting(postings, values[at]!, (ordinal) => {
      ranks[ordinal] = rank
    })
  }
  return { values: toSharedUint32(values), ties: toSharedUint32(ties), ranks: packInts(ranks, values.length) }
}
