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

const levels = 16
/** So few points are put into patches of a tile one by one instead of cutting their cell once more. */
const leafSize = 8
/** So few are compared with an area one by one, which takes less for each. */
const testedSize = 32

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

/** How a cell lies to an area: wholly inside, wholly outside, or neither is certain. */
export type Relation = 'inside' | 'outside' | 'rim'

/**
 * An area that cells are compared with. A cell is told by its column and row among those of its level, from the south
 * west. Both may say that a cell is nearer than it is.
 */
export interface Outline {
  /** Whether a cell shares a point with the area, told quickly. */
  meets(column: number, row: number, level: number): boolean
  relate(column: number, row: number, level: number): Relation
}

/** Runs of sorted points, each as where it begins and where it ends. */
export interface PointRuns {
  /** Those of cells inside the area. */
  readonly inside: number[]
  /** Those that are to be looked at one by one. */
  readonly rim: number[]
}

/** The points that are, or may be, in an area. */
export function runsIn(points: CurvePoints, outline: Outline): PointRuns {
  const runs = { inside: [], rim: [] }
  descend({ points, outline, runs }, { column: 0, row: 0, level: 0, first: 0, end: points.positions.length / 2 })
  return runs
}

interface Search {
  readonly points: CurvePoints
  readonly outline: Outline
  readonly runs: PointRuns
}

/** A node of the tree by its place among the cells of its level, so that nothing is computed that is not needed. */
interface Branch {
  readonly column: number
  readonly row: number
  readonly level: number
  readonly first: number
  readonly end: number
}

/** Looks at the quarters of a node; bounds of points are looked for only where the area may reach. */
function descend(search: Search, { column, row, level, first, end }: Branch): void {
  const { points, outline, runs } = search
  const below = level + 1
  const code = codeAt(column, row, level)
  const width = 1 << (2 * (levels - below))
  let known = 0
  let bound = first
  for (let quarter = 0; quarter < 4; quarter++) {
    const [x, y] = [2 * column + (quarter & 1), 2 * row + (quarter >> 1)]
    if (!outline.meets(x, y, below)) continue
    const from = known === quarter ? bound : boundOf(points, code + quarter * width, bound, end)
    bound = quarter === 3 ? end : boundOf(points, code + (quarter + 1) * width, from, end)
    known = quarter + 1
    const relation = from === bound ? 'outside' : outline.relate(x, y, below)
    if (relation === 'outside') continue
    if (relation === 'inside') runs.inside.push(from, bound)
    else if (below === levels || bound - from <= testedSize) runs.rim.push(from, bound)
    else descend(search, { column: x, row: y, level: below, first: from, end: bound })
  }
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

/** The first code in a cell. */
function codeAt(column: number, row: number, level: number): number {
  return level === 0 ? 0 : ((spread(column) | (spread(row) << 1)) << (2 * (levels - level))) >>> 0
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
  const column = Math.min(cells - 1, Math.floor(((longitude + 180) / 360) * cells))
  const row = Math.min(cells - 1, Math.floor(((latitude + 90) / 180) * cells))
  return (spread(column) | (spread(row) << 1)) >>> 0
}

/** Puts a zero between the lower 16 bits of a number. */
function spread(bits: number): number {
  let spaced = (bits | (bits << 8)) & 0x00ff00ff
  spaced = (spaced | (spaced << 4)) & 0x0f0f0f0f
  spaced = (spaced | (spaced << 2)) & 0x33333333
  return (spaced | (spaced << 1)) & 0x55555555
}
