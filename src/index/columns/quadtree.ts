import type { BBox } from '../../place/place.ts'
import { lowerBound } from '../sets/lower-bound.ts'

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
/** So few points are tested one by one instead of cutting their cell once more. */
const leafSize = 8

/** The node of the whole world. `codes` are those of all points, ascending. */
export function wholeTree(codes: Uint32Array): QuadNode {
  return { cell: [-180, -90, 180, 90], level: 0, code: 0, first: 0, end: codes.length }
}

/** Whether the points of a node are to be looked at one by one. */
export function isLeaf({ level, first, end }: Omit<QuadNode, 'cell' | 'code'>): boolean {
  return level === levels || end - first <= leafSize
}

/** The four quarters of a node: the two highest bits that its level leaves free say which. */
export function quarters(codes: Uint32Array, { cell, level, code, first, end }: QuadNode): QuadNode[] {
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
    from = index === 3 ? end : lowerBound(codes, code + (index + 1) * width, start, end)
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
export function runsIn(codes: Uint32Array, outline: Outline): PointRuns {
  const runs = { inside: [], rim: [] }
  descend({ codes, outline, runs }, { column: 0, row: 0, level: 0, first: 0, end: codes.length })
  return runs
}

interface Search {
  readonly codes: Uint32Array
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
  const { codes, outline, runs } = search
  const below = level + 1
  const code = codeAt(column, row, level)
  const width = 1 << (2 * (levels - below))
  let known = 0
  let bound = first
  for (let quarter = 0; quarter < 4; quarter++) {
    const [x, y] = [2 * column + (quarter & 1), 2 * row + (quarter >> 1)]
    if (!outline.meets(x, y, below)) continue
    const from = known === quarter ? bound : lowerBound(codes, code + quarter * width, bound, end)
    bound = quarter === 3 ? end : lowerBound(codes, code + (quarter + 1) * width, from, end)
    known = quarter + 1
    const relation = from === bound ? 'outside' : outline.relate(x, y, below)
    if (relation === 'outside') continue
    if (relation === 'inside') runs.inside.push(from, bound)
    else if (isLeaf({ level: below, first: from, end: bound })) runs.rim.push(from, bound)
    else descend(search, { column: x, row: y, level: below, first: from, end: bound })
  }
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
