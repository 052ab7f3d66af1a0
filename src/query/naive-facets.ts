import type { Instant, PlaceView } from '../place/place.ts'
import { compareKeys, type FacetValues, facetKeys, facetLimits, writtenValue } from './facets.ts'
import { type Meaning, matches } from './matches.ts'
import type { Facet, PlaceQuery } from './query.ts'

/** The facets of a query by their meaning alone, place by place: slow, and what every faster way must give. */
export function countNaively(
  views: readonly PlaceView[],
  query: PlaceQuery,
  meaning: Meaning,
  now: Instant,
): FacetValues[] {
  const found = views.filter((view) => matches(view, query, meaning, now))
  const ordered = byNameAndId(found, meaning)
  return (query.facets ?? []).map((facet) => ({ facet, values: valuesOf(ordered, facet, now) }))
}

/** `views` are in the order by name and id, so that the first with a key is the one that writes it. */
function valuesOf(views: readonly PlaceView[], facet: Facet, now: Instant): FacetValues['values'] {
  const having = new Map<string, PlaceView[]>()
  for (const view of views) {
    for (const key of facetKeys(view, facet, now)) having.set(key, [...(having.get(key) ?? []), view])
  }
  return [...having]
    .sort(([oneKey, one], [otherKey, other]) => other.length - one.length || compareKeys(oneKey, otherKey))
    .slice(0, facetLimits.values)
    .map(([key, same]) => ({ ...writtenValue(same[0]!, facet, key), count: same.length }))
}

/** Views by name, then by id: the default order. */
export function byNameAndId(views: readonly PlaceView[], { sortKey }: Meaning): PlaceView[] {
  const rows = views.map((view) => ({ view, key: sortKey(view.name) }))
  rows.sort((one, other) => (one.key === other.key ? less(one.view.id, other.view.id) : less(one.key, other.key)))
  return rows.map(({ view }) => view)
}

function less(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
