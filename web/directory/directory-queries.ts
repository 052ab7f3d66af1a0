import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { DirectoryEntry, Gazetteer } from '../../client/client.ts'
import type { DirectoryKind } from '../../src/place/directory-kinds.ts'
import { answered } from '../api/answered.ts'
import { useSession } from '../session/session.tsx'

export { type DirectoryKind, directoryFields, directoryKinds } from '../../src/place/directory-kinds.ts'

/** The path of one list types all three, because their interfaces are the same. */
type ListPath = '/directory/owners'
type EntryPath = '/directory/owners/{id}'
/** The address of a list. */
export const listPath = (kind: DirectoryKind) => `/directory/${kind}` as ListPath
/** The address of an entry of this list. */
export const entryPath = (kind: DirectoryKind) => `/directory/${kind}/{id}` as EntryPath

/** The key of cached answers of the directory. */
export const directoryName = 'directory'
const entryKey = (kind: DirectoryKind, id: string) => [directoryName, kind, 'entry', id] as const
const hourMillis = 3_600_000

/** The pattern of a word and the upper limit of words, both as in the service. */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu
const wordsMax = 10

/** The range of entries to fetch. */
export interface DirectoryPage {
  readonly offset: number
  readonly limit: number
}

/** The client, and the cache of its answers. */
interface DirectoryClient {
  readonly api: Gazetteer
  readonly queries: QueryClient
}

/** Query options that fetch the entries whose names contain words with these prefixes, in order of name. */
export function directoryQuery(
  { api, queries }: DirectoryClient,
  kind: DirectoryKind,
  typed: string,
  { offset, limit }: DirectoryPage,
) {
  const words = (typed.match(word) ?? []).slice(0, wordsMax).join(' ')
  return queryOptions({
    queryKey: [directoryName, kind, words, offset, limit],
    queryFn: async ({ signal }) => {
      const params = { query: { words, offset, limit } }
      const page = await answered(api.GET(listPath(kind), { params, signal }))
      for (const entry of page.Results) queries.setQueryData(entryKey(kind, entry.id), entry)
      return page
    },
  })
}

/** Fetches these entries, and keeps the former ones until they are there. */
export function useDirectory(kind: DirectoryKind, typed: string, page: DirectoryPage) {
  const { api } = useSession()
  const queries = useQueryClient()
  return useQuery({ ...directoryQuery({ api, queries }, kind, typed, page), placeholderData: keepPreviousData })
}

/** Fetches the entry with an id; sends no request without one. */
export function useDirectoryEntry(kind: DirectoryKind, id: string | undefined) {
  const { api } = useSession()
  return useQuery({ ...entryQuery(api, kind, id ?? ''), enabled: id !== undefined })
}

function entryQuery(api: Gazetteer, kind: DirectoryKind, id: string) {
  return {
    queryKey: entryKey(kind, id),
    staleTime: hourMillis,
    retry: false,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      answered<DirectoryEntry>(api.GET(entryPath(kind), { params: { path: { id } }, signal })),
  }
}

/** Fetches the entries with these ids, in their order; an unknown id has an empty name. */
export function useDirectoryEntries(kind: DirectoryKind, ids: readonly string[]): readonly DirectoryEntry[] {
  const { api } = useSession()
  const found = useQueries({ queries: ids.map((id) => entryQuery(api, kind, id)) })
  return ids.map((id, at) => found[at]?.data ?? { id, name: '' })
}
