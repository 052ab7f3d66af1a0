import { GrowableBytes } from '../memory/growable.ts'
import { toSharedUint32 } from '../memory/shared.ts'
import { ascending } from './ascending.ts'
import { type Bitset, createBitset } from './bitset.ts'
import { fitsList, nothing, type Selection, selectBits, selectList } from './selection.ts'

/**
 * Many ascending lists of small integers ("targets"), each stored as the gaps between its elements in LEB128: one
 * byte for most. List i lies in bytes[starts[i]] to bytes[starts[i + 1]].
 *
 * Whatever goes through lists has the same few lines that decode a gap. A function of its own would have to give both
 * the gap and where it ends, and a callback for each target is what the fastest of these loops are there to avoid.
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

  /** @param listsMax The most lists that will be added. */
  constructor(listsMax: number) {
    this.#starts = new Uint32Array(listsMax + 1)
  }

  /** Adds the next list; `targets` ascend, and one that is repeated counts once. */
  add(targets: Uint32Array): void {
    let before = 0
    for (let at = 0; at < targets.length; at++) {
      const target = targets[at]!
      if (at > 0 && target === before) continue
      this.#bytes.writeVarint(target - before)
      before = target
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

/** Puts the targets of these lists into a set. */
export function addPostings({ bytes, starts }: Postings, { first, end }: ListRange, into: Bitset): void {
  let at = starts[first]!
  for (let list = first; list < end; list++) {
    const listEnd = starts[list + 1]!
    let target = 0
    while (at < listEnd) {
      let byte = bytes[at++]!
      let gap = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!
        gap |= (byte & 127) << shift
      }
      target += gap
      into[target >>> 5]! |= 1 << (target & 31)
    }
  }
}

/** Gives each target of list `list` to `take`, ascending. */
export function eachPosting({ bytes, starts }: Postings, list: number, take: (target: number) => void): void {
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
    take(target)
  }
}

/** What is in any of the lists of a range, of targets below `size`. */
export function selectPostings(postings: Postings, range: ListRange, size: number): Selection {
  const atMost = range.end > range.first ? postings.starts[range.end]! - postings.starts[range.first]! : 0
  if (atMost === 0) return nothing
  if (!fitsList(atMost, size)) {
    const bits = createBitset(size)
    addPostings(postings, range, bits)
    return selectBits(bits)
  }
  const targets = new Uint32Array(atMost)
  let length = 0
  for (let list = range.first; list < range.end; list++) length = copyPostings(postings, list, { targets, length })
  return selectFound(targets.subarray(0, length), range.end - range.first, size)
}

/** What is in any of the lists with these indices, of targets below `size`. */
export function selectLists(postings: Postings, lists: Uint32Array, size: number): Selection {
  const { starts } = postings
  let atMost = 0
  for (let at = 0; at < lists.length; at++) atMost += starts[lists[at]! + 1]! - starts[lists[at]!]!
  if (atMost === 0) return nothing
  if (!fitsList(atMost, size)) {
    const bits = createBitset(size)
    for (let at = 0; at < lists.length; at++) addPostings(postings, { first: lists[at]!, end: lists[at]! + 1 }, bits)
    return selectBits(bits)
  }
  const targets = new Uint32Array(atMost)
  let length = 0
  for (let at = 0; at < lists.length; at++) length = copyPostings(postings, lists[at]!, { targets, length })
  return selectFound(targets.subarray(0, length), lists.length, size)
}

/** Puts the targets of one list behind the first `length` of `targets`; gives the new length. */
function copyPostings(
  { bytes, starts }: Postings,
  list: number,
  { targets, length }: { targets: Uint32Array; length: number },
): number {
  let at = starts[list]!
  const end = starts[list + 1]!
  let target = 0
  let next = length
  while (at < end) {
    let byte = bytes[at++]!
    let gap = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!
      gap |= (byte & 127) << shift
    }
    target += gap
    targets[next++] = target
  }
  return next
}

function selectFound(targets: Uint32Array, lists: number, size: number): Selection {
  return selectList(lists > 1 ? ascending(targets, size) : targets)
}
