import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answered } from '../api/answered.ts'
import { type PlaceQuery, queryNames } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'

/** One value that matches have, and how many have it. */
export interface FacetValue {
  readonly value: string | number | boolean
  /** Of an owner, category or tag. */
  readonly name?: string
  readonly count: number
}

/**
 * The most frequent values of some fields among all matches of a query; undefined until they are known. Those of the
 * former query stay until then, unless they would be wrong for this one.
 */
export function useFacets(fields: readonly string[], query: PlaceQuery, { enabled = true, keepsFormer = true } = {}) {
  const { api } = useSession()
  const { data } = useQuery({
    queryKey: [...queryNames.searches, 'facets', fields, query],
    ...(keepsFormer && { placeholderData: keepPreviousData }),
    enabled,
    queryFn: async ({ signal }) => {
      const params = { query: { ...query, limit: 0, facets: [...fields] } }
      const { Facets = {} } = await answered(api.GET('/place', { params, signal }))
      return Facets as Readonly<Record<string, readonly FacetValue[]>>
    },
  })
  return data
}
