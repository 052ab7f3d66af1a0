import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { operations } from '../../client/client.ts'
import { answered } from '../api/answered.ts'
import { useNow } from '../kit/use-now.ts'
import { queryNames } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'

/** The hours of a place as the service resolves them, in the time zone of the place. */
export type ResolvedHours = operations['getPlaceByIdHours']['responses'][200]['content']['application/json']

/** Whether a place is open at the present minute, and when that changes; undefined until it is known. */
export function useResolvedHours(id: string): ResolvedHours | undefined {
  const { api } = useSession()
  const minute = useNow().getTime()
  const { data } = useQuery({
    queryKey: [...queryNames.place, 'hours', id, minute],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => answered(api.GET('/place/{id}/hours', { params: { path: { id } }, signal })),
  })
  return data
}
