import type { Instant } from '../../place/place.ts'
import {
  byId,
  clustersOf,
  type TileAddress,
  type TileContent,
  TileGrid,
  type TilePlace,
  tilePlace,
} from '../../query/tile.ts'
import type { Pace } from '../in-turns.ts'
import type { FoundIn } from '../page-order.ts'

/** What a tile shows of the hits of all parts: they are counted first, and only those that stand alone are read. */
export function* tileContent(
  found: readonly FoundIn[],
  address: TileAddress,
  { now, pace }: { readonly now: Instant; readonly pace: Pace },
): Generator<void, TileContent> {
  const grid = new TileGrid(address)
  const counts = grid.createCounts()
  const located = found
    .filter(({ hits }) => hits.count > 0)
    .map(({ part, hits }) => ({ part, points: hits.inTile(grid) }))
  for (const { points } of located) {
    points.count(counts)
    if (pace.isDue) yield
  }
  const { clusters, isSingle } = clustersOf(counts)
  const places: TilePlace[] = []
  for (const { part, points } of located) {
    for (const ordinal of points.list(isSingle)) {
      places.push(tilePlace(part.rowOf(ordinal).place, grid, now))
      if (pace.isDue) yield
    }
  }
  return { clusters, places: places.sort(byId) }
}
