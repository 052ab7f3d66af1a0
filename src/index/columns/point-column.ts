import { earthRadiusMetres, haversineFrom } from '../../geo/sphere.ts'
import type { BBox, LonLat } from '../../place/place.ts'
import { sharedFloat64, sharedUint32 } from '../memory/shared.ts'
import { lowerBound, nthSmallest, radixOrder } from '../memory/sorting.ts'
import { type Bitset, type BitsSelection, hasBit } from '../sets/bitset.ts'
import { ascending, bitsOf, fitsList, listSelection, type Selection, selectList, setOf } from '../sets/selection.ts'
import { type Area, circleArea, surelyBeyond } from './area.ts'
import { type MergeSource, tombstone } from './inverted.ts'

/**
 * The positions of places, sorted along the Z-order curve (Morton 1966) over longitude and latitude. Every cell of a
 * quadtree is one run of points, so circles, boxes and tiles need no separate tree.
 */
export interface PointData {
  /** [longitude, latitude] of the first point, of the second, … in degrees. */
  readonly positions: Float64Array
  /** The code of each point (see `codeOf`), ascending. */
  readonly codes: Uint32Array
  /** The ordinal of each point along the curve. */
  readonly ordinals: Uint32Array
  /** The index along the curve of the point of ordinal 0, of ordinal 1, … */
  readonly points: Uint32Array
}

