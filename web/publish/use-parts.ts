import { usePlaces } from '../place/place-queries.ts'

/** How many parts a place has that are not deleted, whatever their state; undefined until that is known. */
export function usePartCount(parentId: string): number | undefined {
  return usePlaces({ parent_id: parentId, is: ['*'], include: ['non-published'], limit: 0 }).data?.TotalHits
}
