import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DirectoryEntry } from '../../client/client.ts'
import { answered } from '../api/answered.ts'
import { type DirectoryKind, directoryName, entryPath } from '../directory/directory-queries.ts'
import type { PlaceQuery } from '../place/place-queries.ts'
import { forgetPlaces, queryNames } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'

/** Writes an entry, new or changed; places that show its name are read anew. */
export function useWriteEntry(kind: DirectoryKind) {
  const { api } = useSession()
  const forget = useForget()
  return useMutation({
    mutationFn: ({ id, ...body }: DirectoryEntry) =>
      answered(api.PUT(entryPath(kind), { params: { path: { id } }, body })),
    onSuccess: forget,
  })
}

/** Removes an entry by its id; places that refer to it keep that. */
export function useRemoveEntry(kind: DirectoryKind) {
  const { api } = useSession()
  const forget = useForget()
  return useMutation({
    mutationFn: (id: string) => answered(api.DELETE(entryPath(kind), { params: { path: { id } } })),
    onSuccess: forget,
  })
}

function useForget() {
  const queries = useQueryClient()
  return () => {
    void forgetPlaces(queries)
    return queries.invalidateQueries({ queryKey: [directoryName] })
  }
}

const fields = { owners: 'owner_id', categories: 'categories_id', tags: 'tags_id' } as const

/** How many places refer to an entry, drafts and parts too; undefined until it is known. */
export function useReferringCount(kind: DirectoryKind, id: string): number | undefined {
  const { api } = useSession()
  // Signs of the filter language mean themselves (D27).
  const value = id.replaceAll(/[\\,!^~]/g, '\\$&')
  const query = { [fields[kind]]: value, is: '*', include: 'non-published', limit: 0 } as unknown as PlaceQuery
  const { data } = useQuery({
    queryKey: [...queryNames.searches, 'referring', kind, id],
    queryFn: ({ signal }) => answered(api.GET('/place', { params: { query }, signal })),
  })
  return data?.TotalHits
}
