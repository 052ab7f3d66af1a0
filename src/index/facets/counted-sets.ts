import { compareKeys } from '../../query/facets.ts'
import { ListedTexts } from '../columns/dictionary.ts'
import { intersection, type Selection } from '../sets/selection.ts'
import type { FacetSource } from './facet-source.ts'

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
    keys: () => new ListedTexts(names),
    numberOf: (key) => names.indexOf(key),
    firstHit: (value) => firstOf(among[value]!),
  }
}

function firstOf(selection: Selection): number {
  return selection.kind === 'list' ? (selection.list[0] ?? -1) : selection.at(0)
}
