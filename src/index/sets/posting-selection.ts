import { createBitset } from './bitset.ts'
import { postingsAtMost } from './posting-counts.ts'
import { PostingUnion } from './posting-union.ts'
import { addPostings, type ListRange, type Postings } from './postings.ts'
import { fitsList, type Selection, selectBits, selectList, trimmed } from './selection.ts'

/** What is in any of the lists of a range, of targets below `size`. */
export function selectPostings(postings: Postings, range: ListRange, size: number): Selection {
  if (range.end - range.first === 1) return selectOne(postings, range.first, size)
  const union = new PostingUnion(size)
  union.add(postings, range)
  return union.finish()
}

/** What is in any of the lists with these indices, of targets below `size`. */
export function selectLists(postings: Postings, lists: Uint32Array, size: number): Selection {
  if (lists.length === 1) return selectOne(postings, lists[0]!, size)
  const union = new PostingUnion(size)
  union.addLists(postings, lists)
  return union.finish()
}

/** A list is in order as it is. */
function selectOne(postings: Postings, list: number, size: number): Selection {
  const atMost = postingsAtMost(postings, list)
  if (!fitsList(atMost, size)) {
    const bits = createBitset(size)
    addPostings(postings, { first: list, end: list + 1 }, bits)
    return selectBits(bits)
  }
  const targets = new Uint32Array(atMost)
  return selectList(trimmed(targets, copyPostings(postings, list, targets)))
}

/** Puts the targets of one list into `targets`; gives how many they are. */
function copyPostings({ bytes, starts }: Postings, list: number, targets: Uint32Array): number {
  let at = starts[list]!
  const end = starts[list + 1]!
  let target = 0
  let next = 0
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
