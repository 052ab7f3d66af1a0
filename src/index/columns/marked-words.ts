import { type Bitset, createBitset } from '../sets/bitset.ts'
import { Gathering } from '../sets/gathering.ts'
import { postingsAtMost } from '../sets/posting-counts.ts'
import type { ListRange, Postings } from '../sets/postings.ts'
import { fitsList, listSelection, type Selection, selectBits, selectList, trimmed } from '../sets/selection.ts'
import { gone, type TargetMap } from './inverted.ts'

/**
 * Words lead to marked ordinals: twice the ordinal of a place, and 1 more where its name has the word. So one pass over
 * the lists tells where the words are found at all, and where in the name.
 */
export interface WordHits {
  readonly anywhere: Selection
  readonly named: Selection
}

/** What is in any of the lists of a range, of ordinals below `size`. */
export function selectMarked(postings: Postings, range: ListRange, size: number): WordHits {
  const gathering = new Gathering(size)
  gathering.addMarked(postings, range)
  const { all, marked } = gathering.finishMarked()
  return { anywhere: all, named: marked }
}

/** The marked ones of a list, which are in order as they are, of ordinals below `size`. */
export function selectMarkedOnly(postings: Postings, list: number, size: number): Selection {
  const atMost = postingsAtMost(postings, list)
  if (!fitsList(atMost, size)) {
    const bits = createBitset(size)
    addMarkedOnly(postings, list, bits)
    const marked = selectBits(bits)
    return fitsList(marked.count, size) ? selectList(listSelection(marked)) : marked
  }
  const found = new Uint32Array(atMost)
  return selectList(trimmed(found, copyMarkedOnly(postings, list, found)))
}

/** Puts the marked ones of a list into a set. */
function addMarkedOnly({ bytes, starts }: Postings, list: number, into: Bitset): void {
  const end = starts[list + 1]!
  let target = 0
  for (let at = starts[list]!; at < end; ) {
    let byte = bytes[at++]!
    let gap = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!
      gap |= (byte & 127) << shift
    }
    target += gap
    into[target >>> 6]! |= (target & 1) << ((target >>> 1) & 31)
  }
}

/** Puts the marked ones of a list into another one; gives how many they are. */
function copyMarkedOnly({ bytes, starts }: Postings, list: number, into: Uint32Array): number {
  const end = starts[list + 1]!
  let target = 0
  let length = 0
  for (let at = starts[list]!; at < end; ) {
    let byte = bytes[at++]!
    let gap = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!
      gap |= (byte & 127) << shift
    }
    target += gap
    into[length] = target >>> 1
    length += target & 1
  }
  return length
}

/** What becomes of marked ordinals when the ordinals become others. */
export function markedMap(ordinalMap: TargetMap): TargetMap {
  const map = new Uint32Array(2 * ordinalMap.length)
  for (let ordinal = 0; ordinal < ordinalMap.length; ordinal++) {
    const mapped = ordinalMap[ordinal]!
    map[2 * ordinal] = mapped === gone ? gone : 2 * mapped
    map[2 * ordinal + 1] = mapped === gone ? gone : 2 * mapped + 1
  }
  return map
}
