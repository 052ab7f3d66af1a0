import { ascending } from '../sets/ascending.ts'
import { type Bitset, createBitset } from '../sets/bitset.ts'
import type { ListRange, Postings } from '../sets/postings.ts'
import { fitsList, nothing, type Selection, selectBits, selectList } from '../sets/selection.ts'
import { gone, type TargetMap } from './inverted.ts'

/**
 * Words lead to marked ordinals: twice the ordinal of a place, and 1 more where its name has the word. So one pass over
 * the lists tells where the words are found at all, and where in the name.
 */
export interface WordHits {
  readonly anywhere: Selection
  readonly named: Selection
}

const noHits: WordHits = { anywhere: nothing, named: nothing }

/** The ordinals of one pass whose name has the word; grows to what was the most. */
let inNames = new Uint32Array(0)

/** What is in any of the lists of a range, of ordinals below `size`. */
export function selectMarked(postings: Postings, { first, end }: ListRange, size: number): WordHits {
  const atMost = end > first ? postings.starts[end]! - postings.starts[first]! : 0
  if (atMost === 0) return noHits
  if (inNames.length < atMost) inNames = new Uint32Array(atMost)
  const isOne = end - first === 1
  if (fitsList(atMost, size)) {
    const list = new Uint32Array(atMost)
    const { count, named } = listMarked(postings, { first, end }, list)
    const found = list.subarray(0, count)
    return { anywhere: selectList(isOne ? found : ascending(found, size)), named: namedHits(named, isOne, size) }
  }
  const bits = createBitset(size)
  const named = addMarked(postings, { first, end }, bits)
  return { anywhere: selectBits(bits), named: namedHits(named, isOne, size) }
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

/** Puts the ordinals into `list`, and those with a mark into `inNames`; gives how many there are of each. */
function listMarked({ bytes, starts }: Postings, { first, end }: ListRange, list: Uint32Array) {
  let at = starts[first]!
  let count = 0
  let named = 0
  for (let word = first; word < end; word++) {
    const listEnd = starts[word + 1]!
    let target = 0
    while (at < listEnd) {
      let byte = bytes[at++]!
      let gap = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!
        gap |= (byte & 127) << shift
      }
      target += gap
      list[count++] = target >>> 1
      inNames[named] = target >>> 1
      named += target & 1
    }
  }
  return { count, named }
}

/** Sets the bits of the ordinals, and puts those with a mark into `inNames`; gives how many these are. */
function addMarked({ bytes, starts }: Postings, { first, end }: ListRange, into: Bitset): number {
  let at = starts[first]!
  let named = 0
  for (let word = first; word < end; word++) {
    const listEnd = starts[word + 1]!
    let target = 0
    while (at < listEnd) {
      let byte = bytes[at++]!
      let gap = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!
        gap |= (byte & 127) << shift
      }
      target += gap
      into[target >>> 6]! |= 1 << ((target >>> 1) & 31)
      inNames[named] = target >>> 1
      named += target & 1
    }
  }
  return named
}

function namedHits(count: number, isAscending: boolean, size: number): Selection {
  const found = inNames.subarray(0, count)
  if (fitsList(count, size)) return selectList(isAscending ? found.slice() : ascending(found.slice(), size))
  const bits = createBitset(size)
  for (let at = 0; at < count; at++) bits[found[at]! >>> 5]! |= 1 << (found[at]! & 31)
  return selectBits(bits)
}
