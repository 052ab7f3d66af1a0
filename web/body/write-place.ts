import type { Gazetteer, Place, PlaceBody, PlacePatch } from '../../client/client.ts'
import { answered, taggedAnswer } from '../api/answered.ts'
import { asStored, type TaggedPlace } from '../place/place-queries.ts'
import { isSame, type JsonObject } from './json.ts'
import { cleaned, writable } from './place-body.ts'

/** What a change of a place is sent with. */
export interface PlaceChange {
  readonly id: string
  /** A merge patch with `updatedBy`. */
  readonly change: JsonObject
  /** The revision that the change is meant for; without it whatever is there is changed. */
  readonly etag?: string
  readonly childAction?: readonly ('set-published' | 'skip-depublished')[]
}

/**
 * Changes a place and gives the entity tag that it has then. Throws a Failure of status 412 when someone else has changed
 * it since it was read.
 */
export async function patchPlace(api: Gazetteer, { id, change, etag, childAction }: PlaceChange): Promise<string> {
  const header = etag === undefined || etag === '' ? {} : { 'If-Match': etag }
  const query = childAction && childAction.length > 0 ? { childAction: [...childAction] } : {}
  const answer = await taggedAnswer(
    api.PATCH('/place/{id}', { params: { path: { id }, header, query }, body: change as unknown as PlacePatch }),
  )
  return answer.etag
}

/** Makes a new place and gives it. */
export async function createPlace(api: Gazetteer, body: JsonObject): Promise<TaggedPlace> {
  const { data, etag } = await taggedAnswer(api.PUT('/place', { body: body as unknown as PlaceBody }))
  return { place: data, etag }
}

const createdLatelyMax = 100

/** A place that was made without an answer, and the body that it was sent with. */
export interface Created {
  readonly place: Place
  readonly body: JsonObject
}

/**
 * The place that an attempt to write one of these bodies has made whose answer was lost: among those that were created
 * last, one that says the same. Undefined where the attempts have made none.
 */
export async function findCreated(api: Gazetteer, bodies: readonly JsonObject[]): Promise<Created | undefined> {
  const query = {
    is: ['*' as const],
    include: ['non-published' as const],
    orderby: ['created-'],
    limit: createdLatelyMax,
  }
  const { Results } = await answered(api.GET('/place', { params: { query } }))
  for (const found of Results.filter(({ name }) => bodies.some((body) => body.name === name))) {
    const { place } = await asStored(api, { place: found, etag: '' })
    const stored = cleaned(writable(place))
    const body = bodies.find((sent) => isSame(sent, stored))
    if (body) return { place: found, body }
  }
  return undefined
}

/** The place as it is now. */
export async function readPlace(api: Gazetteer, id: string): Promise<TaggedPlace> {
  const { data, etag } = await taggedAnswer(api.GET('/place/{id}', { params: { path: { id } } }))
  return { place: data, etag }
}
