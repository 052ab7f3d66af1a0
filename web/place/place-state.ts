import type { Place } from '../../client/client.ts'

/** The states of a place, in the order in which they are offered. */
export const placeStates = ['published', 'scheduled', 'draft', 'unpublished', 'deleted'] as const
export type PlaceState = (typeof placeStates)[number]

/** The state of a place at an instant (milliseconds), as the specification's table says. */
export function stateOf(place: Pick<Place, 'published' | 'depublished' | 'deleted'>, now: number): PlaceState {
  if (place.deleted) return 'deleted'
  if (!place.published) return 'draft'
  if (place.depublished && Date.parse(place.depublished) <= now) return 'unpublished'
  return Date.parse(place.published) > now ? 'scheduled' : 'published'
}
