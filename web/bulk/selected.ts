import { useQuery } from '@tanstack/react-query'
import type { Gazetteer, Place } from '../../client/client.ts'
import { answered } from '../api/answered.ts'
import { type PlaceQuery, queryNames } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'

/** As many ids as an address can carry with ease. */
const idsMax = 100

/** As many selected places as are looked up for the map and the bar. */
export const lookedUpMax = 500

/** Selected places that exist, and their number. */
interface SelectedPlaces {
  readonly Results: readonly Place[]
  readonly TotalHits: number
}

/** The query of places in whatever state they are. */
export const anyPlaces = { is: ['*'], include: ['deleted', 'non-published'] } as unknown as PlaceQuery

/** Reads those of the first selected places that a query finds. */
export async function loadSelected(
  api: Gazetteer,
  ids: readonly string[],
  query: PlaceQuery,
  signal: AbortSignal,
): Promise<SelectedPlaces> {
  const read = (from: number) => {
    const id = ids.slice(from, Math.min(from + idsMax, lookedUpMax)).join(',')
    const whole = { limit: idsMax, ...query, id } as unknown as PlaceQuery
    return answered(api.GET('/place', { params: { query: whole }, signal }))
  }
  const starts = Array.from({ length: Math.ceil(Math.min(ids.length, lookedUpMax) / idsMax) }, (_, at) => at * idsMax)
  const pages = await Promise.all(starts.map(read))
  return {
    Results: pages.flatMap(({ Results }) => Results),
    TotalHits: pages.reduce((sum, { TotalHits }) => sum + TotalHits, 0),
  }
}

/** Returns how many of the first selected places a search does not find; 0 until it is known. */
export function useOutside(match: PlaceQuery, ids: readonly string[]): number {
  const { api } = useSession()
  const { id: named, ...rest } = match as Readonly<Record<string, unknown>>
  // Both would be the same parameter.
  const asked = typeof named === 'string' ? ids.filter((id) => named.includes(id)) : ids
  const { data } = useQuery({
    queryKey: [...queryNames.searches, 'inside', asked, rest],
    enabled: asked.length > 0,
    queryFn: ({ signal }) => loadSelected(api, asked, { ...rest, limit: 0 } as PlaceQuery, signal),
  })
  if (asked.length === 0) return ids.length
  return data ? Math.min(ids.length, lookedUpMax) - data.TotalHits : 0
}
