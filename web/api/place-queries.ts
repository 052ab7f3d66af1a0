import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Place, PlacePage } from '../../client/client.ts'
import type { PlaceQuery } from '../explore/search-query.ts'
import { useSession } from '../session/session.tsx'
import { answered, taggedAnswer } from './answered.ts'

/** The names under which answers are kept, so that a write knows what it makes stale. */
export const queryNames = {
  searches: ['searches'],
  place: ['place'],
  placeBySlug: (slug: string) => ['place', 'slug', slug],
  placeById: (id: string) => ['place', 'id', id],
} as const

/** A page of places; the former page stays until the new one is there. */
export function usePlaces(query: PlaceQuery, { enabled = true } = {}) {
  const { api } = useSession()
  return useQuery<PlacePage>({
    queryKey: [...queryNames.searches, query],
    queryFn: ({ signal }) => answered(api.GET('/place', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** A place with the entity tag that a change of it has to name. */
export interface TaggedPlace {
  readonly place: Place
  readonly etag: string
}

/** The place at a slug, present or former. */
export function usePlaceBySlug(slug: string) {
  const { api } = useSession()
  return useQuery<TaggedPlace>({
    queryKey: queryNames.placeBySlug(slug),
    queryFn: async ({ signal }) => {
      const { data, etag } = await taggedAnswer(
        api.GET('/place/by-slug/{slug}', { params: { path: { slug } }, signal }),
      )
      return { place: data, etag }
    },
  })
}

export function usePlaceById(id: string | undefined) {
  const { api } = useSession()
  return useQuery<TaggedPlace>({
    queryKey: queryNames.placeById(id ?? ''),
    queryFn: async ({ signal }) => {
      const { data, etag } = await taggedAnswer(api.GET('/place/{id}', { params: { path: { id: id ?? '' } }, signal }))
      return { place: data, etag }
    },
    enabled: id !== undefined,
  })
}
