import { compareKeys } from '../../query/facets.ts'
import { DictionaryCursor, indexOfText } from '../columns/dictionary.ts'
import type { ReferencesByName } from '../columns/directory-column.ts'
import type { Inverted } from '../columns/inverted.ts'
import { lowerBound } from '../memory/sorting.ts'
import type { Bitset } from '../sets/bitset.ts'
import { countPosting, firstPostingIn, type ListRange, postingsAtMost, selectLists } from '../sets/postings.ts'
import { intersection, type Selection, selectBits } from '../sets/selection.ts'

/**
 * The different values of one facet among the hits of one part of the index, those that no hit has included. Values are
 * numbered in the order of their keys (see `facetKeys`), by code points, and counted when somebody asks.
 */
export interface FacetSource {
  readonly size: number
  /** How many hits have a value. */
  countOf(value: number): number
  /** What that is at the most, told without counting. */
  atMost(value: number): number
  keyOf(value: number): string
  /** The number of the value with this key, or -1. */
  numberOf(key: string): number
  /** The ordinal of the first hit by name and id that has a value, or -1. */
  firstHit(value: number): number
}

/** The keys of an inverted column as the values of a facet. */
export function keysAmong({ keys, postings }: Inverted, hits: Bitset): FacetSource {
  const cursor = new DictionaryCursor(keys)
  return {
    size: keys.count,
    countOf: (text) => countPosting(postings, text, hits),
    atMost: (text) => postingsAtMost(postings, text),
    keyOf: (text) => {
      cursor.seek(text)
      return cursor.toString()
    },
    numberOf: (key) => indexOfText(keys, key),
    firstHit: (text) => firstPostingIn(postings, text, hits),
  }
}

/** The names of the directory, in a segment of `size` places. A place with two references of one name counts once. */
export function namesAmong(
  { lists: { postings }, names, references }: ReferencesByName,
  hits: Bitset,
  size: number,
): FacetSource {
  return {
    size: names.length,
    countOf: (text) => {
      const same = references[text]!
      if (same.length === 1) return countPosting(postings, same[0]!, hits)
      const having = selectLists(postings, Uint32Array.from(same), size)
      return intersection([having, selectBits(hits)], size).count
    },
    atMost: (text) => references[text]!.reduce((sum, reference) => sum + postingsAtMost(postings, reference), 0),
    keyOf: (text) => names[text]!,
    numberOf: (key) => {
      const [first] = startingWith(names, key)
      return first !== undefined && names[first] === key ? first : -1
    },
    firstHit: (text) => {
      const firsts = references[text]!.map((reference) => firstPostingIn(postings, reference, hits))
      const found = firsts.filter((hit) => hit >= 0)
      return found.length === 0 ? -1 : Math.min(...found)
    },
  }
}

/** The numbers of the texts that begin so; the texts are in the order of their code points. */
export function startingWith(texts: readonly string[], prefix: string): Uint32Array {
  const first = firstWithout(texts, 0, (text) => compareKeys(text, prefix) < 0)
  return numbersIn({ first, end: firstWithout(texts, first, (text) => text.startsWith(prefix)) })
}

/** The numbers of a range. */
export function numbersIn({ first, end }: ListRange): Uint32Array {
  return Uint32Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at)
}

/** The first text from `start` on for which it does not hold; it holds for all before and for none behind. */
function firstWithout(texts: readonly string[], start: number, holds: (text: string) => boolean): number {
  let low = start
  let high = texts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(texts[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

/** Some of the values, whose numbers ascend. */
export function someOf(texts: FacetSource, some: Uint32Array): FacetSource {
  return {
    size: some.length,
    countOf: (value) => texts.countOf(some[value]!),
    atMost: (value) => texts.atMost(some[value]!),
    keyOf: (value) => texts.keyOf(some[value]!),
    numberOf: (key) => {
      const text = texts.numberOf(key)
      const value = lowerBound(some, text)
      return some[value] === text ? value : -1
    },
    firstHit: (value) => texts.firstHit(some[value]!),
  }
}

/** Sets of places among the hits, by their names. */
export function countSets(sets: ReadonlyMap<string, Selection>, hits: Selection, size: number): FacetSource {
  const names = [...sets.keys()].sort(compareKeys)
  const among = names.map((name) => intersection([hits, sets.get(name)!], size))
  const counts = among.map(({ count }) => count)
  return {
    size: names.length,
    countOf: (value) => counts[value]!,
    atMost: (value) => counts[value]!,
    keyOf: (value) => names[value]!,
    numberOf: (key) => names.indexOf(key),
    firstHit: (value) => firstOf(among[value]!),
  }
}

function firstOf(selection: Selection): number {
  return selection.kind === 'list' ? (selection.list[0] ?? -1) : selection.at(0)
}
