import type { Instant, PlaceView } from '../../place/place.ts'
import { compareKeys, facetKeys } from '../../query/facets.ts'
import type { Facet } from '../../query/query.ts'
import { ListedTexts } from '../columns/dictionary.ts'
import type { FacetSource } from './facet-source.ts'

/** A hit of a delta. */
export interface ViewedHit {
  readonly ordinal: number
  readonly view: PlaceView
}

/** The values of hits that are looked at one by one; `hits` are in the order by name and id. */
export function textsOf(hits: readonly ViewedHit[], facet: Facet, now: Instant): FacetSource {
  const having = new Map<string, { count: number; readonly first: number }>()
  for (const { ordinal, view } of hits) {
    for (const key of facetKeys(view, facet, now)) {
      const known = having.get(key)
      if (known) known.count++
      else having.set(key, { count: 1, first: ordinal })
    }
  }
  const keys = [...having.keys()].sort(compareKeys)
  const numbers = new Map(keys.map((key, number) => [key, number]))
  const countOf = (text: number) => having.get(keys[text]!)!.count
  return {
    size: keys.length,
    countOf,
    atMost: countOf,
    keyOf: (text) => keys[text]!,
    keys: () => new ListedTexts(keys),
    numberOf: (key) => numbers.get(key) ?? -1,
    firstHit: (text) => having.get(keys[text]!)!.first,
  }
}
