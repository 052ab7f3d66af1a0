import { useQuery } from '@tanstack/react-query'
import type { Gazetteer } from '../../client/client.ts'
import { answered } from '../api/answered.ts'
import { useSession } from '../session/session.tsx'
import { queryNames, type TaggedPlace } from './place-queries.ts'

/**
 * A place as it is stored: without the contact details that are filled in from the owner when it is read (D48), which
 * revisions do not have. As it was read, where someone has changed it since.
 */
export async function asStored(api: Gazetteer, tagged: TaggedPlace): Promise<TaggedPlace> {
  if (!isFilledIn(tagged)) return tagged
  const { id, updated, contactInfo: _, ...rest } = tagged.place
  const last = await answered(api.GET('/place/{id}/revisions', { params: { path: { id }, query: { limit: 1 } } }))
  const revision = last.Results[0]?.revision
  if (revision === undefined) return tagged
  const path = { id, revision: String(revision) }
  const stored = await answered(api.GET('/place/{id}/revisions/{revision}', { params: { path } }))
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
