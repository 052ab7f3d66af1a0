import { compareKeys } from '../../query/results/facets.ts'
import { type Dictionary, dictionaryOf } from '../columns/dictionary.ts'
import type { Inverted } from '../columns/inverted.ts'
import type { Bitset } from '../sets/bitset.ts'
import { countPosting, firstPostingIn, postingsAtMost } from '../sets/postings.ts'
import { intersection, type Selection } from '../sets/selection.ts'

/**
 * The distinct values of one facet among the hits of one leaf, including values that no hit has. A value is the number
 * of its key (see `facetKeys`), and is counted on demand.
 */
export interface FacetSource {
  readonly keys: Dictionary
  /** The values to count, ascending; absent if all are counted. */
  readonly some?: Uint32Array
  /** Number of hits that have a value. */
  countOf(value: number): number
  /** An upper bound of `countOf`, known without counting. */
  atMost(value: number): number
  /** The ordinal of the first hit by name and id that has a value, or -1. */
  firstHit(value: number): number
}

/** The keys of an inverted column as the values of a facet. */
export function keysAmong({ keys, postings }: Inverted, hits: Bitset): FacetSource {
  return {
    keys,
    countOf: (value) => countPosting(postings, value, hits),
    atMost: (value) => postingsAtMost(postings, value),
    firstHit: (value) => firstPostingIn(postings, value, hits),
  }
}

/** Named sets of places, counted among the hits. */
export function countSets(sets: ReadonlyMap<string, Selection>, hits: Selection, size: number): FacetSource {
  const names = [...sets.keys()].sort(compareKeys)
  const among = names.map((name) => intersection([hits, sets.get(name)!], size))
  const counts = among.map(({ count }) => count)
  return {
    keys: dictionaryOf(names),
    countOf: (value) => counts[value]!,
    atMost: (value) => counts[value]!,
    firstHit: (value) => firstOf(among[value]!),
  }
}

function firstOf(selection: Selection): number {
  return selection.kind === 'list' ? (selection.list[0] ?? -1) : selection.at(0)
}
