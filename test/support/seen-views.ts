import type { Instant, PlaceView } from '../../src/place/place.ts'
import { statesOf } from '../../src/place/place-state.ts'
import { isIncluded } from '../../src/query/matches.ts'
import type { PlaceQuery } from '../../src/query/query.ts'

const published = { includeDeleted: false, includeNonPublished: false }

/** What there is for whoever asks: for some only what is published, and so its parent (D50). */
export function seenViews(views: readonly PlaceView[], query: PlaceQuery, now: Instant): readonly PlaceView[] {
  if (!query.narrowed) return views
  const isPublished = new Map(views.map((view) => [view.id, isIncluded(statesOf(view), published, now)]))
  return views.filter(
    ({ id, parent }) => isPublished.get(id) && (parent.id === undefined || isPublished.get(parent.id)),
  )
}
