import { formatInstant } from '../dates.ts'
import type { InstantText, LonLat, Place } from '../place.ts'
import type { Locate, PlaceRequest } from '../request.ts'
import { fixedSchema } from '../schema.ts'
import type { Draft } from './draft.ts'

const members = [...Object.keys(fixedSchema.properties), 'placeTypes'] as readonly (keyof Place)[]

/** Builds a place with its members in the order of the schema, without members that have no value. */
export function assemble(parts: { readonly [Member in keyof Place]?: Place[Member] | undefined }): Place {
  const place: Record<string, unknown> = {}
  for (const member of members) {
    const value = parts[member]
    if (value !== undefined) place[member] = value
  }
  return place as unknown as Place
}

/** Turns a draft into a place: sets the members of the service, or keeps them from `before`. `id` is its id. */
export function stamped(draft: Draft, id: string, before: Place | undefined, context: WriteContext): Place {
  const { request, locate } = context
  const now = laterOf(before?.updated, formatInstant(request.now))
  return assemble({
    ...draft,
    id,
    slug: before?.slug ?? '',
    created: before?.created ?? now,
    createdBy: before?.createdBy ?? draft.updatedBy,
    updated: now,
    publishedBy: changer('published', draft, before),
    depublishedBy: changer('depublished', draft, before),
    geolocationInfo: locate(positionOf(draft)),
    categories: distinct(draft.categories),
    tags: distinct(draft.tags),
  })
}

/** Removes repeated ids (D19). */
function distinct(areas: Place['tags']): Place['tags'] {
  return areas && [...new Map(areas.map((area) => [area.id, area])).values()]
}

/** The request, and the function that derives data from a position. */
interface WriteContext {
  readonly request: PlaceRequest
  readonly locate: Locate
}

/**
 * Returns the name of the person who last changed published or depublished (D18); undefined if the member has no value.
 */
function changer(member: 'published' | 'depublished', draft: Draft, before: Place | undefined): string | undefined {
  if (draft[member] === undefined) return undefined
  return draft[member] === before?.[member] ? before?.[`${member}By`] : draft.updatedBy
}

/** Returns the position of a place. */
export function positionOf(place: Pick<Place, 'geolocation'>): LonLat {
  return place.geolocation.geometry.coordinates
}

/** Returns the later of two instants. A clock that goes back never moves `updated` back. */
export function laterOf(one: InstantText | undefined, other: InstantText): InstantText {
  return one !== undefined && one > other ? one : other
}

/** Returns a place as changed by somebody at that instant, with the members in `parts` replaced. */
export function touched(
  place: Place,
  who: string,
  now: InstantText,
  parts: Partial<{ [Member in keyof Place]: Place[Member] | undefined }>,
): Place {
  return assemble({ ...place, updated: laterOf(place.updated, now), updatedBy: who, ...parts })
}
