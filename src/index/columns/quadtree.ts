import { earthRadiusMetres } from '../../geo/sphere.ts'
import type { BBox, LonLat } from '../../place/place.ts'
import { lowerBound } from '../sets/lower-bound.ts'

/** Points along the Z-order curve, ascending by their codes. */
export interface CurvePoints {
  /** [longitude, latitude] of the first point, of the second, … in degrees. */
  readonly positions: Float64Array
  /** The codes (see `codeOf`) of the first point, and of every one `codePitch` behind; those between are computed. */
  readonly codes: Uint32Array
}

/** Computing the codes of so few neighbours takes no longer than looking at twice as many codes more. */
export const codePitch = 16

/** A cell of the quadtree over longitude and latitude, in degrees. */
export type Cell = BBox

/** A cell at a level (0: the world), the first code in it, and the range of sorted points that lie in it. */
export interface QuadNode {
  readonly cell: Cell
  readonly level: number
  readonly code: number
  readonly first: number
  readonly end: number
}

/** How often the world is cut into quarters. */
export const levels = 16
/** So few points are put into patches of a tile one by one instead of cutting their cell once more. */
const leafSize = 8

/** The node of the whole world. */
export function wholeTree({ positions }: CurvePoints): QuadNode {
  return { cell: [-180, -90, 180, 90], level: 0, code: 0, first: 0, end: positions.length / 2 }
}

/** Whether the points of a node are to be looked at one by one. */
export function isLeaf({ level, first, end }: QuadNode): boolean {
  return level === levels || end - first <= leafSize
}

/** The four quarters of a node: the two highest bits that its level leaves free say which. */
export function quarters(points: CurvePoints, { cell, level, code, first, end }: QuadNode): QuadNode[] {
  const [west, south, east, north] = cell
  const [middle, equator] = [(west + east) / 2, (south + north) / 2]
  const width = 2 ** (2 * (levels - level - 1))
  const cells: Cell[] = [
    [west, south, middle, equator],
    [middle, south, east, equator],
    [west, equator, middle, north],
    [middle, equator, east, north],
  ]
  let from = first
  return cells.map((quarter, index) => {
    const start = from
    from = index === 3 ? end : boundOf(points, code + (index + 1) * width, start, end)
    return { cell: quarter, level: level + 1, code: code + index * width, first: start, end: from }
  })
}

/** The first point from `first` to `end` whose code is not below this one; `end` where all are. */
function boundOf({ positions, codes }: CurvePoints, code: number, first: number, end: number): number {
  const known = lowerBound(codes, code, Math.ceil(first / codePitch), Math.ceil(end / codePitch))
  let low = Math.max(first, (known - 1) * codePitch + 1)
  let high = Math.min(end, known * codePitch)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (codeOf(positions[2 * middle]!, positions[2 * middle + 1]!) < code) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * About how many metres around a position have so many points: as if they lay as close as in the smallest cell around it
 * that has as many.
 */
export function radiusAround({ codes }: CurvePoints, [longitude, latitude]: LonLat, count: number): number {
  const code = codeOf(longitude, latitude)
  let level = levels
  let found: number
  do {
    level--
    const width = 2 ** (2 * (levels - level))
    const first = code - (code % width)
    found = codePitch * (lowerBound(codes, first + width) - lowerBound(codes, first))
  } while (found < count && level > 0)
  const height = ((Math.PI / 180) * earthRadiusMetres * 180) / 2 ** level
  const squareMetres = 2 * height * height * Math.cos(latitude * (Math.PI / 180))
  return Math.sqrt((squareMetres * count) / (Math.PI * Math.max(1, found)))
}

/** The cell at a column and row of a level. */
export function cellAt(column: number, row: number, level: number): Cell {
  const [width, height] = [360 / 2 ** level, 180 / 2 ** level]
  const [west, south] = [column * width - 180, row * height - 90]
  return [west, south, west + width, south + height]
}

const cells = 2 ** levels

/** The cell of a position at the deepest level, as a number along the Z-order curve (Morton 1966). */
export function codeOf(longitude: number, latitude: number): number {
  return (spread(columnOf(longitude)) | (spread(rowOf(latitude)) << 1)) >>> 0
}

/** The column of a longitude among the cells of the deepest level, from the west; ascends with the longitude. */
export function columnOf(longitude: number): number {
  return Math.min(cells - 1, Math.floor(((longitude + 180) / 360) * cells))
}

/** The row of a latitude among the cells of the deepest level, from the south; ascends with the latitude. */
export function rowOf(latitude: number): number {
  return Math.min(cells - 1, Math.floor(((latitude + 90) / 180) * cells))
}

/** Puts a zero between the lower 16 bits of a number. */
function spread(bits: number): number {
  let spaced = (bits | (bits << 8)) & 0x00ff00ff
  spaced = (spaced | (spaced << 4)) & 0x0f0f0f0f
  spaced = (spaced | (spaced << 2)) & 0x33333333
  return (spaced | (spaced << 1)) & 0x55555555
}
