import type { Gazetteer, Place, PlaceBody, PlacePatch } from '../../client/client.ts'
import { serviceMembers } from '../../src/place/place.ts'
import { answered, taggedAnswer } from '../api/answered.ts'
import { asStored, type TaggedPlace, taggedPlace } from '../place/place-queries.ts'
import { isObject, isSame, type Json, type JsonObject } from './json.ts'
import { actHeader, type SentAct } from './sent-acts.ts'

/**
 * The body as the service keeps it (D19): texts trimmed, empty ones, nulls and what they leave empty gone; an empty list
 * of a weekday says closed and stays, and so does the object of the place type.
 */
export function cleaned(body: JsonObject): JsonObject {
  const { placeTypes, parent, ...others } = body
  const clean = (cleanValue(others, '') ?? {}) as JsonObject
  const parentClean = cleanValue(parent, 'parent')
  return {
    ...clean,
    ...(isObject(placeTypes) && { placeTypes: cleanTypes(placeTypes) }),
    ...(parentClean !== undefined && { parent: parentClean }),
  }
}

function cleanTypes(types: JsonObject): JsonObject {
  const given = Object.entries(types).filter(([, value]) => isObject(value))
  return Object.fromEntries(given.map(([key, value]) => [key, cleanValue(value, key) ?? {}]))
}

const weekday = /^(mo|tu|we|th|fr|sa|su)$/

function cleanValue(value: Json, member: string): Json {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim().normalize('NFC')
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => cleanValue(item, '')).filter((item) => item !== undefined)
    return items.length > 0 || weekday.test(member) ? items : undefined
  }
  const members = Object.entries(value)
    .map(([name, inner]) => [name, cleanValue(inner, name)] as const)
    .filter(([, inner]) => inner !== undefined)
  return members.length > 0 ? Object.fromEntries(members) : undefined
}

/** Members that the service sets, that are sent beside the body, or that are an act of their own. */
const unwritten: ReadonlySet<string> = new Set([...serviceMembers, 'updatedBy', 'published', 'depublished', 'distance'])

/**
 * The members of a place that the form changes. Publishing is an act of its own; names that come from the directory or the parent
 * are left out, and so is a short description where only the name stands in for it.
 */
export function writable(place: Place): JsonObject {
  const { parent, owner, categories, tags, shortDescription, ...rest } = place
  const members = Object.entries(rest).filter(([member]) => !unwritten.has(member))
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => ({ id }))
  return {
    ...(Object.fromEntries(members) as JsonObject),
    ...(shortDescription !== place.name && { shortDescription }),
    ...(parent.id !== undefined && { parent: { id: parent.id } }),
    ...(categories && { categories: ids(categories) }),
    ...(tags && { tags: ids(tags) }),
    owner: { id: owner.id, type: owner.type },
  }
}

/** The parts of a request that changes a place. */
export interface PlaceChange {
  readonly id: string
  /** A merge patch with `updatedBy`. */
  readonly change: JsonObject
  /** The revision that the change is meant for; without it whatever is there is changed. */
  readonly etag?: string
  readonly childAction?: readonly ('set-published' | 'skip-depublished')[]
  /** The act that the change belongs to; absent: it is one of its own. */
  readonly act?: SentAct | undefined
}

/**
 * Changes a place and gives the entity tag that it has then. Throws a Failure of status 412 when someone else has changed
 * it since it was read.
 */
export async function patchPlace(api: Gazetteer, { id, change, etag, childAction, act }: PlaceChange): Promise<string> {
  const header = { ...(etag !== undefined && etag !== '' && { 'If-Match': etag }), ...(act && actHeader(act)) }
  const query = childAction && childAction.length > 0 ? { childAction: [...childAction] } : {}
  const answer = await taggedAnswer(
    api.PATCH('/place/{id}', { params: { path: { id }, header, query }, body: change as unknown as PlacePatch }),
  )
  return answer.etag
}

/** Makes a new place and gives it. */
export function createPlace(api: Gazetteer, body: JsonObject): Promise<TaggedPlace> {
  return taggedPlace(api.PUT('/place', { body: body as unknown as PlaceBody }))
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
export function readPlace(api: Gazetteer, id: string): Promise<TaggedPlace> {
  return taggedPlace(api.GET('/place/{id}', { params: { path: { id } } }))
}
