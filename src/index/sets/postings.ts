import { type Pace, runToCompletion } from '../in-turns.ts'
import { GrowableBytes } from '../memory/growable.ts'
import { toSharedUint32 } from '../memory/shared.ts'
import { type Bitset, createBitset, hasBit, setBit } from './bitset.ts'
import { ascending, fitsList, listSelection, type Selection, selectBits, selectList } from './selection.ts'

/**
 * Many ascending lists of small integers ("ordinals"), each stored as the gaps between its elements in LEB128: one
 * byte for most. List i lies in bytes[starts[i]] to bytes[starts[i + 1]].
 */
export interface Postings {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
}

/** Writes lists one after the other. */
export class PostingsWriter {
  readonly #bytes = new GrowableBytes(1024)
  readonly #starts: Uint32Array
  #list = 0

  /** @param listsMax Maximum number of lists that will be added. */
  constructor(listsMax: number) {
    this.#starts = new Uint32Array(listsMax + 1)
  }

  /** Adds the next list: ordinals[start] to ordinals[end] in ascending order; repeated ordinals count once. */
  add(ordinals: Uint32Array, start = 0, end = ordinals.length): void {
    let before = 0
    for (let at = start; at < end; at++) {
      const ordinal = ordinals[at]!
      if (at > start && ordinal === before) continue
      this.#bytes.writeVarint(ordinal - before)
      before = ordinal
    }
    this.#starts[++this.#list] = this.#bytes.length
  }

  finish(): Postings {
    return { bytes: this.#bytes.toShared(), starts: toSharedUint32(this.#starts.subarray(0, this.#list + 1)) }
  }
}

/** Lists from `first` up to but not including `end`. */
export interface ListRange {
  readonly first: number
  readonly end: number
}

/** Buffer for the ordinals of the last decoded lists. */
let decoded = new Uint32Array(1024)

/** Decodes lists into `decoded`, one after the other; returns the number of ordinals. */
function decode({ bytes, starts }: Postings, { first, end }: ListRange): number {
  const atMost = starts[end]! - starts[first]!
  if (atMost > decoded.length) decoded = new Uint32Array(2 * atMost)
  const ordinals = decoded
  let length = 0
  let at = starts[first]!
  for (let list = first; list < end; list++) {
    const listEnd = starts[list + 1]!
    let ordinal = 0
    while (at < listEnd) {
      let byte = bytes[at++]!
      let gap = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!
        gap |= (byte & 127) << shift
      }
      ordinal += gap
      ordinals[length++] = ordinal
    }
  }
  return length
}

/** A list as a range of one. */
function only(list: number): ListRange {
  return { first: list, end: list + 1 }
}

/** Adds the ordinals of these lists to a set. */
export function addPostings(postings: Postings, range: ListRange, into: Bitset): void {
  const length = decode(postings, range)
  for (let at = 0; at < length; at++) setBit(into, decoded[at]!)
}

/** Calls `take` with each ordinal of list `list`, ascending. `take` must not decode another list. */
export function eachPosting(postings: Postings, list: number, take: (ordinal: number) => void): void {
  const length = decode(postings, only(list))
  for (let at = 0; at < length; at++) take(decoded[at]!)
}

/** The ordinals of a list. */
export function ordinalsOf(postings: Postings, list: number): Uint32Array {
  // Decoding may replace the buffer.
  const length = decode(postings, only(list))
  return decoded.slice(0, length)
}

/** An upper bound for the ordinals of a list: each takes a byte or more. */
export function postingsAtMost({ starts }: Postings, list: number): number {
  return starts[list + 1]! - starts[list]!
}

/** Number of ordinals of one list that are in the set. */
export function countPosting(postings: Postings, list: number, set: Bitset): number {
  const length = decode(postings, only(list))
  let count = 0
  for (let at = 0; at < length; at++) count += (set[decoded[at]! >>> 5]! >>> (decoded[at]! & 31)) & 1
  return count
}

/** The first ordinal of a list that is in the set, or -1. */
export function firstPostingIn(postings: Postings, list: number, set: Bitset): number {
  const length = decode(postings, only(list))
  for (let at = 0; at < length; at++) if (hasBit(set, decoded[at]!)) return decoded[at]!
  return -1
}

/** The union of the posting lists of a range, of ordinals below `size`. */
export function selectPostings(postings: Postings, range: ListRange, size: number): Selection {
  const union = new PostingUnion(size)
  union.add(postings, range)
  return union.finish()
}

/** Runs `selectPostings` in steps. */
export function selectInSteps(
  postings: Postings,
  range: ListRange,
  { size, pace }: { readonly size: number; readonly pace: Pace },
): Generator<void, Selection> {
  const union = new PostingUnion(size)
  union.add(postings, range)
  return union.finishing(pace)
}

/** The union of the posting lists with these indices, of ordinals below `size`. */
export function selectLists(postings: Postings, lists: Uint32Array, size: number): Selection {
  const union = new PostingUnion(size)
  union.addLists(postings, lists)
  return union.finish()
}

/** Number of lists between two looks at the clock. */
const listsPerLook = 1024

/** The union of many posting lists: few ordinals are sorted, many go into a bitmap. */
export class PostingUnion {
  readonly #size: number
  readonly #parts: { readonly postings: Postings; readonly range: ListRange }[] = []
  #lists = 0
  #atMost = 0

  /** @param size Upper bound; all ordinals are below it. */
  constructor(size: number) {
    this.#size = size
  }

  /** Adds a range of lists. */
  add(postings: Postings, range: ListRange): void {
    if (range.first >= range.end) return
    this.#lists += range.end - range.first
    this.#atMost += postings.starts[range.end]! - postings.starts[range.first]!
    this.#parts.push({ postings, range })
  }

  /** Adds the lists with these indices, which ascend. */
  addLists(postings: Postings, lists: Uint32Array): void {
    for (let at = 0; at < lists.length; ) {
      const first = lists[at]!
      let end = first + 1
      for (at++; at < lists.length && lists[at] === end; at++) end++
      this.add(postings, { first, end })
    }
  }

  finish(): Selection {
    return runToCompletion(this.finishing({ isDue: false }))
  }

  /** Runs `finish` in steps. */
  *finishing(pace: Pace): Generator<void, Selection> {
    if (fitsList(this.#atMost, this.#size)) return selectList(this.#list())
    const bits = createBitset(this.#size)
    for (const { postings, range } of this.#parts) {
      for (let { first } = range; first < range.end; first += listsPerLook) {
        addPostings(postings, { first, end: Math.min(first + listsPerLook, range.end) }, bits)
        if (pace.isDue) yield
      }
    }
    const selection = selectBits(bits)
    return fitsList(selection.count, this.#size) ? selectList(listSelection(selection)) : selection
  }

  /** The ordinals, ascending; a single list is already in order. */
  #list(): Uint32Array {
    const ordinals = new Uint32Array(this.#atMost)
    let length = 0
    for (const { postings, range } of this.#parts) {
      const more = decode(postings, range)
      ordinals.set(decoded.subarray(0, more), length)
      length += more
    }
    return this.#lists === 1 ? ordinals.slice(0, length) : ascending(ordinals.subarray(0, length), this.#size)
  }
}
