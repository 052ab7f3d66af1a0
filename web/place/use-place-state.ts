import type { Place } from '../../client/client.ts'
import { useNow } from '../kit/use-now.ts'
import { type PlaceState, stateOf } from './place-state.ts'

/**
 * The state of a place now. Drawn again as minutes pass, and judged to the millisecond when it is: what has just been
 * published is so in the minute in which it was.
 */
export function usePlaceState(place: Pick<Place, 'published' | 'depublished' | 'deleted'>): PlaceState {
  useNow()
  return stateOf(place, Date.now())
}
