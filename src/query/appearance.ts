import type { Instant, Place, PlaceId, PlaceView } from '../place/place.ts'
import { statesOf } from '../place/place-state.ts'

/** From an instant up to but not including another. */
export interface Span {
  readonly from: Instant
  readonly until: Instant
}

/** An end that never comes, as JSON can carry it. */
const never = Number.MAX_SAFE_INTEGER
const noTime: Span = { from: 0, until: 0 }

/** What of a parent its children show, and what decides when they do. */
export type ParentFacts = Pick<PlaceView, 'name' | 'published' | 'depublished' | 'deleted'>

/** Which appearance of a place it is: 0 with its parent, 1 without it before and 2 after the parent's publication. */
export type Orphan = 0 | 1 | 2

/**
 * A place as some see it. Whoever sees only what is published (D50) sees it without its parent while that is not
 * published: an orphan.
 */
export interface Appearance {
  readonly place: Place
  readonly orphan: Orphan
  /** When those who see only what is published see it so; absent: while it is published itself. */
  readonly seen?: Span
}

/** Whether an instant is in a span. */
export function isIn({ from, until }: Span, now: Instant): boolean {
  return from <= now && now < until
}

/** When a place is published and not deleted. */
export function publicationOf(place: Omit<ParentFacts, 'name'>): Span {
  const { published, depublished, deleted } = statesOf(place)
  return published === undefined || deleted ? noTime : { from: published, until: depublished ?? never }
}

/** How a place appears: once, and without its parent where that is not published all the time that the place is. */
export function appearancesOf(place: Place, parent: ParentFacts | undefined): Appearance[] {
  const own = publicationOf(place)
  const shown = parent ? publicationOf(parent) : noTime
  const isApart = place.parent !== undefined && own.from < own.until
  if (!isApart || (shown.from <= own.from && own.until <= shown.until)) return [{ place, orphan: 0 }]
  const within = (from: Instant, until: Instant): Span => ({
    from: Math.max(own.from, from),
    until: Math.min(own.until, until),
  })
  const { parent: _, ...alone } = place
  const orphans = [
    { place: alone, orphan: 1, seen: within(-never, shown.from < shown.until ? shown.from : never) } as const,
    { place: alone, orphan: 2, seen: shown.from < shown.until ? within(shown.until, never) : noTime } as const,
  ]
  const seen = within(shown.from, shown.until)
  return [{ place, orphan: 0, seen }, ...orphans.filter(({ seen }) => seen.from < seen.until)]
}

/** Between the id of a place and the number of an orphan; no id of a place has it, and it leaves the order of ids as it is. */
const separator = '/'

/** The id of a row: that of its place, or one that no place has. */
export function rowIdOf(id: PlaceId, orphan: Orphan): string {
  return orphan === 0 ? id : id + separator + orphan
}

/** The ids that rows of a place may have; none for what is no id of a place. */
export function rowIdsOf(id: PlaceId): string[] {
  return isOrphanId(id) ? [] : [id, rowIdOf(id, 1), rowIdOf(id, 2)]
}

/** The id of the place that a row is of. */
export function placeIdOf(rowId: string): PlaceId {
  return rowId.split(separator, 1)[0]!
}

/** Whether a row has this id that is no place by itself. */
export function isOrphanId(id: string): boolean {
  return id.includes(separator)
}
