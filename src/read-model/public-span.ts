import type { Instant, Place, PlaceView } from '../place/place.ts'
import { statesOf } from '../place/place-state.ts'

/** From an instant up to but not including another. */
export interface Span {
  readonly from: Instant
  readonly until: Instant
}

/** An end that never comes, as JSON can carry it. */
const never = Number.MAX_SAFE_INTEGER
const noTime: Span = { from: 0, until: 0 }

/** What of a parent its children show, and what decides when they are public. */
export type ParentFacts = Pick<PlaceView, 'name' | 'published' | 'depublished' | 'deleted'>

/** Whether an instant is in a span. */
export function isIn({ from, until }: Span, now: Instant): boolean {
  return from <= now && now < until
}

/** When a place is published and not deleted. */
export function publicationOf(place: Omit<ParentFacts, 'name'>): Span {
  const { published, depublished, deleted } = statesOf(place)
  return published === undefined || deleted ? noTime : { from: published, until: depublished ?? never }
}

/**
 * When a place is public: published itself, and so its parent, where it has one (D50). Undefined where that is as long as
 * it is published itself, which is so of nearly all places.
 */
export function publicSpan(place: Place, parent: ParentFacts | undefined): Span | undefined {
  if (place.parent === undefined) return undefined
  const own = publicationOf(place)
  const shown = parent ? publicationOf(parent) : noTime
  if (own.from >= own.until || (shown.from <= own.from && own.until <= shown.until)) return undefined
  const both = { from: Math.max(own.from, shown.from), until: Math.min(own.until, shown.until) }
  return both.from < both.until ? both : noTime
}
