import type { TileAddress } from '../../src/geo/mercator.ts'
import type { Instant, PlaceId, PlaceView } from '../../src/place/place.ts'
import { type Meaning, matches } from '../../src/query/matches.ts'
import type { Facet, PageWindow, PlaceQuery } from '../../src/query/query.ts'
import { compareKeys, type FacetValues, facetKeys, facetLimits, writtenValue } from '../../src/query/results/facets.ts'
import { compareValues, orderValue } from '../../src/query/results/order.ts'
import {
  type Candidate,
  chooseCandidates,
  compareCandidates,
  editAttempts,
  type Fit,
  fitsWords,
  patternsOf,
  type Suggestion,
  type SuggestionType,
  type SuggestRequest,
  suggestionTypes,
  type WordPattern,
} from '../../src/query/results/suggestion.ts'
import { type TileContent, tileOf } from '../../src/query/results/tile.ts'
import { searchedWords } from '../../src/query/text/relevance.ts'

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

/** The pages in front of and behind that of a query, and all from its first match on, by the meaning alone. */
export function besideNaively(
  views: readonly PlaceView[],
  query: PlaceQuery,
  meaning: Meaning,
  now: Instant,
): { readonly prev: readonly PlaceId[]; readonly next: readonly PlaceId[]; readonly rest: readonly PlaceId[] } {
  const { offset, limit } = query
  const { ids } = searchNaively(views, { ...query, offset: 0, limit: Number.POSITIVE_INFINITY }, meaning, now)
  return {
    prev: ids.slice(Math.max(0, offset - limit), offset),
    next: ids.slice(offset + limit, offset + 2 * limit),
    rest: ids.slice(offset),
  }
}

/** The queries of the pages in front of and behind a page, by the positions of its ends. */
export function queriesBeside(
  query: PlaceQuery,
  ends: NonNullable<PageWindow['ends']>,
): { readonly prev: PlaceQuery; readonly next: PlaceQuery } {
  const page = { ...query, offset: 0 }
  return {
    prev: { ...page, after: { ...ends.first, isBefore: true } },
    next: { ...page, after: { ...ends.last, isBefore: false } },
  }
}

/** Places in the order of a query, the id as the last key. */
function sortViews(views: readonly PlaceView[], query: PlaceQuery, meaning: Meaning): PlaceView[] {
  const rows = views.map((view) => ({ view, values: query.order.map((key) => orderValue(view, key, query, meaning)) }))
  rows.sort((one, other) => {
    for (const [index, { descending }] of query.order.entries()) {
      const compared = compareValues(one.values[index], other.values[index], descending)
      if (compared !== 0) return compared
    }
    return compareValues(one.view.id, other.view.id, false)
  })
  return rows.map(({ view }) => view)
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
function byNameAndId(views: readonly PlaceView[], { sortKey }: Meaning): PlaceView[] {
  const rows = views.map((view) => ({ view, key: sortKey(view.name) }))
  rows.sort(
    (one, other) => compareValues(one.key, other.key, false) || compareValues(one.view.id, other.view.id, false),
  )
  return rows.map(({ view }) => view)
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
  return fitsWords(searchedWords(key), patterns) ? 2 : undefined
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
