import type { Instant } from '../../place/place.ts'
import { clustersOf, type TileAddress, type TileContent, TileGrid } from '../../query/tile.ts'
import { byId, tilePlace } from '../../query/tile-place.ts'
import type { FoundIn } from '../page-order.ts'

/** What a tile shows of the hits of all parts: they are counted first, and only those that stand alone are read. */
export function tileContent(found: readonly FoundIn[], address: TileAddress, now: Instant): TileContent {
  const grid = new TileGrid(address)
  const counts = grid.createCounts()
  const located = found
    .filter(({ hits }) => hits.count > 0)
    .map(({ part, hits }) => ({ part, points: hits.inTile(grid) }))
  for (const { points } of located) points.count(counts)
  const { clusters, isSingle } = clustersOf(counts)
  const places = located.flatMap(({ part, points }) =>
    points.list(isSingle).flatMap((ordinal) => {
      const row = part.rowOf(ordinal)
      return row === undefined ? [] : [tilePlace(row.place, grid, now)]
    }),
  )
  return { clusters, places: places.sort(byId) }
}
