import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { answered } from '../api/answered.ts'
import { queryNames } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'

const pageSize = 30

/** The revisions of a place, newest first, page by page. */
export function useRevisions(id: string) {
  const { api } = useSession()
  return useInfiniteQuery({
    queryKey: [...queryNames.place, 'revisions', id],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      answered(
        api.GET('/place/{id}/revisions', {
          params: { path: { id }, query: { offset: pageParam, limit: pageSize } },
          signal,
        }),
      ),
    getNextPageParam: ({ TotalHits }, _, offset) => (offset + pageSize < TotalHits ? offset + pageSize : undefined),
  })
}

/** The place as it was in a revision, which never changes. */
export function useRevision(id: string, revision: number | undefined) {
  const { api } = useSession()
  return useQuery({
    queryKey: ['revision', id, revision],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: revision !== undefined,
    queryFn: ({ signal }) =>
      answered(
        api.GET('/place/{id}/revisions/{revision}', {
          params: { path: { id, revision: String(revision) } },
          signal,
        }),
      ),
  })
}
