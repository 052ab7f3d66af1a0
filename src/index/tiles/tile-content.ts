import { mercatorCell, mercatorY } from '../../geo/mercator.ts'
import type { Instant } from '../../place/place.ts'
import {
  byId,
  clustersOf,
  type Range,
  type TileAddress,
  type TileContent,
  TileGrid,
  type TilePlace,
  tilePlace,
} from '../../query/tile.ts'
import { type Cell, isLeaf, type PointData, visitCells } from '../columns/point-column.ts'
import type { Pace } from '../in-turns.ts'
import type { FoundIn } from '../page-order.ts'
import { type BitsSelection, hasBit } from '../sets/bitset.ts'
import type { Selection } from '../sets/selection.ts'

/** What a tile shows of the hits of all leaves: they are counted first, and only those that stand alone are read. */
export function* tileContent(
  found: readonly FoundIn[],
  address: TileAddress,
  { now, pace }: { readonly now: Instant; readonly pace: Pace },
): Generator<void, TileContent> {
  const grid = new TileGrid(address)
  const counts = grid.createCounts()
  const located = found
    .filter(({ hits }) => hits.count > 0)
    .map(({ leaf, hits }) => ({ leaf, points: hits.inTile(grid) }))
  for (const { points } of located) {
    points.count(counts)
    if (pace.isDue) yield
  }
  const { clusters, isSingle } = clustersOf(counts)
  const places: TilePlace[] = []
  for (const { leaf, points } of located) {
    for (const ordinal of points.list(isSingle)) {
      places.push(tilePlace(leaf.rowOf(ordinal).place, grid, now))
      if (pace.isDue) yield
    }
  }
  return { clusters, places: places.sort(byId) }
}

/** The hits of one leaf of the index in one tile. */
export interface TilePoints {
  /** Adds to the count of each patch of the tile. */
  count(counts: Uint32Array): void
  /** The ordinals of the hits in the patches that are wanted. */
  list(isWanted: (patch: number) => boolean): readonly number[]
}

/** More than the rounding of the cell in which a point is put. */
const slackDegrees = 1e-9

/** Hits of a segment in a tile. */
export function selectTile(data: PointData, hits: Selection, grid: TileGrid): TilePoints {
  const walk = (visitor: Visitor) => {
    if (hits.kind === 'list') visitEach(data, hits.list, grid, visitor)
    else visitTree(data, hits, grid, visitor)
  }
  return {
    count(counts) {
      walk({
        one: (patch) => {
          counts[patch]!++
        },
        all: (patch, ordinals) => {
          counts[patch]! += countHits(ordinals, hits as BitsSelection)
        },
      })
    },
    list(isWanted) {
      const found: number[] = []
      walk({
        one: (patch, ordinal) => {
          if (isWanted(patch)) found.push(ordinal)
        },
        all: (patch, ordinals) => {
          if (isWanted(patch))
            found.push(...ordinals.filter((ordinal) => hasBit((hits as BitsSelection).bits, ordinal)))
        },
      })
      return found
    },
  }
}

/** Takes what lies in a patch of the tile: one hit, or all places of a cell, of which some are hits. */
interface Visitor {
  one(patch: number, ordinal: number): void
  all(patch: number, ordinals: Uint32Array): void
}

function countHits(ordinals: Uint32Array, { bits }: BitsSelection): number {
  let count = 0
  for (let at = 0; at < ordinals.length; at++) {
    const ordinal = ordinals[at]!
    count += (bits[ordinal >>> 5]! >>> (ordinal & 31)) & 1
  }
  return count
}

function visitEach({ positions, points }: PointData, ordinals: Uint32Array, grid: TileGrid, { one }: Visitor): void {
  for (let at = 0; at < ordinals.length; at++) {
    const ordinal = ordinals[at]!
    const point = points[ordinal]!
    const patch = grid.patchOf(positions[2 * point]!, positions[2 * point + 1]!)
    if (patch >= 0) one(patch, ordinal)
  }
}

/** Down the quadtree, until a cell lies in one patch of the tile, or outside it. */
function visitTree(data: PointData, { bits }: BitsSelection, grid: TileGrid, { one, all }: Visitor): void {
  const { positions, ordinals } = data
  visitCells(data, (cell) => {
    const [columns, rows] = [columnsOf(cell, grid), rowsOf(cell, grid)]
    if (!grid.meets(columns, rows)) return false
    if (columns[0] === columns[1] && rows[0] === rows[1]) {
      all(grid.patchAt(columns[0], rows[0]), ordinals.subarray(cell.first, cell.end))
      return false
    }
    if (!isLeaf(cell)) return true
    for (let point = cell.first; point < cell.end; point++) {
      const ordinal = ordinals[point]!
      if (!hasBit(bits, ordinal)) continue
      const patch = grid.patchOf(positions[2 * point]!, positions[2 * point + 1]!)
      if (patch >= 0) one(patch, ordinal)
    }
    return false
  })
}

/** Columns of the map and of the quadtree are halves of halves of the same, so this is exact. */
function columnsOf({ box, level }: Cell, { across }: TileGrid): Range {
  const column = ((box[0] + 180) / 360) * across
  const first = Math.floor(column)
  const width = across / 2 ** level
  return [first, width <= 1 ? first : column + width - 1]
}

/** Rows of the map are not those of the quadtree. */
function rowsOf({ box: [, south, , north] }: Cell, { across }: TileGrid): Range {
  const rowOf = (latitude: number) => mercatorCell(mercatorY(latitude), across)
  return [rowOf(north + slackDegrees), rowOf(south - slackDegrees)]
}
