import type { BBox, LonLat } from '../../place/place.ts'
import { radixOrder } from '../memory/radix.ts'
import { sharedFloat64, sharedUint32 } from '../memory/shared.ts'
import { lowerBound } from '../sets/lower-bound.ts'
import { gone, type TargetMap } from './inverted.ts'

/**
 * The positions of places, sorted along the Z-order curve (Morton 1966) over longitude and latitude: every cell of a
 * quadtree is one run of points, so circles, boxes and tiles need no tree beside it.
 */
export interface PointData {
  /** [longitude, latitude] of the first point, of the second, … in degrees. */
  readonly positions: Float64Array
  /** The code of each point (see `codeOf`), ascending. */
  readonly codes: Uint32Array
  /** Whose the points are, along the curve. */
  readonly ordinals: Uint32Array
  /** Which point along the curve is that of ordinal 0, of ordinal 1, … */
  readonly points: Uint32Array
}

/** The sealed column; `positions` are [longitude, latitude] of ordinal 0, of ordinal 1, … in degrees. */
export function sealPoints(positions: Float64Array): PointData {
  const count = positions.length / 2
  const unsorted = new Uint32Array(count)
  for (let ordinal = 0; ordinal < count; ordinal++) {
    unsorted[ordinal] = codeOf(positions[2 * ordinal]!, positions[2 * ordinal + 1]!)
  }
  const order = radixOrder([unsorted], count)
  const data = {
    positions: sharedFloat64(2 * count),
    codes: sharedUint32(count),
    ordinals: sharedUint32(count),
    points: sharedUint32(count),
  }
  data.ordinals.set(order)
  for (let point = 0; point < count; point++) {
    const ordinal = order[point]!
    data.points[ordinal] = point
    data.codes[point] = unsorted[ordinal]!
    data.positions[2 * point] = positions[2 * ordinal]!
    data.positions[2 * point + 1] = positions[2 * ordinal + 1]!
  }
  return data
}

/** The columns of several segments as one of `count` ordinals. */
export function mergePoints(
  parts: readonly { readonly data: PointData; readonly ordinalMap: TargetMap }[],
  count: number,
): PointData {
  const merged = new Float64Array(2 * count)
  for (const { data, ordinalMap } of parts) {
    for (let point = 0; point < data.ordinals.length; point++) {
      const ordinal = ordinalMap[data.ordinals[point]!]!
      if (ordinal === gone) continue
      merged[2 * ordinal] = data.positions[2 * point]!
      merged[2 * ordinal + 1] = data.positions[2 * point + 1]!
    }
  }
  return sealPoints(merged)
}

/** Where the place is, in degrees. */
export function positionOf({ positions, points }: PointData, ordinal: number): LonLat {
  const point = points[ordinal]!
  return [positions[2 * point]!, positions[2 * point + 1]!]
}

/** A cell of the quadtree, at level 0 the world. Its points are those from `first` up to but not including `end`. */
export interface Cell {
  /** In degrees; a point may lie a rounding outside. */
  readonly box: BBox
  readonly level: number
  /** The first code in it. */
  readonly code: number
  readonly first: number
  readonly end: number
}

/** How often the world is cut into quarters. */
const levels = 16
/** The points of so small a cell are looked at one by one, instead of cutting it once more. */
const leafPoints = 8

/** Whether the points of a cell are to be looked at one by one. */
export function isLeaf({ level, first, end }: Cell): boolean {
  return level === levels || end - first <= leafPoints
}

/** Goes through the cells that have points, in the order of the curve, and into the quarters of those that `enters`. */
export function visitCells({ codes }: PointData, enters: (cell: Cell) => boolean): void {
  visit(codes, { box: [-180, -90, 180, 90], level: 0, code: 0, first: 0, end: codes.length }, enters)
}

function visit(codes: Uint32Array, cell: Cell, enters: (cell: Cell) => boolean): void {
  if (cell.first === cell.end || !enters(cell)) return
  const [west, south, east, north] = cell.box
  const [middle, equator] = [(west + east) / 2, (south + north) / 2]
  const level = cell.level + 1
  const width = 2 ** (2 * (levels - level))
  let first = cell.first
  for (let quarter = 0; quarter < 4; quarter++) {
    const code = cell.code + quarter * width
    const end = quarter === 3 ? cell.end : lowerBound(codes, code + width, first, cell.end)
    const [left, right] = quarter % 2 === 0 ? [west, middle] : [middle, east]
    const [bottom, top] = quarter < 2 ? [south, equator] : [equator, north]
    visit(codes, { box: [left, bottom, right, top], level, code, first, end }, enters)
    first = end
  }
}

const cellsAcross = 2 ** levels

/** The deepest cell of a position, as a number along the curve: the bits of its column and its row by turns. */
export function codeOf(longitude: number, latitude: number): number {
  const column = Math.min(cellsAcross - 1, Math.floor(((longitude + 180) / 360) * cellsAcross))
  const row = Math.min(cellsAcross - 1, Math.floor(((latitude + 90) / 180) * cellsAcross))
  return (spread(column) | (spread(row) << 1)) >>> 0
}

/** Puts a zero between the lower 16 bits of a number. */
function spread(bits: number): number {
  let spaced = (bits | (bits << 8)) & 0x00ff00ff
  spaced = (spaced | (spaced << 4)) & 0x0f0f0f0f
  spaced = (spaced | (spaced << 2)) & 0x33333333
  return (spaced | (spaced << 1)) & 0x55555555
}
