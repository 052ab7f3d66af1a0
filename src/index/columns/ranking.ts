import { type Bitset, hasBit } from '../sets/bitset.ts'
import { type Postings, selectLists } from '../sets/postings.ts'
import { type Selection, selectBits } from '../sets/selection.ts'

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

/** A walk along a ranking that picks up the hits on its way. */
export interface Walk {
  readonly ranking: Ranking
  readonly descending: boolean
  readonly hits: Bitset
  /** How many ordinals there are. */
  readonly size: number
  readonly atMost: number
  /** Hits of one key that all come before this are found, but not sorted: nobody looks at them. */
  readonly from: number
  /** The rank of each ordinal's id, where that alone decides between hits of one key. */
  readonly idRank: Uint32Array | undefined
}

/** So many hits of one key are put into order in place. */
const fewHits = 64

/** Lists that take more bytes than this part of the ordinals are looked at as a set. */
const largeShare = 32

/** The first `atMost` hits that have a value; `sort` puts those of one key into order. */
export function walkRanking(walk: Walk, sort: (group: Selection) => Uint32Array): Uint32Array {
  const { ranking, descending, hits, size, atMost, from, idRank } = walk
  const { postings, lists, ties, positions } = ranking
  const found = new Uint32Array(atMost)
  const group: number[] = []
  let length = 0
  for (let at = descending ? positions - 1 : 0; at >= 0 && at < positions && length < atMost; ) {
    let first = at
    let end = at + 1
    if (ties && descending) while (first > 0 && hasBit(ties, first)) first--
    else if (ties) while (end < positions && hasBit(ties, end)) end++
    at = descending ? first - 1 : end
    const alone = end - first === 1 ? onlyTarget(postings, lists === undefined ? first : lists[first]!) : several
    if (alone !== several) {
      if (((hits[alone >>> 5]! >>> (alone & 31)) & 1) === 1) found[length++] = alone
      continue
    }
    const large = end - first === 1 && bytesAt(ranking, first) * largeShare > size
    if (!large) {
      group.length = 0
      for (let position = first; position < end; position++) {
        appendHits(postings, ranking.lists?.[position] ?? position, { hits, into: group })
      }
      if (group.length === 1) found[length++] = group[0]!
      if (group.length <= 1) continue
      if (length + group.length <= from) {
        for (const ordinal of group) found[length++] = ordinal
        continue
      }
      if (idRank !== undefined && group.length <= Math.min(fewHits, atMost - length)) {
        sortFew(group, idRank)
        for (const ordinal of group) found[length++] = ordinal
        continue
      }
    }
    const selection: Selection = large
      ? selectHits(ranking, first, { hits, size })
      : { kind: 'list', list: Uint32Array.from(group).sort() }
    const sorted = sort(selection).subarray(0, atMost - length)
    found.set(sorted, length)
    length += sorted.length
  }
  return found.subarray(0, length)
}

/** Insertion sort: no order of few numbers is found faster, and nothing is allocated. */
function sortFew(group: number[], idRank: Uint32Array): void {
  for (let at = 1; at < group.length; at++) {
    const ordinal = group[at]!
    let to = at
    for (; to > 0 && idRank[group[to - 1]!]! > idRank[ordinal]!; to--) group[to] = group[to - 1]!
    group[to] = ordinal
  }
}

const several = -1

/** The only target of a list that has one byte or few, or `several`. */
function onlyTarget({ bytes, starts }: Postings, list: number): number {
  let at = starts[list]!
  const end = starts[list + 1]!
  let target = bytes[at]! & 127
  for (let shift = 7; bytes[at++]! > 127; shift += 7) target |= (bytes[at]! & 127) << shift
  return at === end ? target : several
}

function bytesAt({ postings: { starts }, lists }: Ranking, position: number): number {
  const list = lists?.[position] ?? position
  return starts[list + 1]! - starts[list]!
}

function selectHits(
  { postings, lists }: Ranking,
  position: number,
  { hits, size }: { readonly hits: Bitset; readonly size: number },
): Selection {
  const selected = selectLists(postings, Uint32Array.of(lists?.[position] ?? position), size)
  if (selected.kind === 'list') return { kind: 'list', list: selected.list.filter((ordinal) => hasBit(hits, ordinal)) }
  for (let word = 0; word < selected.bits.length; word++) selected.bits[word]! &= hits[word]!
  return selectBits(selected.bits)
}

function appendHits(
  { bytes, starts }: Postings,
  list: number,
  { hits, into }: { readonly hits: Bitset; readonly into: number[] },
): void {
  let at = starts[list]!
  const end = starts[list + 1]!
  let target = 0
  while (at < end) {
    let byte = bytes[at++]!
    let gap = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!
      gap |= (byte & 127) << shift
    }
    target += gap
    if (((hits[target >>> 5]! >>> (target & 31)) & 1) === 1) into.push(target)
  }
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
      const sorted = sort({ kind: 'list', list: Uint32Array.from(group) }).subarray(0, atMost - length)
      found.set(sorted, length)
      length += sorted.length
    }
  }
  return found.subarray(0, length)
}
