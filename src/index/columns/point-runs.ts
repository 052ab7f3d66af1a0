import { lowerBound } from '../sets/lower-bound.ts'
import { type CurvePoints, codePitch, levels } from './quadtree.ts'

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
  /** Those inside the area. */
  readonly inside: readonly number[]
  /** Those that are to be looked at one by one. */
  readonly rim: readonly number[]
}

/** The points of so few blocks are compared with the area one by one, instead of cutting their cell once more. */
const testedBlocks = 3

/** A cell with the first code in it, and how many blocks begin before it and before its end. */
interface Branch {
  readonly column: number
  readonly row: number
  readonly level: number
  readonly code: number
  readonly first: number
  readonly end: number
}

/**
 * The points that are, or may be, in an area. Points come in blocks of `codePitch` of which only the first code is known,
 * so runs begin and end between blocks: looking at all points of a block takes no longer than finding the one in it with
 * which a cell begins.
 */
export function runsIn(points: CurvePoints, outline: Outline): PointRuns {
  const { codes, positions } = points
  const runs = new BlockRuns(positions.length / 2)
  descend({ codes, outline, runs }, { column: 0, row: 0, level: 0, code: 0, first: 0, end: codes.length })
  return runs.finish()
}

interface Search {
  readonly codes: Uint32Array
  readonly outline: Outline
  readonly runs: BlockRuns
}

/** Looks at the quarters of a cell; where they begin is looked for only where the area may reach. */
function descend(search: Search, { column, row, level, code, first, end }: Branch): void {
  const { codes, outline, runs } = search
  const below = level + 1
  const width = 1 << (2 * (levels - below))
  let known = 0
  let bound = first
  for (let quarter = 0; quarter < 4; quarter++) {
    const [x, y] = [2 * column + (quarter & 1), 2 * row + (quarter >> 1)]
    if (!outline.meets(x, y, below)) continue
    const start = code + quarter * width
    const from = known === quarter ? bound : lowerBound(codes, start, bound, end)
    bound = quarter === 3 ? end : lowerBound(codes, start + width, from, end)
    known = quarter + 1
    if (runs.isOnRim(from, bound)) continue
    const relation = outline.relate(x, y, below)
    if (relation === 'outside') continue
    if (relation === 'inside') runs.addInside(from, bound, { code: start, codeEnd: start + width })
    else if (below === levels || bound - from < testedBlocks) runs.addRim(from, bound)
    else descend(search, { column: x, row: y, level: below, code: start, first: from, end: bound })
  }
}

/** The codes from `code` up to but not including `codeEnd`. */
interface Codes {
  readonly code: number
  readonly codeEnd: number
}

/**
 * Takes cells in their order along the curve, each as how many blocks begin before it and before its end: its points are
 * in the last block that begins before it and in those that begin in it. Cells inside that follow each other are one,
 * which shares only its first and its last block with others.
 */
class BlockRuns {
  readonly #inside: number[] = []
  readonly #rim: number[] = []
  readonly #points: number
  /** Behind the last block on the rim. */
  #rimEnd = 0
  /** The cells inside that were added last. */
  #first = 0
  #end = 0
  #codeEnd = 0

  constructor(points: number) {
    this.#points = points
  }

  /** Whether all points of a cell are in the last block on the rim. */
  isOnRim(first: number, end: number): boolean {
    return end === first && first === this.#rimEnd
  }

  addInside(first: number, end: number, { code, codeEnd }: Codes): void {
    if (code !== this.#codeEnd) {
      this.#closeInside()
      this.#first = first
    }
    this.#end = end
    this.#codeEnd = codeEnd
  }

  addRim(first: number, end: number): void {
    this.#closeInside()
    this.#putRim(first - 1, end)
  }

  finish(): PointRuns {
    this.#closeInside()
    return { inside: this.#inside, rim: this.#rim }
  }

  #closeInside(): void {
    if (this.#codeEnd === 0) return
    const [first, end] = [this.#first, this.#end]
    this.#codeEnd = 0
    this.#putRim(first - 1, first)
    if (first < end - 1) this.#inside.push(first * codePitch, (end - 1) * codePitch)
    this.#putRim(end - 1, end)
  }

  #putRim(first: number, end: number): void {
    const from = Math.max(first, this.#rimEnd)
    if (from >= end) return
    const pointEnd = Math.min(end * codePitch, this.#points)
    if (from === this.#rimEnd && this.#rim.length > 0) this.#rim[this.#rim.length - 1] = pointEnd
    else this.#rim.push(from * codePitch, pointEnd)
    this.#rimEnd = end
  }
}
