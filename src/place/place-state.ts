import { parseInstant } from './dates.ts'
import type { Instant, InstantText, PlaceView } from './place.ts'

/** The states of a place in the order of their table, and deleted, which may be beside any of them. */
export const placeStates = ['draft', 'scheduled', 'published', 'unpublished', 'deleted'] as const
export type PlaceState = (typeof placeStates)[number]

/** What decides about the state of a place: when its publication begins and ends, each undefined where it does not. */
export interface States {
  readonly published: Instant | undefined
  readonly depublished: Instant | undefined
  readonly deleted: boolean
}

type StateTexts = Pick<PlaceView, 'published' | 'depublished' | 'deleted'>

/** What of a place decides about its state. */
export function statesOf({ published, depublished, deleted }: StateTexts): States {
  return {
    published: published === undefined ? undefined : parseInstant(published),
    depublished: depublished === undefined ? undefined : parseInstant(depublished),
    deleted: deleted !== undefined,
  }
}

/** The state of a place at an instant (the states table, D36); of a deleted one, that it is. */
export function stateOf(place: StateTexts, now: Instant): PlaceState {
  const { published, depublished, deleted } = statesOf(place)
  if (deleted) return 'deleted'
  if (published === undefined) return 'draft'
  if (published > now) return 'scheduled'
  return depublished !== undefined && depublished <= now ? 'unpublished' : 'published'
}

/** The instants at which time alone makes a place public, and ends that again; none where it never comes to that. */
export function publicationInstants({ published, depublished }: Omit<StateTexts, 'deleted'>): readonly InstantText[] {
  if (published === undefined || (depublished !== undefined && depublished <= published)) return []
  return depublished === undefined ? [published] : [published, depublished]
}
