import { formatInstant } from '../dates.ts'
import type { InstantText, LonLat, Place } from '../place.ts'
import type { Locate, PlaceRequest } from '../request.ts'
import { fixedSchema } from '../schema.ts'
import type { Draft } from './draft.ts'

const members = [...Object.keys(fixedSchema.properties), 'placeTypes'] as readonly (keyof Place)[]

/** A place with its members in the order of the schema and without those that have no value. */
export function assemble(parts: { readonly [Member in keyof Place]?: Place[Member] | undefined }): Place {
  const place: Record<string, unknown> = {}
  for (const member of members) {
    const value = parts[member]
    if (value !== undefined) place[member] = value
  }
  return place as unknown as Place
}

/** The place that a draft becomes: what the service sets is set, or kept from `before`. `id` is its id. */
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

/** Each once (D19). */
function distinct(areas: Place['tags']): Place['tags'] {
  return areas && [...new Map(areas.map((area) => [area.id, area])).values()]
}

/** What asks for the write, and what derives from a position. */
interface WriteContext {
  readonly request: PlaceRequest
  readonly locate: Locate
}

/** Who last changed the value of published or depublished (D18); undefined when there is no value. */
function changer(member: 'published' | 'depublished', draft: Draft, before: Place | undefined): string | undefined {
  if (draft[member] === undefined) return undefined
  return draft[member] === before?.[member] ? before?.[`${member}By`] : draft.updatedBy
}

/** Where a place is. */
export function positionOf(place: Pick<Place, 'geolocation'>): LonLat {
  return place.geolocation.geometry.coordinates
}

/** The later of two instants: a clock that goes back moves `updated` no further back than it was. */
export function laterOf(one: InstantText | undefined, other: InstantText): InstantText {
  return one !== undefined && one > other ? one : other
}

/** A place as it is after somebody did something to it at that instant, with the members in `parts` changed. */
export function touched(
  place: Place,
  who: string,
  now: InstantText,
  parts: Partial<{ [Member in keyof Place]: Place[Member] | undefined }>,
): Place {
  return assemble({ ...place, updated: laterOf(place.updated, now), updatedBy: who, ...parts })
}
