import { compareKeys } from '../../query/facets.ts'
import { indexOfText, textAt } from '../columns/dictionary.ts'
import type { ReferencesByName } from '../columns/directory-column.ts'
import type { Inverted } from '../columns/inverted.ts'
import type { Bitset } from '../sets/bitset.ts'
import { countPosting, firstPostingIn } from '../sets/posting-counts.ts'
import { type ListRange, selectLists } from '../sets/postings.ts'
import { countSelection, intersection, lowerBound, selectBits } from '../sets/selection.ts'
import type { FacetSource } from './facet-source.ts'

/** Texts in the order of their code points, and how many hits have each. */
export interface CountedTexts {
  readonly size: number
  countOf(text: number): number
  keyOf(text: number): string
  /** The number of a text, or -1. */
  numberOf(key: string): number
  /** The first hit that has the text, or -1. */
  firstHit(text: number): number
}

/** The keys of an inverted column. */
export function keysAmong({ keys, postings }: Inverted, hits: Bitset): CountedTexts {
  return {
    size: keys.count,
    countOf: (text) => countPosting(postings, text, hits),
    keyOf: (text) => textAt(keys, text),
    numberOf: (key) => indexOfText(keys, key),
    firstHit: (text) => firstPostingIn(postings, text, hits),
  }
}

/** The names of the directory, in a segment of `size` places. A place with two references of one name counts once. */
export function namesAmong(
  { lists: { postings }, names, references }: ReferencesByName,
  hits: Bitset,
  size: number,
): CountedTexts {
  return {
    size: names.length,
    countOf: (text) => {
      const same = references[text]!
      if (same.length === 1) return countPosting(postings, same[0]!, hits)
      const having = selectLists(postings, Uint32Array.from(same), size)
      return countSelection(intersection([having, selectBits(hits)], size))
    },
    keyOf: (text) => names[text]!,
    numberOf: (key) => {
      const { first, end } = rangeOfStart(names, key)
      return first < end && names[first] === key ? first : -1
    },
    firstHit: (text) => {
      const firsts = references[text]!.map((reference) => firstPostingIn(postings, reference, hits))
      return Math.min(...firsts.filter((hit) => hit >= 0))
    },
  }
}

/** Which of some texts begin so. */
export function rangeOfStart(texts: readonly string[], prefix: string): ListRange {
  const first = firstWithout(texts, 0, (text) => compareKeys(text, prefix) < 0)
  return { first, end: firstWithout(texts, first, (text) => text.startsWith(prefix)) }
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

/** All texts as the values of a facet. */
export function countAll(texts: CountedTexts): FacetSource {
  return countSome(texts, { first: 0, end: texts.size })
}

/** Some of the texts as the values of a facet: a range, or an ascending list. */
export function countSome(texts: CountedTexts, some: ListRange | Uint32Array): FacetSource {
  const { length, at, placeOf } = some instanceof Uint32Array ? inList(some) : inRange(some)
  const counts = new Uint32Array(length)
  for (let value = 0; value < length; value++) counts[value] = texts.countOf(at(value))
  return {
    counts,
    keyOf: (value) => texts.keyOf(at(value)),
    numberOf: (key) => placeOf(texts.numberOf(key)),
    firstHit: (value) => texts.firstHit(at(value)),
  }
}

function inRange({ first, end }: ListRange) {
  return {
    length: Math.max(0, end - first),
    at: (value: number) => first + value,
    placeOf: (text: number) => (text >= first && text < end ? text - first : -1),
  }
}

function inList(list: Uint32Array) {
  return {
    length: list.length,
    at: (value: number) => list[value]!,
    placeOf: (text: number) => {
      const place = lowerBound(list, text)
      return list[place] === text ? place : -1
    },
  }
}
