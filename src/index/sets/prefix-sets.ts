import {
  type Dictionary,
  DictionaryWriter,
  dictionarySize,
  indexOfText,
  rangeOfPrefix,
  textAt,
} from '../columns/dictionary.ts'
import type { Inverted } from '../columns/inverted.ts'
import { sharedUint32 } from '../memory/shared.ts'
import { type Bitset, wordsFor } from './bitset.ts'
import type { BitsSelection } from './many.ts'
import { copyBits, type Selection, selectBits } from './selection.ts'

/**
 * What so many words begin with that gathering their lists would take milliseconds, and the set of places that each
 * finds: made when a segment is sealed. Set i is the i-th part of `sets`.
 */
export interface PrefixSets {
  readonly prefixes: Dictionary
  readonly sets: Bitset
}

/** Lists that take more bytes than this part of the places are kept as a set. */
const denseShare = 3
/** Those that take more than this part are kept as one list, unless a single word has that much of it. */
const commonShare = 20
const oneWordShare = 0.8
/** Longer beginnings are never that common; bounds the depth of the search. */
const lettersMax = 4

/** Beginnings of words, each in their order. */
export interface HeavyPrefixes {
  /** Those that are worth a set. */
  readonly dense: readonly string[]
  /** Those that are worth a list. */
  readonly common: readonly string[]
}

/** The beginnings of keys whose lists are long together. */
export function heavyPrefixes({ keys, postings: { starts } }: Inverted, size: number): HeavyPrefixes {
  const dense: string[] = []
  const common: string[] = []
  const search = (prefix: string, letters: number) => {
    let { first, end } = rangeOfPrefix(keys, prefix)
    const bytes = starts[end]! - starts[first]!
    if (letters > 0 && bytes * commonShare <= size) return
    if (letters > 0 && bytes * denseShare > size) dense.push(prefix)
    else if (letters > 0 && longestList(starts, first, end) < bytes * oneWordShare) common.push(prefix)
    for (; letters < lettersMax && first < end; ) {
      const longer = [...textAt(keys, first)].slice(0, letters + 1).join('')
      if (longer === prefix) first++
      else {
        search(longer, letters + 1)
        first = rangeOfPrefix(keys, longer).end
      }
    }
  }
  if (dictionarySize(keys) > 0) search('', 0)
  return { dense, common }
}

function longestList(starts: Uint32Array, first: number, end: number): number {
  let longest = 0
  for (let list = first; list < end; list++) longest = Math.max(longest, starts[list + 1]! - starts[list]!)
  return longest
}

/** The sets of these prefixes, in the order of their bytes. */
export function sealPrefixSets(
  prefixes: readonly string[],
  select: (prefix: string) => Selection,
  size: number,
): PrefixSets {
  const words = wordsFor(size)
  const writer = new DictionaryWriter(prefixes.length)
  const sets = sharedUint32(prefixes.length * words)
  for (const [index, prefix] of prefixes.entries()) {
    writer.addText(prefix)
    sets.set(copyBits(select(prefix), size), index * words)
  }
  return { prefixes: writer.finish(), sets }
}

/** What the prefix finds, or undefined when it has no set here. */
export function selectDense({ prefixes, sets }: PrefixSets, prefix: string, size: number): BitsSelection | undefined {
  const index = indexOfText(prefixes, prefix)
  const words = wordsFor(size)
  return index < 0 ? undefined : selectBits(sets.subarray(index * words, (index + 1) * words))
}
