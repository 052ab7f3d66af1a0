import { type Bitset, hasBit } from './bitset.ts'
import type { Postings } from './postings.ts'

/** How many targets of each list are in the set. */
export function countPostings(postings: Postings, set: Bitset): Uint32Array {
  const counts = new Uint32Array(postings.starts.length - 1)
  for (let list = 0; list < counts.length; list++) counts[list] = countPosting(postings, list, set)
  return counts
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
