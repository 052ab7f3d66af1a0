import type { Instant } from './place.ts'

/** The states of a place in the order of their table, and deleted, which may be beside any of them. */
export const placeStates = ['draft', 'scheduled', 'published', 'unpublished', 'deleted'] as const
export type PlaceState = (typeof placeStates)[number]

/** What the state of a place follows from. */
export interface Lifetime {
  readonly published: Instant | undefined
  readonly depublished: Instant | undefined
  readonly isDeleted: boolean
}

/** The state of a place at an instant (the states table, D36); of a deleted one, that it is. */
export function placeState({ published, depublished, isDeleted }: Lifetime, now: Instant): PlaceState {
  if (isDeleted) return 'deleted'
  if (published === undefined) return 'draft'
  if (published > now) return 'scheduled'
  return depublished !== undefined && depublished <= now ? 'unpublished' : 'published'
}
