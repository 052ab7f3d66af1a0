import { GrowableBytes } from '../memory/growable.ts'
import { toSharedUint32 } from '../memory/shared.ts'
import type { Bitset } from './bitset.ts'

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

  /** Adds the next list: targets[start] to targets[end], which ascend; one that is repeated counts once. */
  add(targets: Uint32Array, start = 0, end = targets.length): void {
    let before = 0
    for (let at = start; at < end; at++) {
      const target = targets[at]!
      if (at > start && target === before) continue
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

/** Puts each target of these lists into a set where it is not there, and takes it out where it is. */
export function flipPostings({ bytes, starts }: Postings, { first, end }: ListRange, set: Bitset): void {
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
      set[target >>> 5]! ^= 1 << (target & 31)
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
