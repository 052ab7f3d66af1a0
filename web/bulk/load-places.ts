import type { Gazetteer, Place } from '../../client/client.ts'
import { answered } from '../api/answered.ts'
import type { PlaceQuery } from '../place/place-queries.ts'
import { anyPlaces } from './selected.ts'
import { manyMax, type Selection } from './selection.ts'

/** As many ids as an address can carry with ease, and as many places as one answer. */
const idsMax = 100

const pageMax = 500

/** The names that are shown come with the places. */
export const expand = ['owner' as const, 'categories' as const, 'tags' as const]

/** All places of a selection, page by page; those that are gone are not among them. */
export async function* loadPlaces(
  api: Gazetteer,
  { ids, all }: Pick<Selection, 'ids' | 'all'>,
  signal?: AbortSignal,
): AsyncGenerator<readonly Place[]> {
  const read = async (asked: PlaceQuery) => {
    const query = { ...asked, expand }
    return (await answered(api.GET('/place', { params: { query }, ...(signal && { signal }) }))).Results
  }
  if (!all) {
    for (let from = 0; from < ids.length; from += idsMax) {
      const id = ids.slice(from, from + idsMax).join(',')
      yield await read({ ...anyPlaces, id, limit: idsMax } as PlaceQuery)
    }
    return
  }
  for (let offset = 0; offset < Math.min(all.total, manyMax); offset += pageMax) {
    const places = await read({ ...all.query, orderby: ['created'], limit: pageMax, offset } as PlaceQuery)
    yield places
    if (places.length < pageMax) return
  }
}
