import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Place } from '../../client/client.ts'
import { answered } from '../api/answered.ts'
import { queryNames } from '../place/place-queries.ts'
import { escaped } from '../search/search-query.ts'
import { useSession } from '../session/session.tsx'

const shownMax = 12

/**
 * Places that may be the parent of another, found by words: first those of the same owner, then those whose name begins
 * so, then the others. Empty while nothing is searched for.
 */
export function useParents(text: string, ownerId: string | undefined): readonly Place[] {
  const { api } = useSession()
  const q = text.trim()
  const { data } = useQuery({
    queryKey: [...queryNames.searches, 'parents', q, ownerId],
    placeholderData: keepPreviousData,
    enabled: q !== '',
    queryFn: async ({ signal }) => {
      const common = { parent_id: '', limit: shownMax, include: ['non-published' as const], expand: ['owner' as const] }
      const queries = [
        ...(ownerId === undefined ? [] : [{ ...common, q, owner_id: escaped(ownerId) }]),
        { ...common, name: `^${escaped(q)}` },
        { ...common, q },
      ]
      const pages = await Promise.all(
        queries.map((query) => answered(api.GET('/place', { params: { query }, signal }))),
      )
      return likelyFirst(
        pages.flatMap(({ Results }) => Results),
        q,
        ownerId,
      ).slice(0, shownMax)
    },
  })
  return q === '' ? [] : (data ?? [])
}

/** Each place once: those of an owner before those of others, and among them those whose name begins with a text. */
function likelyFirst(places: readonly Place[], text: string, ownerId: string | undefined): readonly Place[] {
  const beginning = text.toLowerCase()
  const rankOf = ({ name, owner }: Place) =>
    2 * Number(owner.id !== ownerId) + Number(!name.toLowerCase().startsWith(beginning))
  return [...new Map(places.map((place) => [place.id, place])).values()].toSorted(
    (one, other) => rankOf(one) - rankOf(other),
  )
}
