import type { Instant, PlaceView } from '../../src/place/place.ts'
import { statesOf } from '../../src/place/place-state.ts'
import { isIncluded } from '../../src/query/matches.ts'
import type { PlaceQuery } from '../../src/query/query.ts'

const published = { includeDeleted: false, includeNonPublished: false }

/** What places are to whoever asks: to some only what is published, and parents that are (D50). */
export function seenViews(views: readonly PlaceView[], query: PlaceQuery, now: Instant): readonly PlaceView[] {
  if (!query.narrowed) return views
  const seen = views.filter((view) => isIncluded(statesOf(view), published, now))
  const ids = new Set(seen.map(({ id }) => id))
  return seen.map((view) => (view.parent.id === undefined || ids.has(view.parent.id) ? view : { ...view, parent: {} }))
}
