import {
  hashKey,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Gazetteer, operations, Place, PlacePage } from '../../client/client.ts'
import { answered, isAway, taggedAnswer } from '../api/answered.ts'
import { useSession } from '../session/session.tsx'

/** The query parameters of a search request. */
export type PlaceQuery = NonNullable<operations['getPlace']['parameters']['query']>

/** Keys of cached answers, by which a write invalidates them. */
export const queryNames = {
  searches: ['searches'],
  tiles: ['searches', 'tiles'],
  place: ['place'],
  placeBySlug: (slug: string) => ['place', 'slug', slug],
  placeById: (id: string) => ['place', 'id', id],
} as const

/** Upper limit of the wait between retries while the service is unavailable. */
const retryMillisMax = 5_000

/** A page of places; the hint explains an empty page if the service knows the reason. */
export interface HintedPage extends PlacePage {
  readonly hint?: string
}

/** Query options that fetch a page of places. */
export function placesQuery(api: Gazetteer, query: PlaceQuery) {
  return queryOptions<HintedPage>({
    queryKey: [...queryNames.searches, query],
    async queryFn({ signal }) {
      const { data, hint } = await taggedAnswer(api.GET('/place', { params: { query }, signal }))
      return { ...data, ...(hint !== '' && { hint }) }
    },
  })
}

/**
 * Fetches a page of places and keeps the former page until the new one arrives. With `persists`, retries until an
 * unavailable service is back.
 */
export function usePlaces(query: PlaceQuery, { enabled = true, persists = false } = {}) {
  const { api } = useSession()
  const queries = useQueryClient()
  const options = {
    ...placesQuery(api, query),
    ...(persists && {
      retry: (_: number, error: Error) => isAway(error),
      retryDelay: (failures: number) => Math.min(1000 * 2 ** failures, retryMillisMax),
    }),
  }
  // Prefetched before the view renders, because rendering takes as long as the request on a phone.
  if (persists && queries.getQueryState(options.queryKey) === undefined) void queries.prefetchQuery(options)
  return useQuery({ ...options, placeholderData: keepPreviousData, enabled })
}

/** A value among the matches, and how many matches have it. */
export interface FacetValue {
  readonly value: string | number | boolean
  /** Of an owner, category or tag. */
  readonly name?: string
  readonly count: number
}

/**
 * The most frequent values of some fields among all matches of a query; undefined until they are known. Those of the
 * former query stay until then.
 */
export function useFacets(fields: readonly string[], query: PlaceQuery, { enabled = true } = {}) {
  const { data } = usePlaces({ ...query, limit: 0, facets: [...fields] }, { enabled })
  return data && ((data.Facets ?? {}) as Readonly<Record<string, readonly FacetValue[]>>)
}

/** A place with the entity tag that a change of it has to name. */
export interface TaggedPlace {
  readonly place: Place
  readonly etag: string
}

/** Returns true if a text has the form of a place id (a UUID). */
export function isPlaceId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

