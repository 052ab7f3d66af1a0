import { sharedUint32 } from '../memory/shared.ts'
import { type Bitset, wordsFor } from '../sets/bitset.ts'
import type { BitsSelection } from '../sets/many.ts'
import type { ListRange } from '../sets/postings.ts'
import { copyBits, type Selection, selectBits } from '../sets/selection.ts'
import { type Dictionary, DictionaryWriter, dictionarySize, indexOfText, rangeOfPrefix, textAt } from './dictionary.ts'
import type { Inverted } from './inverted.ts'

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

/** A beginning of keys, and the lists of the keys that begin so. */
export interface Beginning {
  readonly prefix: string
  /** How many characters it has. */
  readonly letters: number
  readonly range: ListRange
  /** What these lists take. */
  readonly bytes: number
}

/** The beginnings of up to so many letters whose lists take more than so many bytes together, the shorter ones first. */
export function* heavyBeginnings(
  { keys, postings: { starts } }: Inverted,
  { lettersMax, bytesMin }: { readonly lettersMax: number; readonly bytesMin: number },
): Generator<Beginning> {
  function* longer(prefix: string, letters: number, { first, end }: ListRange): Generator<Beginning> {
    for (let at = first; letters < lettersMax && at < end; ) {
      const next = [...textAt(keys, at)].slice(0, letters + 1).join('')
      const range = next === prefix ? { first: at, end: at + 1 } : rangeOfPrefix(keys, next)
      at = range.end
      const bytes = starts[range.end]! - starts[range.first]!
      if (next === prefix || bytes <= bytesMin) continue
      yield { prefix: next, letters: letters + 1, range, bytes }
      yield* longer(next, letters + 1, range)
    }
  }
  yield* longer('', 0, { first: 0, end: dictionarySize(keys) })
}

/** The beginnings of keys whose lists are long together. */
export function heavyPrefixes(inverted: Inverted, size: number): HeavyPrefixes {
  const { starts } = inverted.postings
  const dense: string[] = []
  const common: string[] = []
  for (const { prefix, range, bytes } of heavyBeginnings(inverted, { lettersMax, bytesMin: size / commonShare })) {
    if (bytes * denseShare > size) dense.push(prefix)
    else if (longestList(starts, range) < bytes * oneWordShare) common.push(prefix)
  }
  return { dense, common }
}

function longestList(starts: Uint32Array, { first, end }: ListRange): number {
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
