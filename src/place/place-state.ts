import { parseInstant } from './dates.ts'
import type { Instant, InstantText, PlaceView } from './place.ts'

/** The states of a place in the order of their table, and `deleted`, which may combine with any of them. */
export const placeStates = ['draft', 'scheduled', 'published', 'unpublished', 'deleted'] as const
export type PlaceState = (typeof placeStates)[number]

/** The members that decide the state of a place: the start and end of its publication, each undefined if absent. */
export interface States {
  readonly published: Instant | undefined
  readonly depublished: Instant | undefined
  readonly deleted: boolean
}

type StateTexts = Pick<PlaceView, 'published' | 'depublished' | 'deleted'>

/** Extracts the members that decide the state of a place. */
export function statesOf({ published, depublished, deleted }: StateTexts): States {
  return {
    published: published === undefined ? undefined : parseInstant(published),
    depublished: depublished === undefined ? undefined : parseInstant(depublished),
    deleted: deleted !== undefined,
  }
}

/** Returns the state of a place at an instant (the states table, D36); `deleted` takes precedence. */
export function stateOf(place: StateTexts, now: Instant): PlaceState {
  const { published, depublished, deleted } = statesOf(place)
  if (deleted) return 'deleted'
  if (published === undefined) return 'draft'
  if (published > now) return 'scheduled'
  return depublished !== undefined && depublished <= now ? 'unpublished' : 'published'
}

/** Returns the instants at which a place becomes public and ceases to be; none if it never becomes public. */
export function publicationInstants({ published, depublished }: Omit<StateTexts, 'deleted'>): readonly InstantText[] {
  if (published === undefined || (depublished !== undefined && depublished <= published)) return []
  return depublished === undefined ? [published] : [published, depublished]
}
