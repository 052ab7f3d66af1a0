import type { Instant, PlaceView } from '../place/place.ts'
import { type Meaning, matches } from './matches.ts'
import type { PlaceQuery } from './query.ts'
import { clustersOf, type TileAddress, type TileContent, TileGrid } from './tile.ts'
import { byId, tilePlace } from './tile-place.ts'

/** A tile of a query by its meaning alone, place by place: slow, and what every faster way must give. */
export function tileNaively(
  views: readonly PlaceView[],
  { query, address }: { readonly query: PlaceQuery; readonly address: TileAddress },
  meaning: Meaning,
  now: Instant,
): TileContent {
  return tileOf(
    views.filter((view) => matches(view, query, meaning, now)),
    address,
    now,
  )
}

/** A tile that shows these places. */
export function tileOf(views: readonly PlaceView[], address: TileAddress, now: Instant): TileContent {
  const grid = new TileGrid(address)
  const located = views
    .map((view) => ({ view, patch: grid.patchOf(...view.geolocation.geometry.coordinates) }))
    .filter(({ patch }) => patch >= 0)
  const counts = grid.createCounts()
  for (const { patch } of located) counts[patch]!++
  const { clusters, isSingle } = clustersOf(counts)
  const singles = located.filter(({ patch }) => isSingle(patch)).map(({ view }) => tilePlace(view, grid, now))
  return { clusters, places: singles.sort(byId) }
}
