import type { Names } from '../../place/directory-entry.ts'
import type { PlaceView } from '../../place/place.ts'
import { viewPlace } from '../../place/view.ts'
import { type FacetValue, type FacetValues, facetLimits, writtenValue } from '../../query/facets.ts'
import type { Facet } from '../../query/query.ts'
import type { Pace } from '../in-turns.ts'
import type { FoundIn } from '../page-order.ts'
import type { Part } from '../part.ts'
import type { FacetSource } from './facet-source.ts'
import { mostFrequent } from './most-frequent.ts'

/** What values are written with. */
export interface FacetContext {
  readonly names: Names
  readonly sortKey: (text: string) => string
}

/** The values of the facets among the hits of all parts. */
export function* facetValues(
  found: readonly FoundIn[],
  facets: readonly Facet[],
  { pace, ...context }: FacetContext & { readonly pace: Pace },
): Generator<void, FacetValues[]> {
  const counted: FacetValues[] = []
  for (const facet of facets) {
    const sources: SourceOf[] = []
    for (const { part, hits } of found) {
      for (const source of yield* hits.values(facet)) sources.push({ part, source })
    }
    const all = sources.map(({ source }) => source)
    const top = yield* mostFrequent(all, facetLimits.values, pace)
    counted.push({ facet, values: top.map(({ key, count }) => ({ ...written(sources, facet, key, context), count })) })
    if (pace.isDue) yield
  }
  return counted
}

/** What one part has of a facet. */
export interface SourceOf {
  readonly part: Part
  readonly source: FacetSource
}

function written(
  sources: readonly SourceOf[],
  facet: Facet,
  key: string,
  context: FacetContext,
): Omit<FacetValue, 'count'> {
  const view = facet.by === 'field' ? firstView(sources, key, context) : undefined
  return view && facet.by === 'field' ? writtenValue(view, facet, key) : { value: key }
}

/** The first of all hits by name and id that has a value, or undefined where no hit has it. */
export function firstView(sources: readonly SourceOf[], key: string, context: FacetContext): PlaceView | undefined {
  const views = sources.flatMap(({ part, source }) => {
    const value = source.numberOf(key)
    const first = value < 0 ? -1 : source.firstHit(value)
    if (first < 0) return []
    const { place, parentName } = part.rowOf(first)
    return [viewPlace(place, context.names, parentName)]
  })
  return views.length === 0 ? undefined : firstByName(views, context)
}

/** Of several views the first by name, then by id. */
function firstByName(views: readonly PlaceView[], { sortKey }: FacetContext): PlaceView {
  if (views.length === 1) return views[0]!
  const rows = views.map((view) => ({ view, key: sortKey(view.name) }))
  return rows.reduce((first, other) => {
    const isBefore = other.key === first.key ? other.view.id < first.view.id : other.key < first.key
    return isBefore ? other : first
  }).view
}
