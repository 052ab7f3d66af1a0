import type { Place } from '../../client/client.ts'
import { type PlaceState, stateOf } from '../../src/place/place-state.ts'
import { useNow } from '../kit/use-now.ts'

export { type PlaceState, stateOf } from '../../src/place/place-state.ts'

/** The states of a place, in the order in which they are offered. */
export const placeStates = ['published', 'scheduled', 'draft', 'unpublished', 'deleted'] as const satisfies PlaceState[]

/**
 * The state of a place now. Drawn again as minutes pass, and judged to the millisecond when it is: what has just been
 * published is so in the minute in which it was.
 */
export function usePlaceState(place: Pick<Place, 'published' | 'depublished' | 'deleted'>): PlaceState {
  useNow()
  return stateOf(place, Date.now())
}
