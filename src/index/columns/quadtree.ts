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
const leafSize = 16

/** The node of the whole world. `codes` are those of all points, ascending. */
export function wholeTree(codes: Uint32Array): QuadNode {
  return { cell: [-180, -90, 180, 90], level: 0, code: 0, first: 0, end: codes.length }
}

/** Whether the points of a node are to be looked at one by one. */
export function isLeaf({ level, first, end }: QuadNode): boolean {
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
