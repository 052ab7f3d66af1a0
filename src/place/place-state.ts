import { parseInstant } from './dates.ts'
import type { Instant, PlaceView } from './place.ts'

/** The states of a place in the order of their table, and deleted, which may be beside any of them. */
export const placeStates = ['draft', 'scheduled', 'published', 'unpublished', 'deleted'] as const
export type PlaceState = (typeof placeStates)[number]

/** The state of a place at an instant (the states table, D36); of a deleted one, that it is. */
export function stateOf(
  { published, depublished, deleted }: Pick<PlaceView, 'published' | 'depublished' | 'deleted'>,
  now: Instant,
): PlaceState {
  if (deleted !== undefined) return 'deleted'
  const begins = published === undefined ? undefined : parseInstant(published)
  if (begins === undefined) return 'draft'
  if (begins > now) return 'scheduled'
  const ends = depublished === undefined ? undefined : parseInstant(depublished)
  return ends !== undefined && ends <= now ? 'unpublished' : 'published'
}
