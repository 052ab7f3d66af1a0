import type { Place } from '../../client/client.ts'
import type { JsonObject } from './pointer.ts'

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
