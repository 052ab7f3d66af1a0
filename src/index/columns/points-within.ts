import { ascending } from '../sets/ascending.ts'
import { andInto, type Bitset, createBitset, hasBit, setBit } from '../sets/bitset.ts'
import { type BitsSelection, CountedBits } from '../sets/many.ts'
import { countSelection, intersection, listSelection, type Selection, selectList } from '../sets/selection.ts'
import type { Area } from './area.ts'
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
  if (sets.length === telling.length) return selectRuns({ data, area, sets, runs: runsIn(data.codes, area) })
  return selectListed(data, area, listSelection(intersection(telling, size)))
}

function selectListed(data: PointData, area: Area, list: Uint32Array): Selection {
  if (list.length <= fewCandidates) return tested(data, area, list)
  const runs = runsIn(data.codes, area)
  if (list.length * passedForOne <= pointsOf(runs.inside) + pointsOf(runs.rim)) return tested(data, area, list)
  const size = data.ordinals.length
  const bits = markedBits(list, size)
  const found = ordinalsIn(runs, { data, area, isWanted: (ordinal) => hasBit(bits, ordinal) })
  unmark(list)
  return selectList(ascending(found, size))
}

/** The places in the area that are wanted, in no order. */
export function wantedWithin(data: PointData, area: Area, isWanted: (ordinal: number) => boolean): Uint32Array {
  return ordinalsIn(runsIn(data.codes, area), { data, area, isWanted })
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
  const onRim = ordinalsIn({ inside: [], rim: runs.rim }, { data, area, isWanted })
  const inside = sets.length === 0 ? pointsOf(runs.inside) : countRuns(data.ordinals, runs.inside, sets)
  if (onRim.length + inside > listedMax) return new PointsWithin(search, onRim, inside)
  const within = ordinalsIn({ inside: runs.inside, rim: [] }, { data, area, isWanted })
  const found = new Uint32Array(onRim.length + within.length)
  found.set(onRim)
  found.set(within, onRim.length)
  return selectList(ascending(found, data.ordinals.length))
}

/** Whether all sets have an ordinal: mostly there are none or one. */
function inAll(sets: readonly Bitset[]): (ordinal: number) => boolean {
  const [first, ...others] = sets
  if (first === undefined) return () => true
  if (others.length === 0) return (ordinal) => hasBit(first, ordinal)
  return (ordinal) => hasBit(first, ordinal) && others.every((set) => hasBit(set, ordinal))
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
    const { sets, area, data } = this.#search
    return sets.every((set) => hasBit(set, ordinal)) && area.holds(data.positions, ordinal)
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
      for (let at = runs.inside[run]!; at < end; at++) setBit(bits, ordinals[at]!)
    }
    for (const set of sets) andInto(bits, set)
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

/** The found ordinals of one pass, and where those on the rim are; they grow to what was the most. */
let passed = new Uint32Array(0)
let fetched = new Float64Array(0)

/** The wanted places of runs: all of those inside, and of those on the rim those in the area. */
function ordinalsIn({ inside, rim }: PointRuns, { data, area, isWanted }: Test): Uint32Array {
  const { ordinals } = data
  const atMost = pointsOf(inside) + pointsOf(rim)
  if (passed.length < atMost) passed = new Uint32Array(atMost)
  const onRim = fetch(data, rim)
  let length = 0
  for (let at = 0; at < onRim; at++) {
    const ordinal = passed[at]!
    if (area.holds(fetched, at) && isWanted(ordinal)) passed[length++] = ordinal
  }
  for (let run = 0; run < inside.length; run += 2) {
    for (let at = inside[run]!; at < inside[run + 1]!; at++) {
      if (isWanted(ordinals[at]!)) passed[length++] = ordinals[at]!
    }
  }
  return passed.slice(0, length)
}

/**
 * Lists the places of runs and their positions. These lie scattered in memory: read without a decision in between, many
 * are on their way at once.
 */
function fetch({ ordinals, positions }: PointData, runs: readonly number[]): number {
  const points = pointsOf(runs)
  if (fetched.length < 2 * points) fetched = new Float64Array(2 * points)
  let length = 0
  for (let run = 0; run < runs.length; run += 2) {
    const end = runs[run + 1]!
    for (let at = runs[run]!; at < end; at++) {
      const ordinal = ordinals[at]!
      passed[length] = ordinal
      fetched[2 * length] = positions[2 * ordinal]!
      fetched[2 * length + 1] = positions[2 * ordinal + 1]!
      length++
    }
  }
  return length
}

function countRuns(ordinals: Uint32Array, runs: readonly number[], sets: readonly Bitset[]): number {
  let count = 0
  for (let run = 0; run < runs.length; run += 2) {
    const end = runs[run + 1]!
    for (let at = runs[run]!; at < end; at++) {
      const ordinal = ordinals[at]!
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
