import { compareKeys } from '../../query/facets.ts'
import { indexOfText, textAt } from '../columns/dictionary.ts'
import type { ReferencesByName } from '../columns/directory-column.ts'
import type { Inverted } from '../columns/inverted.ts'
import type { Bitset } from '../sets/bitset.ts'
import { countPostings, firstPostingIn } from '../sets/posting-counts.ts'
import { selectLists } from '../sets/postings.ts'
import { countSelection, intersection, type Selection, selectBits } from '../sets/selection.ts'
import type { FacetSource } from './facet-source.ts'

/** The keys of an inverted column among the hits. */
export function countKeys({ keys, postings }: Inverted, hits: Bitset): FacetSource {
  return {
    counts: countPostings(postings, hits),
    keyOf: (value) => textAt(keys, value),
    numberOf: (key) => indexOfText(keys, key),
    firstHit: (value) => firstPostingIn(postings, value, hits),
  }
}

/** The names of the directory among the hits. A place with two references of one name counts once. */
export function countNames({ lists, names, references }: ReferencesByName, hits: Bitset, size: number): FacetSource {
  const { postings } = lists
  const each = countPostings(postings, hits)
  const together = (same: readonly number[]) => {
    const having = selectLists(postings, Uint32Array.from(same), size)
    return countSelection(intersection([having, selectBits(hits)], size))
  }
  return {
    counts: Uint32Array.from(references, (same) => (same.length === 1 ? each[same[0]!]! : together(same))),
    keyOf: (value) => names[value]!,
    numberOf: (key) => numberIn(names, key),
    firstHit: (value) =>
      Math.min(...references[value]!.map((list) => firstPostingIn(postings, list, hits)).filter((hit) => hit >= 0)),
  }
}

/** Sets of places among the hits, by their names. */
export function countSets(sets: ReadonlyMap<string, Selection>, hits: Selection, size: number): FacetSource {
  const names = [...sets.keys()].sort(compareKeys)
  const among = names.map((name) => intersection([hits, sets.get(name)!], size))
  return {
    counts: Uint32Array.from(among, countSelection),
    keyOf: (value) => names[value]!,
    numberOf: (key) => names.indexOf(key),
    firstHit: (value) => firstOf(among[value]!),
  }
}

/** The place of a name among names in the order of their keys, or -1. */
function numberIn(names: readonly string[], key: string): number {
  let low = 0
  let high = names.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareKeys(names[middle]!, key) < 0) low = middle + 1
    else high = middle
  }
  return names[low] === key ? low : -1
}

function firstOf(selection: Selection): number {
  return selection.kind === 'list' ? (selection.list[0] ?? -1) : selection.at(0)
}
