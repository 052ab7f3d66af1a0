import type { Gazetteer, Place } from '../../client/client.ts'
import { answered, Failure, isLost } from '../api/answered.ts'
import { type PlaceChange, patchPlace, readPlace } from '../body/write-place.ts'

/** Times at which a place becomes public and stops to be; null takes one away. */
export interface PublicationTimes {
  readonly published?: string | null
  readonly depublished?: string | null
}

type Published = Pick<Place, 'published' | 'depublished'>

/** What publishes a place at an instant: an end that lies before it is over, and goes. */
export function timesOfPublishing({ depublished }: Published, at: string): PublicationTimes {
  const isOver = depublished !== undefined && Date.parse(depublished) <= Date.parse(at)
  return { published: at, ...(isOver && { depublished: null }) }
}

/** What makes a place a draft as if it had never been public; undefined where it is one. */
export function timesOfDraft({ published, depublished }: Published): PublicationTimes | undefined {
  return published || depublished ? { published: null, depublished: null } : undefined
}

/** What gives a place that had `former` these times back. */
export function timesBefore(times: PublicationTimes, former: Published): PublicationTimes {
  return Object.fromEntries(Object.keys(times).map((member) => [member, former[member as keyof Published] ?? null]))
}

/** Parts that are not public because the whole was unpublished stay so when the whole becomes a draft. */
export const draftChildAction: NonNullable<PlaceChange['childAction']> = ['skip-depublished']

/** What takes a change of times back. */
export interface UndoTimes {
  /** The times that the place had. */
  readonly times: PublicationTimes
  /** The entity tag that the change gave to the place. */
  readonly etag: string
}

/**
 * Gives a place its former times back, and each part that went along those that it had, whatever they were. Throws a
 * Failure of status 412 when the place has been changed since. Gives the number of parts that have been
 * changed since or are refused: those stay as they are.
 */
export async function undoTimes(
  api: Gazetteer,
  id: string,
  { times, etag }: UndoTimes,
  updatedBy: string,
): Promise<number> {
  // A part that went along has the time of the change of the whole (D42).
  const { updated } = (await readPlace(api, id)).place
  const parts = await readParts(api, id)
  await patchPlace(api, { id, etag, change: { ...times, updatedBy }, childAction: ['skip-depublished'] })
  let left = parts.filter((part) => part.updated > updated).length
  for (const part of parts.filter((part) => part.updated === updated)) {
    if (!(await undoPart(api, part, times, updatedBy))) left++
  }
  return left
}

const pageSize = 500

async function readParts(api: Gazetteer, parentId: string): Promise<Place[]> {
  const parts: Place[] = []
  for (let total = 1; parts.length < total; ) {
    const query = { parent_id: parentId, is: ['*' as const], include: ['non-published' as const] }
    const params = { query: { ...query, limit: pageSize, offset: parts.length } }
    const page = await answered(api.GET('/place', { params }))
    if (page.Results.length === 0) break
    parts.push(...page.Results)
    total = page.TotalHits
  }
  return parts
}

/** Whether the part has its former times back; false when someone has changed it since, or it is refused. */
async function undoPart(
  api: Gazetteer,
  { id, updated }: Place,
  times: PublicationTimes,
  updatedBy: string,
): Promise<boolean> {
  try {
    const { place, etag } = await readPlace(api, id)
    const params = { path: { id }, query: { limit: 2 } }
    const revisions = await answered(api.GET('/place/{id}/revisions', { params }))
    const revision = revisions.Results[1]?.revision
    if (place.updated !== updated || revision === undefined) return false
    const path = { id, revision: String(revision) }
    const former = await answered(api.GET('/place/{id}/revisions/{revision}', { params: { path } }))
    await patchPlace(api, { id, etag, change: { ...timesBefore(times, former), updatedBy } })
    return true
  } catch (error) {
    if (error instanceof Failure && !isLost(error)) return false
    throw error
  }
}
