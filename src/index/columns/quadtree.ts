import type { BBox } from '../../place/place.ts'

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
    from = index === 3 ? end : lowerBoundWithin(codes, { first: start, end }, code + (index + 1) * width)
    return { cell: quarter, level: level + 1, code: code + index * width, first: start, end: from }
  })
}

/** How a cell lies to an area: wholly inside, wholly outside, or neither is certain. */
export type Relation = 'inside' | 'outside' | 'rim'

/** An area that cells are compared with. Both may say that a cell is nearer than it is. */
export interface Outline {
  /** Whether a cell shares a point with the area, told quickly. */
  meets(cell: Cell): boolean
  relate(cell: Cell): Relation
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
  descend({ codes, outline, runs }, { level: 0, code: 0, first: 0, end: codes.length })
  return runs
}

interface Search {
  readonly codes: Uint32Array
  readonly outline: Outline
  readonly runs: PointRuns
}

/** Looks at the quarters of a node; bounds of points are looked for only where the area may reach. */
function descend(search: Search, { level, code, first, end }: Omit<QuadNode, 'cell'>): void {
  const { codes, outline, runs } = search
  const width = 2 ** (2 * (levels - level - 1))
  for (let quarter = code; quarter < code + 4 * width; quarter += width) {
    const cell = cellOf(quarter, level + 1)
    if (!outline.meets(cell)) continue
    const from = lowerBoundWithin(codes, { first, end }, quarter)
    const to = lowerBoundWithin(codes, { first: from, end }, quarter + width)
    const relation = from === to ? 'outside' : outline.relate(cell)
    if (relation === 'outside') continue
    const node = { level: level + 1, code: quarter, first: from, end: to }
    if (relation === 'inside') runs.inside.push(from, to)
    else if (isLeaf(node)) runs.rim.push(from, to)
    else descend(search, node)
  }
}

/** The cell at a level that begins with a code. */
function cellOf(code: number, level: number): Cell {
  const west = (packed(code) / cells) * 360 - 180
  const south = (packed(code >>> 1) / cells) * 180 - 90
  return [west, south, west + 360 / 2 ** level, south + 180 / 2 ** level]
}

function lowerBoundWithin(codes: Uint32Array, { first, end }: { first: number; end: number }, code: number): number {
  let low = first
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if (codes[middle]! < code) low = middle + 1
    else high = middle
  }
  return low
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

/** Every second bit of a number, the lowest first: the way back from `spread`. */
function packed(spaced: number): number {
  let bits = spaced & 0x55555555
  bits = (bits | (bits >>> 1)) & 0x33333333
  bits = (bits | (bits >>> 2)) & 0x0f0f0f0f
  bits = (bits | (bits >>> 4)) & 0x00ff00ff
  return (bits | (bits >>> 8)) & 0x0000ffff
}
