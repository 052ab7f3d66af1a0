import type { Instant } from '../../place/place.ts'
import { fitsWords } from '../../query/naive-suggest.ts'
import type { Facet } from '../../query/query.ts'
import { someOf } from '../facets/counted-texts.ts'
import type { FacetSource } from '../facets/facet-source.ts'
import { textsOf, type ViewedHit } from '../facets/viewed-texts.ts'
import type { SuggestTexts } from './suggest-texts.ts'

/** What can be suggested of hits that are looked at one by one, in the order by name and id. */
export function suggestViewed(hits: readonly ViewedHit[], facet: Facet, now: Instant): SuggestTexts {
  const texts = textsOf(hits, facet, now)
  const some = (fits: (key: string) => boolean) => someOf(texts, numbersOf(texts, fits))
  return {
    equal: (text) => some((key) => key === text),
    starting: (text) => some((key) => key.startsWith(text)),
    fitting: (patterns) => some((key) => fitsWords(key, patterns)),
    ownersOf: (name) => {
      const owners = hits.filter(({ view }) => textsOf([{ ordinal: 0, view }], facet, now).numberOf(name) >= 0)
      return [...new Set(owners.map(({ view }) => view.owner.id))]
    },
  }
}

function numbersOf(texts: FacetSource, fits: (key: string) => boolean): Uint32Array {
  const numbers = Array.from({ length: texts.size }, (_, text) => text)
  return Uint32Array.from(numbers.filter((text) => fits(texts.keyOf(text))))
}
