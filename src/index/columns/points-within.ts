import type { LonLat } from '../../place/place.ts'
import { ascending } from '../sets/ascending.ts'
import { andInto, type Bitset, createBitset, hasBit, setBit } from '../sets/bitset.ts'
import { type BitsSelection, CountedBits } from '../sets/many.ts'
import {
  countSelection,
  intersection,
  type ListSelection,
  listSelection,
  type Selection,
  selectList,
} from '../sets/selection.ts'
import { type Area, circleArea } from './area.ts'
import type { PointData } from './point-column.ts'
import { type PointRuns, runsIn } from './quadtree.ts'

/** So few places are looked at one by one, rather than all that lie in the area. */
const fewCandidates = 500
/** Looking at a place of a list takes as long as passing so many that lie in the area. */
const passedForOne = 8
/** So few places are put into a list at once. */
const listedMax = 2_048

/**
 * The places of all these selections that are in the area; all there are when there are no selections. Sets are looked
 * into one by one, since what they have in common is wanted of the area alone.
 */
export function selectWithin(data: PointData, area: Area, among: readonly Selection[]): Selection {
  const size = data.ordinals.length
  const telling = among.filter((selection) => countSelection(selection) < size)
  const sets = telling.flatMap((selection) => (selection.kind === 'bits' ? [selection.bits] : []))
  if (sets.length === telling.length) return selectRuns({ data, area, sets, runs: runsIn(data, area) })
  return selectListed(data, area, listSelection(intersection(telling, size)))
}

function selectListed(data: PointData, area: Area, list: Uint32Array): Selection {
  if (list.length <= fewCandidates) return tested(data, area, list)
  const runs = runsIn(data, area)
  if (list.length * passedForOne <= pointsOf(runs.inside) + pointsOf(runs.rim)) return tested(data, area, list)
  const bits = markedBits(list, data.ordinals.length)
  const found = pointsIn(runs, { data, area, isWanted: (ordinal) => hasBit(bits, ordinal) })
  unmark(list)
  return new FewWithin(data, found)
}

/** The points of a circle whose places are wanted. */
export function pointsAround(
  data: PointData,
  { center, radiusMetres }: { readonly center: LonLat; readonly radiusMetres: number },
  isWanted: (ordinal: number) => boolean,
): Uint32Array {
  const area = circleArea(center, radiusMetres)
  return pointsIn(runsIn(data, area), { data, area, isWanted })
}

/** What is looked for: what all sets have, in which runs of points it lies. */
interface Search {
  readonly data: PointData
  readonly area: Area
  readonly sets: readonly Bitset[]
  readonly runs: PointRuns
}

function selectRuns(search: Search): Selection {
  const { data, area, sets, runs } = search
  const isWanted = inAll(sets)
  const onRim = pointsIn({ inside: [], rim: runs.rim }, { data, area, isWanted })
  const inside = sets.length === 0 ? pointsOf(runs.inside) : countRuns(data.ordinals, runs.inside, sets)
  if (onRim.length + inside > listedMax) return new ManyWithin(search, onRim, inside)
  const within = pointsIn({ inside: runs.inside, rim: [] }, { data, area, isWanted })
  const found = new Uint32Array(onRim.length + within.length)
  found.set(onRim)
  found.set(within, onRim.length)
  return new FewWithin(data, found)
}

/** Whether all sets have an ordinal: mostly there are none or one. */
function inAll(sets: readonly Bitset[]): (ordinal: number) => boolean {
  const [first, ...others] = sets
  if (first === undefined) return () => true
  if (others.length === 0) return (ordinal) => hasBit(first, ordinal)
  return (ordinal) => hasBit(first, ordinal) && others.every((set) => hasBit(set, ordinal))
}

/** Few places of an area. Most searches want the nearest of them, so they are put into order when somebody asks. */
export class FewWithin implements ListSelection {
  readonly kind = 'list'
  readonly count: number
  /** Which points they are, in no order. */
  readonly points: Uint32Array
  readonly #data: PointData
  #list: Uint32Array | undefined

  constructor(data: PointData, points: Uint32Array) {
    this.#data = data
    this.points = points
    this.count = points.length
  }

  get list(): Uint32Array {
    const { ordinals } = this.#data
    this.#list ??= ascending(
      this.points.map((point) => ordinals[point]!),
      ordinals.length,
    )
    return this.#list
  }
}

/**
 * Many places of an area, counted by its runs of points. Most searches want only to know how many they are, and the
 * nearest of them, so the set is made when somebody has to see all.
 */
