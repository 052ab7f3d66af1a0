import { ascending } from '../sets/ascending.ts'
import { andInto, type Bitset, createBitset, hasBit, setBit } from '../sets/bitset.ts'
import { type BitsSelection, CountedBits } from '../sets/many.ts'
import { type Selection, selectList } from '../sets/selection.ts'
import type { Area } from './area.ts'
import type { PointData } from './point-column.ts'
import { type PointRuns, runsIn } from './quadtree.ts'

/** So few places are looked at one by one, rather than all that lie in the area. */
const fewCandidates = 500
/** Looking at a place of a list takes as long as passing so many that lie in the area. */
const passedForOne = 8
/** So few places are put into a list at once. */
const listedMax = 2_048

/** The selected places that are in the area. */
export function selectWithin(data: PointData, area: Area, among: Selection): Selection {
  if (among.kind === 'list' && among.list.length <= fewCandidates) return tested(data, area, among.list)
  const runs = runsIn(data.codes, area)
  if (among.kind === 'bits') return selectRuns({ data, area, among, runs })
  if (among.list.length * passedForOne <= pointsOf(runs.inside) + pointsOf(runs.rim))
    return tested(data, area, among.list)
  const size = data.ordinals.length
  const bits = markedBits(among.list, size)
  const found = ordinalsIn(runs, { data, area, isWanted: (ordinal) => hasBit(bits, ordinal) })
  unmark(among.list)
  return selectList(ascending(found, size))
}

/** The places in the area that are wanted, in no order. */
export function wantedWithin(data: PointData, area: Area, isWanted: (ordinal: number) => boolean): Uint32Array {
  return ordinalsIn(runsIn(data.codes, area), { data, area, isWanted })
}

/** What is looked for, and in which runs of points it lies. */
interface Search {
  readonly data: PointData
  readonly area: Area
  readonly among: BitsSelection
  readonly runs: PointRuns
}

function selectRuns(search: Search): Selection {
  const { data, area, among, runs } = search
  const size = data.ordinals.length
  const all = among.count === size
  const isWanted = all ? () => true : (ordinal: number) => hasBit(among.bits, ordinal)
  const onRim = ordinalsIn({ inside: [], rim: runs.rim }, { data, area, isWanted })
  const inside = all ? pointsOf(runs.inside) : countRuns(data.ordinals, runs.inside, among.bits)
  if (onRim.length + inside > listedMax) return new PointsWithin(search, onRim, inside)
  const within = ordinalsIn({ inside: runs.inside, rim: [] }, { data, area, isWanted })
  const found = new Uint32Array(onRim.length + within.length)
  found.set(onRim)
  found.set(within, onRim.length)
  return selectList(ascending(found, size))
}

/**
 * Many places of an area, counted by its runs of points. Most searches want only to know how many they are, and the
 * nearest of them, so the set is made when somebody has to see all.
 */
class PointsWithin implements BitsSelection {
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

  has(ordinal: number): boolean {
    if (this.#made !== undefined) return this.#made.has(ordinal)
    const { among, area, data } = this.#search
    return among.has(ordinal) && area.holds(data.positions, ordinal)
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
    const { data, among, runs } = this.#search
    const { ordinals } = data
    const bits = createBitset(ordinals.length)
    for (let run = 0; run < runs.inside.length; run += 2) {
      const end = runs.inside[run + 1]!
      for (let at = runs.inside[run]!; at < end; at++) setBit(bits, ordinals[at]!)
    }
    if (among.count < ordinals.length) andInto(bits, among.bits)
    for (const ordinal of this.#onRim) setBit(bits, ordinal)
    return bits
  }
}

/** What is asked of every point that is passed. */
interface Test {
  readonly data: PointData
  readonly area: Area
  isWanted(ordinal: number): boolean
}

/** The found ordinals of one pass; grows to what was the most. */
let passed = new Uint32Array(0)

/** The wanted places of runs: all of those inside, and of those on the rim those in the area. */
function ordinalsIn({ inside, rim }: PointRuns, { data, area, isWanted }: Test): Uint32Array {
  const { ordinals, positions } = data
  const atMost = pointsOf(inside) + pointsOf(rim)
  if (passed.length < atMost) passed = new Uint32Array(atMost)
  let length = 0
  for (let run = 0; run < rim.length; run += 2) {
    for (let at = rim[run]!; at < rim[run + 1]!; at++) {
      const ordinal = ordinals[at]!
      if (area.holds(positions, ordinal) && isWanted(ordinal)) passed[length++] = ordinal
    }
  }
  for (let run = 0; run < inside.length; run += 2) {
    for (let at = inside[run]!; at < inside[run + 1]!; at++) {
      if (isWanted(ordinals[at]!)) passed[length++] = ordinals[at]!
    }
  }
  return passed.slice(0, length)
}

function countRuns(ordinals: Uint32Array, runs: readonly number[], bits: Bitset): number {
  let count = 0
  for (let run = 0; run < runs.length; run += 2) {
    const end = runs[run + 1]!
    for (let at = runs[run]!; at < end; at++) {
      const ordinal = ordinals[at]!
      count += (bits[ordinal >>> 5]! >>> (ordinal & 31)) & 1
    }
  }
  return count
}

function pointsOf(runs: readonly number[]): number {
  let points = 0
  for (let run = 0; run < runs.length; run += 2) points += runs[run + 1]! - runs[run]!
  return points
}

function tested({ positions }: PointData, area: Area, list: Uint32Array): Selection {
  return selectList(list.filter((ordinal) => area.holds(positions, ordinal)))
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
