import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DirectoryEntry } from '../../client/client.ts'
import { answered } from '../api/answered.ts'
import { changedPointers, type JsonObject, withValuesOf } from '../body/json.ts'
import { cleaned } from '../body/place-body.ts'
import { type DirectoryKind, directoryFields, directoryName, entryPath } from '../directory/directory-queries.ts'
import { forgetPlaces, type PlaceQuery, queryNames } from '../place/place-queries.ts'
import { escaped } from '../search/search-query.ts'
import { useSession } from '../session/session.tsx'

interface EntryChange {
  /** The entry that was changed, as it was shown; absent for a new one. */
  readonly shown?: DirectoryEntry | undefined
  readonly wanted: DirectoryEntry
}

/**
 * Writes an entry, and has places that show its name read anew. A new one must have an id that is not taken; of one that is
 * changed only what differs from what was shown is.
 */
export function useWriteEntry(kind: DirectoryKind) {
  const { api } = useSession()
  const forget = useForget()
  return useMutation({
    mutationFn: async ({ shown, wanted }: EntryChange) => {
      const path = { id: wanted.id }
      const put = (body: JsonObject, header = {}) =>
        answered(api.PUT(entryPath(kind), { params: { path, header }, body: body as unknown as DirectoryEntry }))
      if (!shown) return put(bodyOf(wanted), { 'If-None-Match': '*' })
      const present = await answered<DirectoryEntry>(api.GET(entryPath(kind), { params: { path } }))
      const body = bodyOf(wanted)
      return put(withValuesOf(body, changedPointers(bodyOf(shown), body), bodyOf(present)))
    },
    onSuccess: forget,
  })
}

const bodyOf = ({ id: _, ...body }: DirectoryEntry) => cleaned(body as unknown as JsonObject)

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

/** How many places refer to an entry, drafts and parts too; undefined until it is known. */
export function useReferringCount(kind: DirectoryKind, id: string): number | undefined {
  const { api } = useSession()
  const query = {
    [directoryFields[kind]]: escaped(id),
    is: '*',
    include: 'non-published',
    limit: 0,
  } as unknown as PlaceQuery
  const { data } = useQuery({
    queryKey: [...queryNames.searches, 'referring', kind, id],
    queryFn: ({ signal }) => answered(api.GET('/place', { params: { query }, signal })),
  })
  return data?.TotalHits
}
