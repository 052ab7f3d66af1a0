import type { Gazetteer, operations } from '../../client/client.ts'
import { ownPrefix } from '../settings.ts'

const keptName = `${ownPrefix}search`

/** The most places of a list that a reader can step through: those of the largest page of the service. */
const idsMax = 500

/** The list that the explorer showed last in this tab. */
interface KeptList {
  /** The query of its address. */
  readonly address: string
  /** Its request to the service. */
  readonly query: NonNullable<operations['getPlace']['parameters']['query']>
  /** How many places match; undefined until the service has answered. */
  readonly total?: number | undefined
  /** The first of them, in order; undefined until somebody steps through them. A place keeps its number after a change. */
  readonly ids?: readonly string[]
}

/** Keeps the list that the explorer shows in this tab. */
export function keepList(list: KeptList): void {
  sessionStorage.setItem(keptName, JSON.stringify(list))
}

/** Returns the last list in this tab; undefined without one. */
export function keptList(): KeptList | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keptName) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** The number of a place in the list that it was opened from, and its neighbours there. */
export interface ListStep {
  readonly number: number
  readonly total: number
  readonly before: string | undefined
  readonly next: string | undefined
}

/** Returns the step of a place in the last list of this tab; undefined if it is not among the first 500 there. */
export async function stepOf(id: string, api: Gazetteer): Promise<ListStep | undefined> {
  const list = keptList()
  if (list?.total === undefined) return undefined
  const ids = list.ids ?? (await readIds(list, api))
  const at = ids.indexOf(id)
  if (at < 0) return undefined
  return { number: at + 1, total: Math.max(list.total, ids.length), before: ids[at - 1], next: ids[at + 1] }
}

/** Reads the ids of a list once and keeps them, so that the list stays as it is while its places change. */
async function readIds(list: KeptList, api: Gazetteer): Promise<readonly string[]> {
  const { expand: _, ...query } = list.query
  const { data } = await api.GET('/place', {
    params: { query: { ...query, offset: 0, limit: idsMax, fields: ['slug'] } },
  })
  if (!data) return []
  const ids = data.Results.map(({ id }) => id)
  keepList({ ...list, total: data.TotalHits, ids })
  return ids
}
