import { type Bitset, hasBit } from './bitset.ts'
import type { Postings } from './postings.ts'

/** How many targets a list has at the most: each takes a byte or more. */
export function postingsAtMost({ starts }: Postings, list: number): number {
  return starts[list + 1]! - starts[list]!
}

/** How many targets all lists have together. */
export function countPostings({ bytes }: Postings): number {
  let count = 0
  // Each ends with the only one of its bytes that is below 128.
  for (let at = 0; at < bytes.length; at++) if (bytes[at]! < 128) count++
  return count
}

/** How many targets of one list are in the set. */
export function countPosting({ bytes, starts }: Postings, list: number, set: Bitset): number {
  const end = starts[list + 1]!
  let target = 0
  let count = 0
  for (let at = starts[list]!; at < end; ) {
    let byte = bytes[at++]!
    let gap = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!
      gap |= (byte & 127) << shift
    }
    target += gap
    count += (set[target >>> 5]! >>> (target & 31)) & 1
  }
  return count
}

/** The first target of a list that is in the set, or -1. */
export function firstPostingIn({ bytes, starts }: Postings, list: number, set: Bitset): number {
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
    if (hasBit(set, target)) return target
  }
  return -1
}
