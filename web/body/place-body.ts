import type { Place } from '../../client/client.ts'
import { isObject, type Json, type JsonObject } from './json.ts'

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

/** What the service sets itself and refuses from others (D17). */
const readOnly: ReadonlySet<string> = new Set([
  'id',
  'slug',
  'created',
  'createdBy',
  'updated',
  'updatedBy',
  'published',
  'publishedBy',
  'depublished',
  'depublishedBy',
  'deleted',
  'deletedBy',
  'geolocationInfo',
  'distance',
])

/**
 * What of a place the form changes. Publishing is an act of its own; names that come from the directory or the parent
 * are left out, and so is a short description where only the name stands in for it.
 */
export function writable(place: Place): JsonObject {
  const { parent, owner, categories, tags, shortDescription, ...rest } = place
  const members = Object.entries(rest).filter(([member]) => !readOnly.has(member))
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
