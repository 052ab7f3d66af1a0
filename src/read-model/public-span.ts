import type { Instant, Place, PlaceView } from '../place/place.ts'
import { statesOf } from '../place/place-state.ts'

/** A span from an instant up to but not including another. */
export interface Span {
  readonly from: Instant
  readonly until: Instant
}

/** An infinite end, in a form that JSON can represent. */
export const never = Number.MAX_SAFE_INTEGER
export const noTime: Span = { from: 0, until: 0 }

/** The facts of a parent that its children show, and those that decide when they are public. */
export type ParentFacts = Pick<PlaceView, 'name' | 'published' | 'depublished' | 'deleted'>

/** True if an instant is in a span. */
export function isIn({ from, until }: Span, now: Instant): boolean {
  return from <= now && now < until
}

/** The span in which a place is published and not deleted. */
export function publicationOf(place: Omit<ParentFacts, 'name'>): Span {
  const { published, depublished, deleted } = statesOf(place)
  return published === undefined || deleted ? noTime : { from: published, until: depublished ?? never }
}

/**
 * The span in which a place is public: it and its parent, if any, are published (D50). Undefined if that is the place's
 * own publication, as for nearly all places.
 */
export function publicSpan(place: Place, parent: ParentFacts | undefined): Span | undefined {
  if (place.parent === undefined) return undefined
  return childSpan(publicationOf(place), parent ? publicationOf(parent) : noTime)
}

/** The span in which a child is public, by its own publication and that of its parent; undefined if that is its own. */
export function childSpan(own: Span, shown: Span): Span | undefined {
  if (own.from >= own.until || (shown.from <= own.from && own.until <= shown.until)) return undefined
  const both = { from: Math.max(own.from, shown.from), until: Math.min(own.until, shown.until) }
  return both.from < both.until ? both : noTime
}
