import { type Bitset, hasBit } from '../sets/bitset.ts'
import type { Postings } from '../sets/postings.ts'
import { type Selection, selectList } from '../sets/selection.ts'

/** What one key of an order compares; undefined where a place has no value. */
export type SortValue = string | number | undefined

/**
 * The order of the places of a segment by one field, ascending. Position i of it has the places of list `lists[i]` (of
 * list i where there are no `lists`), and those of the next positions too as long as these are `ties`.
 */
export interface Ranking {
  readonly postings: Postings
  readonly lists: Uint32Array | undefined
  /** Absent where no two positions share a key. */
  readonly ties: Bitset | undefined
  readonly positions: number
  /** The first position with the key of this place, and 1 more; 0 where it has no value. */
  rankOf(ordinal: number): number
  /** What the place sorts by, to compare it with one of another segment; undefined where it has no value. */
  keyOf(ordinal: number): SortValue
}

/** The first of the positions that share a key with this one. */
export function startOfTies(ties: Bitset, position: number): number {
  let at = position >>> 5
  let free = ~ties[at]! & (0xffffffff >>> (31 - (position & 31)))
  while (free === 0 && at > 0) free = ~ties[--at]!
  return at * 32 + 31 - Math.clz32(free)
}

/** A walk along the ordinals, which are in the order of names. */
export interface NameWalk {
  readonly hits: Bitset
  /** Ordinals whose name has the same key as the one before. */
  readonly same: Bitset
  readonly descending: boolean
  readonly atMost: number
}

/** The first `atMost` hits by name; `sort` puts those of one key into order. */
export function walkNames(
  { hits, same, descending, atMost }: NameWalk,
  sort: (group: Selection) => Uint32Array,
): Uint32Array {
  const found = new Uint32Array(atMost)
  const size = hits.length * 32
  let length = 0
  for (let at = descending ? size - 1 : 0; at >= 0 && at < size && length < atMost; ) {
    if (!hasBit(hits, at)) {
      at += descending ? -1 : 1
      continue
    }
    const first = descending ? startOfTies(same, at) : at
    let end = at + 1
    if (!descending) while (end < size && hasBit(same, end)) end++
    const group: number[] = []
    for (let ordinal = first; ordinal < end; ordinal++) if (hasBit(hits, ordinal)) group.push(ordinal)
    at = descending ? first - 1 : end
    if (group.length === 1) found[length++] = group[0]!
    else {
      const sorted = sort(selectList(Uint32Array.from(group))).subarray(0, atMost - length)
      found.set(sorted, length)
      length += sorted.length
    }
  }
  return found.subarray(0, length)
}
