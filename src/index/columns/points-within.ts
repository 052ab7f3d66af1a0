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
import type { Area } from './area.ts'
import { circleArea } from './circle.ts'
import type { PointData } from './point-column.ts'
import { type PointRuns, runsIn } from './point-runs.ts'

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
  const lists = telling.filter(({ kind }) => kind === 'list')
  const many = telling.filter((selection) => selection.kind === 'bits')
  // The fewest first, which leave the least to be looked for in the others.
  const sets = many.sort((a, b) => a.count - b.count).map(({ bits }) => bits)
  if (lists.length === 0) return selectRuns(searchIn(data, area, sets))
  const list = listSelection(intersection(lists, size))
  const common = () => listSelection(intersection(telling, size))
  if (list.length <= fewCandidates) return tested(data, area, common())
  const search = searchIn(data, area, sets)
  const points = pointsOf(search.runs.inside) + pointsOf(search.runs.rim)
  if (points < list.length) return selectMarked(search, list)
  const candidates = common()
  if (candidates.length * passedForOne <= points) return tested(data, area, candidates)
  return selectMarked({ ...search, sets: [] }, candidates)
}

/** What is looked for: what all sets have, in which runs of points it lies. */
interface Search {
  readonly data: PointData
  readonly area: Area
  readonly sets: readonly Bitset[]
  readonly runs: PointRuns
}

function searchIn(data: PointData, area: Area, sets: readonly Bitset[]): Search {
  return { data, area, sets, runs: runsIn(data, area) }
}

function selectRuns(search: Search): Selection {
  const { data, sets, runs } = search
  const onRim = passRim(search)
  const inside = sets.length === 0 ? pointsOf(runs.inside) : passInside(search, onRim) - onRim
  if (onRim + inside > listedMax) return new ManyWithin(search, passed.slice(0, onRim), inside)
  return new FewWithin(data, passed.slice(0, sets.length === 0 ? passInside(search, onRim) : onRim + inside))
}

/** What a list has as well. */
function selectMarked(search: Search, list: Uint32Array): Selection {
  const found = pointsIn({ ...search, sets: [markedBits(list, search.data.ordinals.length), ...search.sets] })
  unmark(list)
  return new FewWithin(search.data, found)
}

/** The points of a circle whose places are wanted. */
export function pointsAround(
  data: PointData,
  { center, radiusMetres }: { readonly center: LonLat; readonly radiusMetres: number },
  isWanted: (ordinal: number) => boolean,
): Uint32Array {
  const points = pointsIn(searchIn(data, circleArea(center, radiusMetres), []))
  return points.filter((point) => isWanted(data.ordinals[point]!))
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
    const { runs, sets } = this.#search
    return sets.length === 0 ? 1 : this.count / (pointsOf(runs.inside) + pointsOf(runs.rim))
  }

  has(ordinal: number): boolean {
    if (this.#made !== undefined) return this.#made.has(ordinal)
    const { sets, area, data } = this.#search
    const point = Uint32Array.of(data.points[ordinal]!)
    return sets.every((set) => hasBit(set, ordinal)) && area.keep(data.positions, point, 1) === 1
  }

  /** The points of a circle whose places are selected. */
  pointsAround(center: LonLat, radiusMetres: number): Uint32Array {
    const { data, area, sets } = this.#search
    const found = pointsIn(searchIn(data, circleArea(center, radiusMetres), sets))
    if (area.surrounds(center, radiusMetres)) return found
    return found.subarray(0, area.keep(data.positions, found, found.length))
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

/** The points found in one pass; it grows to what was the most. */
let passed = new Uint32Array(0)

/** The points of a search, in memory of their own. */
function pointsIn(search: Search): Uint32Array {
  const length = passInside(search, passRim(search))
  return passed.slice(0, length)
}

/** Puts the points of a search that are in runs on the rim at the beginning of `passed`; gives how many they are. */
function passRim({ data, area, sets, runs }: Search): number {
  const atMost = pointsOf(runs.inside) + pointsOf(runs.rim)
  if (passed.length <= atMost) passed = new Uint32Array(atMost + 1)
  return area.keep(data.positions, passed, passRuns(runs.rim, 0, { data, sets }))
}

/** Puts those that are in runs inside behind the first ones; gives how many there are then. */
function passInside({ data, sets, runs }: Search, length: number): number {
  return passRuns(runs.inside, length, { data, sets })
}

function passRuns(runs: readonly number[], begin: number, { data, sets }: Pick<Search, 'data' | 'sets'>): number {
  const { ordinals } = data
  const [first, ...others] = sets
  let length = begin
  for (let run = 0; run < runs.length; run += 2) {
    const end = runs[run + 1]!
    if (first === undefined) for (let point = runs[run]!; point < end; point++) passed[length++] = point
    else {
      for (let point = runs[run]!; point < end; point++) {
        const ordinal = ordinals[point]!
        passed[length] = point
        length += (first[ordinal >>> 5]! >>> (ordinal & 31)) & 1
      }
    }
  }
  for (const set of others) {
    const end = length
    length = begin
    for (let at = begin; at < end; at++) {
      const point = passed[at]!
      if (hasBit(set, ordinals[point]!)) passed[length++] = point
    }
  }
  return length
}

function pointsOf(runs: readonly number[]): number {
  let points = 0
  for (let run = 0; run < runs.length; run += 2) points += runs[run + 1]! - runs[run]!
  return points
}

function tested({ positions, points, ordinals }: PointData, area: Area, list: Uint32Array): Selection {
  const found = list.map((ordinal) => points[ordinal]!)
  const length = area.keep(positions, found, found.length)
  return selectList(found.subarray(0, length).map((point) => ordinals[point]!))
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
