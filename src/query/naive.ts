import { distanceMetres } from '../geo/sphere.ts'
import type { Instant, PlaceId, PlaceView } from '../place/place.ts'
import { compareKeys, type FacetValues, facetKeys, facetLimits, writtenValue } from './facets.ts'
import { type Meaning, matches } from './matches.ts'
import { beginsWithin } from './near-word.ts'
import type { Facet, OrderKey, PlaceQuery } from './query.ts'
import { relevanceTier, searchedWords } from './relevance.ts'
import {
  type Candidate,
  chooseCandidates,
  compareCandidates,
  editAttempts,
  type Fit,
  patternsOf,
  type Suggestion,
  type SuggestionType,
  type SuggestRequest,
  suggestionTypes,
  type WordPattern,
} from './suggestion.ts'
import { byId, clustersOf, type TileAddress, type TileContent, TileGrid, tilePlace } from './tile.ts'
import { fieldValues } from './values.ts'

/** What one key of an order compares; undefined where the place has no value. */
type OrderValue = string | number | undefined

/** What a search finds: how many in all, and the ids of the page. */
export interface NaiveHits {
  readonly total: number
  readonly ids: readonly PlaceId[]
}

/** The answer to a query by its meaning alone, place by place: slow, and what every faster way must give. */
export function searchNaively(
  views: readonly PlaceView[],
  query: PlaceQuery,
  meaning: Meaning,
  now: Instant,
): NaiveHits {
  const found = views.filter((view) => matches(view, query, meaning, now))
  const ids = sortViews(found, query, meaning).map(({ id }) => id)
  return { total: found.length, ids: ids.slice(query.offset, query.offset + query.limit) }
}

/** Places in the order of a query, the id as the last key. */
function sortViews(views: readonly PlaceView[], query: PlaceQuery, meaning: Meaning): PlaceView[] {
  const rows = views.map((view) => ({ view, values: query.order.map((key) => orderValue(view, key, query, meaning)) }))
  rows.sort((one, other) => {
    for (const [index, { descending }] of query.order.entries()) {
      const compared = compareValues(one.values[index], other.values[index], descending)
      if (compared !== 0) return compared
    }
    return compare(one.view.id, other.view.id)
  })
  return rows.map(({ view }) => view)
}

/** Missing values come last in both directions (D33). */
export function compareValues(one: OrderValue, other: OrderValue, descending: boolean): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  return descending ? compare(other, one) : compare(one, other)
}

/** What a key of an order compares of a place. */
export function orderValue(view: PlaceView, key: OrderKey, query: PlaceQuery, { sortKey }: Meaning): OrderValue {
  if (key.by === 'distance') {
    return query.nearby && distanceMetres(query.nearby.center, view.geolocation.geometry.coordinates)
  }
  if (key.by === 'relevance') return query.fullText && relevanceTier(view.name, query.fullText)
  const [value] = fieldValues(view, key.field)
  if (typeof value === 'string') return sortKey(value)
  return typeof value === 'boolean' ? Number(value) : value
}

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
  return [...viewsByKey(views, facet, now)]
    .sort(([oneKey, one], [otherKey, other]) => other.length - one.length || compareKeys(oneKey, otherKey))
    .slice(0, facetLimits.values)
    .map(([key, same]) => ({ ...writtenValue(same[0]!, facet, key), count: same.length }))
}

function viewsByKey(views: readonly PlaceView[], facet: Facet, now: Instant): ReadonlyMap<string, PlaceView[]> {
  const having = new Map<string, PlaceView[]>()
  for (const view of views) {
    for (const key of facetKeys(view, facet, now)) having.set(key, [...(having.get(key) ?? []), view])
  }
  return having
}

/** Views by name, then by id: the default order. */
export function byNameAndId(views: readonly PlaceView[], { sortKey }: Meaning): PlaceView[] {
  const rows = views.map((view) => ({ view, key: sortKey(view.name) }))
  rows.sort((one, other) => compare(one.key, other.key) || compare(one.view.id, other.view.id))
  return rows.map(({ view }) => view)
}

