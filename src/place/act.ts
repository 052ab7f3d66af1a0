import type { PlaceId } from './place.ts'

/** The id of an act: a UUID, or the number of a revision that is an act of its own. */
export type ActId = string

/**
 * The origin of an act: a header of its caller, an import, a write that changed a place with its children, or the
 * undoing of another act.
 */
export const actKinds = ['group', 'import', 'family', 'undo'] as const
export type ActKind = (typeof actKinds)[number]

/** The act that a change opens or continues. Plain data, so that it can be passed to a thread. */
export interface ActRef {
  /** A UUID. */
  readonly id: ActId
  readonly kind: ActKind
  /** Identifies the key or person that may continue it. */
  readonly holder: string
  readonly label?: string
  /** The act that it undoes. */
  readonly undoes?: ActId
  /** True if a caller named it, so that the limits of age and revisions apply. */
  readonly isNamed?: true
}

/** The limits of an act that a caller names. */
export const actLimits = { hours: 24, revisions: 100_000, labelCharacters: 200 } as const

/** A state of a place in an act: before some of its revisions, and after them. */
export interface ActStep {
  /** The place as JSON; absent: it did not exist. */
  readonly before?: string
  readonly after: string
}

/** The changes of an act in one place. */
export interface ActPlace {
  readonly id: PlaceId
  readonly revisions: number
  readonly first: number
  readonly last: number
}
