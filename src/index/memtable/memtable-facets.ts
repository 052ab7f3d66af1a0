import type { Instant } from '../../place/place.ts'
import { compareKeys, facetKeys } from '../../query/facets.ts'
import type { Facet } from '../../query/query.ts'
import { fitsWords } from '../../query/suggestion.ts'
import { ListedTexts } from '../columns/dictionary.ts'
import { someOf } from '../facets/counted-texts.ts'
import type { FacetSource } from '../facets/facet-source.ts'
import type { Pace } from '../in-turns.ts'
import type { SuggestTexts } from '../suggest/suggest-texts.ts'
import type { MemtableEntry } from './memtable-entry.ts'

/** What is counted, and when. */
interface Counting {
  readonly facet: Facet
  readonly now: Instant
  readonly pace: Pace
}

/** The entries that have each value of a facet, in the order by name and id. */
type EntriesOf = ReadonlyMap<string, readonly MemtableEntry[]>

/** The values of a facet in hits that are looked at one by one, which are in the order by name and id. */
export function* facetOf(hits: readonly MemtableEntry[], counting: Counting): Generator<void, FacetSource> {
  return sourceOf(yield* entriesOf(hits, counting))
}

/** What can be suggested of hits that are looked at one by one. */
export function* suggestFrom(hits: readonly MemtableEntry[], counting: Counting): Generator<void, SuggestTexts> {
  const having = yield* entriesOf(hits, counting)
  const texts = sourceOf(having)
  const some = (fits: (key: string) => boolean) => {
    const numbers = Array.from({ length: texts.size }, (_, text) => text)
    return someOf(texts, Uint32Array.from(numbers.filter((text) => fits(texts.keyOf(text)))))
  }
  return {
    equal: (text) => some((key) => key === text),
    starting: (text) => some((key) => key.startsWith(text)),
    fitting: (patterns) => some((key) => fitsWords(key, patterns)),
    ownersOf: (name) => [...new Set(having.get(name)?.map(({ place }) => place.owner.id))],
  }
}

function* entriesOf(hits: readonly MemtableEntry[], { facet, now, pace }: Counting): Generator<void, EntriesOf> {
  const having = new Map<string, MemtableEntry[]>()
  for (const entry of hits) {
    for (const key of facetKeys(entry.view, facet, now)) {
      const known = having.get(key)
      if (known) known.push(entry)
      else having.set(key, [entry])
    }
    if (pace.isDue) yield
  }
  return having
}

function sourceOf(having: EntriesOf): FacetSource {
  const keys = [...having.keys()].sort(compareKeys)
  const numbers = new Map(keys.map((key, number) => [key, number]))
  const countOf = (text: number) => having.get(keys[text]!)!.length
  return {
    size: keys.length,
    countOf,
    atMost: countOf,
    keyOf: (text) => keys[text]!,
    keys: () => new ListedTexts(keys),
    numberOf: (key) => numbers.get(key) ?? -1,
    firstHit: (text) => having.get(keys[text]!)![0]!.ordinal,
  }
}
