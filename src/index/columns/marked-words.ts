import { Gathering } from '../sets/gathering.ts'
import type { ListRange, Postings } from '../sets/postings.ts'
import type { Selection } from '../sets/selection.ts'
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