function compare(one: string | number, other: string | number): number {
  return one < other ? -1 : Number(one > other)
}

/** A tile of a query by its meaning alone, place by place: slow, and what every faster way must give. */
export function tileNaively(
  views: readonly PlaceView[],
  { query, address }: { readonly query: PlaceQuery; readonly address: TileAddress },
  meaning: Meaning,
  now: Instant,
): TileContent {
  return tileOf(
    views.filter((view) => matches(view, query, meaning, now)),
    address,
    now,
  )
}

/** A tile that shows these places. */
export function tileOf(views: readonly PlaceView[], address: TileAddress, now: Instant): TileContent {
  const grid = new TileGrid(address)
  const located = views
    .map((view) => ({ view, patch: grid.patchOf(...view.geolocation.geometry.coordinates) }))
    .filter(({ patch }) => patch >= 0)
  const counts = grid.createCounts()
  for (const { patch } of located) counts[patch]!++
  const { clusters, isSingle } = clustersOf(counts)
  const singles = located.filter(({ patch }) => isSingle(patch)).map(({ view }) => tilePlace(view, grid, now))
  return { clusters, places: singles.sort(byId) }
}

/** Suggestions by their meaning alone, text by text: slow, and what every faster way must give. */
export function suggestNaively(
  views: readonly PlaceView[],
  request: SuggestRequest,
  meaning: Meaning,
  now: Instant,
): Suggestion[] {
  const found = byNameAndId(
    views.filter((view) => matches(view, request.query, meaning, now)),
    meaning,
  )
  const having = Object.fromEntries(
    suggestionTypes.map((type) => [type, viewsByKey(found, request.facets[type], now)]),
  ) as Record<SuggestionType, ReturnType<typeof viewsByKey>>
  for (const attempt of editAttempts) {
    const patterns = patternsOf(request.words, attempt)
    if (patterns === undefined) continue
    const candidates = suggestionTypes.flatMap((type) => candidatesOf(type, having[type], request, patterns))
    if (candidates.length > 0) {
      return chooseCandidates(candidates, request.limit).map((one) =>
        suggestionOf(one, having[one.type].get(one.key)!, request),
      )
    }
  }
  return []
}

function candidatesOf(
  type: SuggestionType,
  having: ReadonlyMap<string, readonly PlaceView[]>,
  { text, limit }: SuggestRequest,
  patterns: readonly WordPattern[],
): Candidate[] {
  return [...having]
    .flatMap(([key, { length: count }]): Candidate[] => {
      const fit = fitOf(key, text, patterns)
      return fit === undefined ? [] : [{ type, key, fit, count }]
    })
    .sort(compareCandidates)
    .slice(0, limit)
}

/** How well a folded text fits what was typed; undefined when it does not. */
function fitOf(key: string, typed: string, patterns: readonly WordPattern[]): Fit | undefined {
  if (patterns.every(({ edits }) => edits === 0)) {
    if (key === typed) return 0
    if (key.startsWith(typed)) return 1
  }
  return fitsWords(key, patterns) ? 2 : undefined
}

/** Whether a folded text has words for all patterns. */
export function fitsWords(key: string, patterns: readonly WordPattern[]): boolean {
  const words = searchedWords(key)
  return patterns.every(({ word, edits }) => words.some((one) => beginsWithin(word, one, edits)))
}

function suggestionOf(
  { type, key, count }: Candidate,
  views: readonly PlaceView[],
  { facets }: SuggestRequest,
): Suggestion {
  const text = String(writtenValue(views[0]!, facets[type], key).value)
  const ids = new Set(type === 'municipality' ? [] : views.map((view) => (type === 'owner' ? view.owner.id : view.id)))
  const [id] = ids
  return { type, text, count, ...(ids.size === 1 && id !== undefined && { id }) }
}