/** The revision of a place, with which its entity tag begins; a proxy that compresses makes it a weak one (`W/"…"`). */
export function revisionOf({ etag }: Pick<TaggedPlace, 'etag'>): number {
  return Number(/^(?:W\/)?"(\d+)/.exec(etag)?.[1])
}

/** Returns the place that a call responds with, and its entity tag. */
export async function taggedPlace(call: Parameters<typeof taggedAnswer<Place>>[0]): Promise<TaggedPlace> {
  const { data, etag } = await taggedAnswer(call)
  return { place: data, etag }
}

/**
 * Fetches the place with a present or former slug. Also accepts an id: references to a place hold only that. A place
 * that has been fetched is fetched again by its id: once it is deleted, by this page or by somebody else, its slug no
 * longer leads to it.
 */
export function usePlaceBySlug(slug: string) {
  const { api } = useSession()
  const queries = useQueryClient()
  const queryKey = queryNames.placeBySlug(slug)
  return useQuery<TaggedPlace>({
    queryKey,
    queryFn({ signal }) {
      const known = queries.getQueryData<TaggedPlace>(queryKey)?.place
      const id = isPlaceId(slug) ? slug : known?.slug === slug ? known.id : undefined
      return id === undefined
        ? taggedPlace(api.GET('/place/by-slug/{slug}', { params: { path: { slug } }, signal }))
        : taggedPlace(api.GET('/place/{id}', { params: { path: { id } }, signal }))
    },
  })
}

/** Fetches the place with an id; sends no request without one. */
export function usePlaceById(id: string | undefined) {
  const { api } = useSession()
  return useQuery<TaggedPlace>({
    queryKey: queryNames.placeById(id ?? ''),
    queryFn: ({ signal }) => taggedPlace(api.GET('/place/{id}', { params: { path: { id: id ?? '' } }, signal })),
    enabled: id !== undefined,
  })
}

/** Invalidates all cached answers about places after a change; resolves when the visible ones are fetched again. */
export async function forgetPlaces(queries: QueryClient): Promise<void> {
  const names = [queryNames.searches, queryNames.place]
  await Promise.all(names.map((queryKey) => queries.invalidateQueries({ queryKey })))
}

/**
 * Caches a place as this page has just changed it, also at its former slug, and invalidates everything else. The former
 * slug is not fetched: after a deletion it no longer resolves.
 */
export function replacePlace(queries: QueryClient, now: TaggedPlace, formerSlug: string): void {
  const { id, slug } = now.place
  const keys = [queryNames.placeBySlug(slug), queryNames.placeBySlug(formerSlug), queryNames.placeById(id)]
  for (const queryKey of keys) queries.setQueryData<TaggedPlace>(queryKey, now)
  const replaced = new Set(keys.map((key) => hashKey(key)))
  void queries.invalidateQueries({ queryKey: queryNames.searches })
  void queries.invalidateQueries({
    queryKey: queryNames.place,
    predicate: ({ queryHash }) => !replaced.has(queryHash),
  })
}

/** The revisions of a place, newest first. */
export function readRevisions(api: Gazetteer, id: string, query: { readonly limit: number; readonly offset?: number }) {
  return answered(api.GET('/place/{id}/revisions', { params: { path: { id }, query } }))
}

/** Returns the place in a revision, which never changes. */
export function readRevision(api: Gazetteer, id: string, revision: number): Promise<Place> {
  const path = { id, revision: String(revision) }
  return answered(api.GET('/place/{id}/revisions/{revision}', { params: { path } }))
}

/**
 * A place as it is stored: without the contact details that are filled in from the owner when it is read (D48), which
 * revisions do not have. Returns the place as read if someone has changed it since.
 */
export async function asStored(api: Gazetteer, tagged: TaggedPlace): Promise<TaggedPlace> {
  if (!isFilledIn(tagged)) return tagged
  const { id, updated, contactInfo: _, ...rest } = tagged.place
  const [last] = (await readRevisions(api, id, { limit: 1 })).Results
  if (last === undefined) return tagged
  const stored = await readRevision(api, id, last.revision)
  if (stored.updated !== updated) return tagged
  const contactInfo = stored.contactInfo && { contactInfo: stored.contactInfo }
  return { ...tagged, place: { ...rest, ...contactInfo, id, updated } }
}

/** The same for a place that has been read; the former answer about it stays until there is another. */
export function useStored(tagged: TaggedPlace | undefined) {
  const { api } = useSession()
  const isFilled = tagged !== undefined && isFilledIn(tagged)
  const query = useQuery<TaggedPlace>({
    queryKey: [...queryNames.place, 'stored', tagged?.place.id, tagged?.etag],
    enabled: isFilled,
    placeholderData: (former) => (former?.place.id === tagged?.place.id ? former : undefined),
    queryFn: () => asStored(api, tagged!),
  })
  return isFilled ? query : { data: tagged, error: null, refetch: query.refetch }
}

function isFilledIn({ place }: TaggedPlace): boolean {
  return place.contactInfo?.fetchAutomatically === true
}