export class ManyWithin implements BitsSelection {
  readonly kind = 'bits'
  readonly count: number
  readonly #search: Search
  readonly #onRim: Uint32Array
  #made: CountedBits | undefined

  constructor(search: Search, onRim: Uint32Array, inside: number) {
    this.#search = search
    this.#onRim = onRim
    this.count = onRim.length + inside
  }

  get bits(): Bitset {
    return this.#set().bits
  }

  /** About which part of the points in the area are places of the selection. */
  get share(): number {
    const { runs } = this.#search
    return this.count / (pointsOf(runs.inside) + pointsOf(runs.rim))
  }

  has(ordinal: number): boolean {
    if (this.#made !== undefined) return this.#made.has(ordinal)
    const { sets, area, data } = this.#search
    return sets.every((set) => hasBit(set, ordinal)) && area.holds(data.positions, data.points[ordinal]!)
  }

  /** Whether the place of an ordinal that lies in a circle is selected. */
  testIn(center: LonLat, radiusMetres: number): (ordinal: number) => boolean {
    const { area, sets } = this.#search
    return area.surrounds(center, radiusMetres) ? inAll(sets) : (ordinal) => this.has(ordinal)
  }

  at(index: number): number {
    return this.#set().at(index)
  }

  slice(start: number, end: number): Uint32Array {
    return this.#set().slice(start, end)
  }

  below(ordinal: number): number {
    return this.#set().below(ordinal)
  }

  #set(): CountedBits {
    this.#made ??= new CountedBits(this.#make())
    return this.#made
  }

  #make(): Bitset {
    const { data, sets, runs } = this.#search
    const { ordinals } = data
    const bits = createBitset(ordinals.length)
    for (let run = 0; run < runs.inside.length; run += 2) {
      const end = runs.inside[run + 1]!
      for (let point = runs.inside[run]!; point < end; point++) setBit(bits, ordinals[point]!)
    }
    for (const set of sets) andInto(bits, set)
    for (const point of this.#onRim) setBit(bits, ordinals[point]!)
    return bits
  }
}

/** What is asked of every point that is passed. */
interface Test {
  readonly data: PointData
  readonly area: Area
  isWanted(ordinal: number): boolean
}

/** The points found in one pass; it grows to what was the most. */
let passed = new Uint32Array(0)

/** The points of runs whose places are wanted: all of those inside, and of those on the rim those in the area. */
function pointsIn({ inside, rim }: PointRuns, { data, area, isWanted }: Test): Uint32Array {
  const { ordinals, positions } = data
  const atMost = pointsOf(inside) + pointsOf(rim)
  if (passed.length < atMost) passed = new Uint32Array(atMost)
  let length = 0
  for (let run = 0; run < rim.length; run += 2) {
    const end = rim[run + 1]!
    for (let point = rim[run]!; point < end; point++) {
      if (area.holds(positions, point) && isWanted(ordinals[point]!)) passed[length++] = point
    }
  }
  for (let run = 0; run < inside.length; run += 2) {
    const end = inside[run + 1]!
    for (let point = inside[run]!; point < end; point++) if (isWanted(ordinals[point]!)) passed[length++] = point
  }
  return passed.slice(0, length)
}

function countRuns(ordinals: Uint32Array, runs: readonly number[], sets: readonly Bitset[]): number {
  let count = 0
  for (let run = 0; run < runs.length; run += 2) {
    const end = runs[run + 1]!
    for (let point = runs[run]!; point < end; point++) {
      const ordinal = ordinals[point]!
      let isInAll = 1
      for (let set = 0; set < sets.length; set++) isInAll &= sets[set]![ordinal >>> 5]! >>> (ordinal & 31)
      count += isInAll
    }
  }
  return count
}

function pointsOf(runs: readonly number[]): number {
  let points = 0
  for (let run = 0; run < runs.length; run += 2) points += runs[run + 1]! - runs[run]!
  return points
}

function tested({ positions, points }: PointData, area: Area, list: Uint32Array): Selection {
  return selectList(list.filter((ordinal) => area.holds(positions, points[ordinal]!)))
}

/** Where lists become sets for one pass; nothing is in it before and after. */
let marks: Bitset = new Uint32Array(0)

function markedBits(list: Uint32Array, size: number): Bitset {
  if (marks.length * 32 < size) marks = createBitset(size)
  for (let at = 0; at < list.length; at++) setBit(marks, list[at]!)
  return marks
}

function unmark(list: Uint32Array): void {
  for (let at = 0; at < list.length; at++) marks[list[at]! >>> 5] = 0
}
