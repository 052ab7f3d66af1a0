import { mercatorCell, mercatorY, type TileAddress } from '../../geo/mercator.ts'
import type { Instant } from '../../place/place.ts'
import { defaultPlaceTypeKey } from '../../place/place-types.ts'
import {
  addCount,
  byId,
  clustersOf,
  createCounts,
  firstTypeOf,
  type Range,
  type TileContent,
  TileGrid,
  type TilePlace,
  tilePlace,
  typeNumber,
} from '../../query/results/tile.ts'
import { textAt } from '../columns/dictionary.ts'
import { type Cell, isLeaf, type PointData, visitCells } from '../columns/point-column.ts'
import type { TilePoints } from '../hits.ts'
import type { Pace } from '../in-turns.ts'
import type { FoundIn } from '../order/page-order.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import { type BitsSelection, hasBit } from '../sets/bitset.ts'
import { eachPosting } from '../sets/postings.ts'
import type { Selection } from '../sets/selection.ts'

/**
 * The content of a tile from the hits of all leaves: all are counted first, and only hits that stand alone are read.
 */
export function* tileContent(
  found: readonly FoundIn[],
  address: TileAddress,
  { now, pace }: { readonly now: Instant; readonly pace: Pace },
): Generator<void, TileContent> {
  const grid = new TileGrid(address)
  const counts = createCounts()
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

/** More than the rounding error of a point's cell. */
const slackDegrees = 1e-9

/** Points of a segment along the curve, with the number of each point's type. */
export interface TypedPoints extends PointData {
  readonly types: Uint8Array
}

/** The points of a segment with their types. */
export function typePoints({ points, types }: Pick<SegmentData, 'points' | 'types'>): TypedPoints {
  const ofPoints = new Uint8Array(points.ordinals.length).fill(typeNumber(defaultPlaceTypeKey))
  for (let key = 0; key < types.keys.count; key++) {
    const type = typeNumber(textAt(types.keys, key))
    eachPosting(types.postings, key, (ordinal) => {
      ofPoints[points.points[ordinal]!] = type
    })
  }
  return { ...points, types: ofPoints }
}

/** Hits of a segment in a tile. */
export function selectTile(data: TypedPoints, hits: Selection, grid: TileGrid): TilePoints {
  const { ordinals, types } = data
  const walk = (visitor: Visitor) => {
    if (hits.kind === 'list') visitEach(data, hits.list, grid, visitor)
    else visitTree(data, hits, grid, visitor)
  }
  return {
    count(counts) {
      walk({
        one: (patch, point) => addCount(counts, patch, types[point]!),
        all: (patch, first, end) => {
          const { bits } = hits as BitsSelection
          const ofTypes = counts.types
          const firstType = firstTypeOf(patch)
          let count = 0
          for (let point = first; point < end; point++) {
            const ordinal = ordinals[point]!
            const hit = (bits[ordinal >>> 5]! >>> (ordinal & 31)) & 1
            ofTypes[firstType + types[point]!]! += hit
            count += hit
          }
          counts.patches[patch]! += count
        },
      })
    },
    list(isWanted) {
      const found: number[] = []
      walk({
        one: (patch, point) => {
          if (isWanted(patch)) found.push(ordinals[point]!)
        },
        all: (patch, first, end) => {
          if (!isWanted(patch)) return
          const { bits } = hits as BitsSelection
          found.push(...ordinals.subarray(first, end).filter((ordinal) => hasBit(bits, ordinal)))
        },
      })
      return found
    },
  }
}

/**
 * Receives the points in a patch of the tile: the point of one hit, or all points of a cell, some of which are hits.
 */
interface Visitor {
  one(patch: number, point: number): void
  all(patch: number, first: number, end: number): void
}

function visitEach({ positions, points }: PointData, ordinals: Uint32Array, grid: TileGrid, { one }: Visitor): void {
  for (let at = 0; at < ordinals.length; at++) {
    const point = points[ordinals[at]!]!
    const patch = grid.patchOf(positions[2 * point]!, positions[2 * point + 1]!)
    if (patch >= 0) one(patch, point)
  }
}

/** Descends the quadtree until a cell lies in one patch of the tile, or outside the tile. */
function visitTree(data: PointData, { bits }: BitsSelection, grid: TileGrid, { one, all }: Visitor): void {
  const { positions, ordinals } = data
  visitCells(data, (cell) => {
    const [columns, rows] = [columnsOf(cell, grid), rowsOf(cell, grid)]
    if (!grid.meets(columns, rows)) return false
    if (columns[0] === columns[1] && rows[0] === rows[1]) {
      all(grid.patchAt(columns[0], rows[0]), cell.first, cell.end)
      return false
    }
    if (!isLeaf(cell)) return true
    for (let point = cell.first; point < cell.end; point++) {
      if (!hasBit(bits, ordinals[point]!)) continue
      const patch = grid.patchOf(positions[2 * point]!, positions[2 * point + 1]!)
      if (patch >= 0) one(patch, point)
    }
    return false
  })
}

/** Columns of the map and of the quadtree halve the same range, so this is exact. */
function columnsOf({ box, level }: Cell, { across }: TileGrid): Range {
  const column = ((box[0] + 180) / 360) * across
  const first = Math.floor(column)
  const width = across / 2 ** level
  return [first, width <= 1 ? first : column + width - 1]
}

/** Rows of the map differ from those of the quadtree. */
function rowsOf({ box: [, south, , north] }: Cell, { across }: TileGrid): Range {
  const rowOf = (latitude: number) => mercatorCell(mercatorY(latitude), across)
  return [rowOf(north + slackDegrees), rowOf(south - slackDegrees)]
}
