import { compareKeys } from '../../query/facets.ts'
import { indexOfText, textAt } from '../columns/dictionary.ts'
import type { ReferencesByName } from '../columns/directory-column.ts'
import type { Inverted } from '../columns/inverted.ts'
import type { Bitset } from '../sets/bitset.ts'
import { lowerBound } from '../sets/lower-bound.ts'
import { countPosting, firstPostingIn, postingsAtMost } from '../sets/posting-counts.ts'
import { selectLists } from '../sets/posting-selection.ts'
import type { ListRange } from '../sets/postings.ts'
import { countSelection, intersection, selectBits } from '../sets/selection.ts'
import type { FacetSource } from './facet-source.ts'

/** The keys of an inverted column as the values of a facet. */
export function keysAmong({ keys, postings }: Inverted, hits: Bitset): FacetSource {
  return {
    size: keys.count,
    countOf: (text) => countPosting(postings, text, hits),
    atMost: (text) => postingsAtMost(postings, text),
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
): FacetSource {
  return {
    size: names.length,
    countOf: (text) => {
      const same = references[text]!
      if (same.length === 1) return countPosting(postings, same[0]!, hits)
      const having = selectLists(postings, Uint32Array.from(same), size)
      return countSelection(intersection([having, selectBits(hits)], size))
    },
    atMost: (text) => references[text]!.reduce((sum, reference) => sum + postingsAtMost(postings, reference), 0),
    keyOf: (text) => names[text]!,
    numberOf: (key) => {
      const { first, end } = rangeOfStart(names, key)
      return first < end && names[first] === key ? first : -1
    },
    firstHit: (text) => {
      const firsts = references[text]!.map((reference) => firstPostingIn(postings, reference, hits))
      const found = firsts.filter((hit) => hit >= 0)
      return found.length === 0 ? -1 : Math.min(...found)
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

/** Some of the values: a range, or an ascending list. */
export function someOf(texts: FacetSource, some: ListRange | Uint32Array): FacetSource {
  const { length, at, placeOf } = some instanceof Uint32Array ? inList(some) : inRange(some)
  return {
    size: length,
    countOf: (value) => texts.countOf(at(value)),
    atMost: (value) => texts.atMost(at(value)),
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