/** Builds the column; `positions` are [longitude, latitude] of ordinal 0, of ordinal 1, … in degrees. */
export function buildPoints(positions: Float64Array): PointData {
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

/** Merges the columns of several segments into one of `count` ordinals. */
export function mergePoints(sources: readonly MergeSource<PointData>[], count: number): PointData {
  const merged = new Float64Array(2 * count)
  for (const { data, ordinalMap } of sources) {
    for (let point = 0; point < data.ordinals.length; point++) {
      const ordinal = ordinalMap[data.ordinals[point]!]!
      if (ordinal === tombstone) continue
      merged[2 * ordinal] = data.positions[2 * point]!
      merged[2 * ordinal + 1] = data.positions[2 * point + 1]!
    }
  }
  return buildPoints(merged)
}

/** The position of a place, in degrees. */
function positionOf({ positions, points }: PointData, ordinal: number): LonLat {
  const point = points[ordinal]!
  return [positions[2 * point]!, positions[2 * point + 1]!]
}

/** A cell of the quadtree; level 0 is the world. Its points are those from `first` up to but not including `end`. */
export interface Cell {
  /** In degrees; a point may lie outside by a rounding error. */
  readonly box: BBox
  readonly level: number
  /** The first code of the cell. */
  readonly code: number
  readonly first: number
  readonly end: number
}

/** Depth of the quadtree: the number of times the world is quartered. */
const levels = 16
/** The points of a cell with at most this many are tested one by one, without another division. */
const leafPoints = 24

/** True if the points of a cell are to be tested one by one. */
export function isLeaf({ level, first, end }: Cell): boolean {
  return level === levels || end - first <= leafPoints
}

/**
 * Visits the cells that have points, in the order of the curve, and the quarters of those for which `enters` returns
 * true.
 */
export function visitCells({ codes }: PointData, enters: (cell: Cell) => boolean): void {
  // Reuses one cell per level: creating cells accounts for a third of the time.
  const cells = Array.from(
    { length: levels + 1 },
    (_, level): MutableCell => ({ box: [0, 0, 0, 0], level, code: 0, first: 0, end: 0 }),
  )
  Object.assign(cells[0]!, { box: [-180, -90, 180, 90], end: codes.length })
  const visit = (cell: MutableCell): void => {
    if (!enters(cell)) return
    const [west, south, east, north] = cell.box
    const [middle, equator] = [(west + east) / 2, (south + north) / 2]
    const within = cells[cell.level + 1]!
    const width = 2 ** (2 * (levels - within.level))
    let { first } = cell
    for (let quarter = 0; quarter < 4; quarter++) {
      within.code = cell.code + quarter * width
      within.first = first
      within.end = quarter === 3 ? cell.end : lowerBound(codes, within.code + width, first, cell.end)
      within.box[0] = quarter % 2 === 0 ? west : middle
      within.box[1] = quarter < 2 ? south : equator
      within.box[2] = quarter % 2 === 0 ? middle : east
      within.box[3] = quarter < 2 ? equator : north
      first = within.end
      if (within.first < first) visit(within)
    }
  }
  visit(cells[0]!)
}

type MutableCell = { -readonly [Member in keyof Cell]: Cell[Member] } & {
  readonly box: [number, number, number, number]
}

const cellsAcross = 2 ** levels

/** The deepest cell of a position as a number along the curve: the interleaved bits of its column and its row. */
function codeOf(longitude: number, latitude: number): number {
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

/** Points along the curve from `first` up to but not including `end`. */
interface PointRun {
  readonly first: number
  end: number
}

/**
 * The points in the area, in the order of the curve. Cells inside are taken whole; points at the rim are tested one by
 * one.
 */
function runsWithin(data: PointData, area: Area): readonly PointRun[] {
  const { positions } = data
  const runs: PointRun[] = []
  const add = (first: number, end: number) => {
    const last = runs.at(-1)
    if (last?.end === first) last.end = end
    else runs.push({ first, end })
  }
  visitCells(data, (cell) => {
    const relation = area.relate(cell.box)
    if (relation === 'inside') add(cell.first, cell.end)
    if (relation !== 'rim') return false
    if (!isLeaf(cell)) return true
    for (let point = cell.first; point < cell.end; point++) {
      if (area.has(positions[2 * point]!, positions[2 * point + 1]!)) add(point, point + 1)
    }
    return false
  })
  return runs
}

/** Up to this many hits are tested one by one, without searching the area. */
const fewHits = 1_000
/** Neighbours along the curve per wanted hit; among them some are about as near as the nearest hits. */
const neighbourShare = 2
/** More neighbours take longer than one step of a few milliseconds should. All hits are then sorted, in steps. */
const neighboursMax = 2 ** 15

/** The positions of a segment, open for searches. */
export class PointColumn {
  readonly #data: PointData
  /** The hits last counted along the curve, and the hits of the last query. */
  #counted: { readonly hits: Selection; readonly along: BitsSelection } | undefined
  #asked: Selection | undefined

  constructor(data: PointData) {
    this.#data = data
  }

  positionOf(ordinal: number): LonLat {
    return positionOf(this.#data, ordinal)
  }

  /** The hits that are in the area. */
  within(area: Area, hits: Selection): Selection {
    const { ordinals, points, positions } = this.#data
    const size = ordinals.length
    const has = (ordinal: number) =>
      hits.has(ordinal) && area.has(positions[2 * points[ordinal]!]!, positions[2 * points[ordinal]! + 1]!)
    if (hits.kind === 'list' && hits.count <= fewHits) return selectList(hits.list.filter(has))
    const runs = runsWithin(this.#data, area)
    if (!fitsList(lengthOf(runs), size)) {
      const makeBits = () => setOf(this.#ordinalsAmong(runs, bitsOf(hits, size)), size)
      return new ManyWithin(this.#count(runs, hits), has, makeBits)
    }
    return new FewWithin(this.#ordinalsAmong(runs, bitsOf(hits, size)), has, size)
  }

  /** Ordinals of hits that include the `wanted` nearest, in no order; if few are wanted, few others. */
  nearest(center: LonLat, hits: Selection, wanted: number): Uint32Array {
    const isFew = hits.count < fewHits
    if (!isFew && wanted * neighbourShare > Math.min(hits.count, neighboursMax)) return inAnyOrder(hits)
    const candidates = isFew ? inAnyOrder(hits) : this.#around(center, hits, wanted)
    if (wanted >= candidates.length) return candidates
    // Exact distances take longer than haversines, so hits surely farther than the last wanted one are dropped first.
    const haversines = this.#haversines(center, candidates)
    const limit = surelyBeyond(nthSmallest(haversines, wanted - 1))
    return candidates.filter((_, at) => haversines[at]! <= limit)
  }

  /** The hits in a circle that contains at least `wanted` of them. */
  #around(center: LonLat, hits: Selection, wanted: number): Uint32Array {
    const { ordinals } = this.#data
    const circle = circleArea(center, this.#radiusMetres(center, hits, wanted))
    const found: number[] = []
    for (const { first, end } of runsWithin(this.#data, circle)) {
      for (let point = first; point < end; point++) if (hits.has(ordinals[point]!)) found.push(ordinals[point]!)
    }
    return Uint32Array.from(found)
  }

  #ordinalsAmong(runs: readonly PointRun[], hits: Bitset): Uint32Array {
    const { ordinals } = this.#data
    const found = new Uint32Array(lengthOf(runs))
    let length = 0
    for (const { first, end } of runs) {
      for (let point = first; point < end; point++) {
        const ordinal = ordinals[point]!
        if (hasBit(hits, ordinal)) found[length++] = ordinal
      }
    }
    return found.subarray(0, length)
  }

  /** Counts the hits in runs: one by one, or run by run if the same hits are queried again. */
  #count(runs: readonly PointRun[], hits: Selection): number {
    const { points, ordinals } = this.#data
    if (hits !== this.#counted?.hits && hits === this.#asked) {
      const along = setOf(
        listSelection(hits).map((ordinal) => points[ordinal]!),
        ordinals.length,
      )
      this.#counted = { hits, along }
    }
    this.#asked = hits
    const { along } = this.#counted?.hits === hits ? this.#counted : {}
    if (along === undefined) return this.#ordinalsAmong(runs, bitsOf(hits, ordinals.length)).length
    return runs.reduce((sum, { first, end }) => sum + along.below(end) - along.below(first), 0)
  }

  /** A radius that contains at least `wanted` hits, from the nearest neighbours along the curve. */
  #radiusMetres(center: LonLat, hits: Selection, wanted: number): number {
    const { codes, ordinals } = this.#data
    const neighbours: number[] = []
    let after = lowerBound(codes, codeOf(...center))
    let before = after - 1
    while (neighbours.length < wanted * neighbourShare && (before >= 0 || after < codes.length)) {
      if (after < codes.length && hits.has(ordinals[after]!)) neighbours.push(ordinals[after]!)
      if (before >= 0 && hits.has(ordinals[before]!)) neighbours.push(ordinals[before]!)
      after++
      before--
    }
    const farthest = nthSmallest(this.#haversines(center, Uint32Array.from(neighbours)), wanted - 1)
    return 2 * earthRadiusMetres * Math.asin(Math.sqrt(Math.min(1, farthest))) * (1 + 1e-6) + 1
  }

  #haversines(center: LonLat, ordinals: Uint32Array): Float64Array {
    const { positions, points } = this.#data
    const haversine = haversineFrom(center)
    const found = new Float64Array(ordinals.length)
    for (let at = 0; at < ordinals.length; at++) {
      const point = points[ordinals[at]!]!
      found[at] = haversine(positions[2 * point]!, positions[2 * point + 1]!)
    }
    return found
  }
}

function lengthOf(runs: readonly PointRun[]): number {
  return runs.reduce((sum, { first, end }) => sum + end - first, 0)
}

/** Few hits in an area, sorted on first use of `list`. */
class FewWithin {
  readonly kind = 'list'
  readonly has: (ordinal: number) => boolean
  readonly #size: number
  #isOrdered = false
  #ordinals: Uint32Array

  constructor(ordinals: Uint32Array, has: (ordinal: number) => boolean, size: number) {
    this.#ordinals = ordinals
    this.has = has
    this.#size = size
  }

  get count(): number {
    return this.#ordinals.length
  }

  /** The ordinals in any order. */
  get ordinals(): Uint32Array {
    return this.#ordinals
  }

  get list(): Uint32Array {
    if (!this.#isOrdered) this.#ordinals = ascending(this.#ordinals, this.#size)
    this.#isOrdered = true
    return this.#ordinals
  }
}

function inAnyOrder(hits: Selection): Uint32Array {
  return hits instanceof FewWithin ? hits.ordinals : listSelection(hits)
}

/** Many hits in an area; the set is built on first use. */
class ManyWithin implements BitsSelection {
  readonly kind = 'bits'
  readonly count: number
  readonly has: (ordinal: number) => boolean
  readonly #make: () => BitsSelection
  #made: BitsSelection | undefined

  constructor(count: number, has: (ordinal: number) => boolean, make: () => BitsSelection) {
    this.count = count
    this.has = has
    this.#make = make
  }

  get bits(): Uint32Array {
    return this.#set.bits
  }

  at(index: number): number {
    return this.#set.at(index)
  }

  slice(start: number, end: number): Uint32Array {
    return this.#set.slice(start, end)
  }

  below(ordinal: number): number {
    return this.#set.below(ordinal)
  }

  get #set(): BitsSelection {
    this.#made ??= this.#make()
    return this.#made
  }
}
