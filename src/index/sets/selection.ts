import { ascending } from './ascending.ts'
import { intersectCounted, type OrdinalRange } from './bit-counts.ts'
import {
  andInto,
  andNotInto,
  andNotList,
  type Bitset,
  createBitset,
  fullBitset,
  invert,
  orInto,
  setBit,
  wordsFor,
} from './bitset.ts'
import { lowerBound } from './lower-bound.ts'
import { type BitsSelection, CountedBits } from './many.ts'

/** The ordinals of a segment that hold a condition: few as an ascending list, many as a set. Never changed once made. */
export type Selection = ListSelection | BitsSelection

/** Few ordinals of a segment. The list may be put into order only when somebody asks for it. */
export interface ListSelection {
  readonly kind: 'list'
  readonly count: number
  readonly list: Uint32Array
  has(ordinal: number): boolean
}

/** No ordinal at all. */
export const nothing: Selection = selectList(new Uint32Array(0))

/** A list longer than this part of the segment takes more memory than a set. */
const listShare = 32
/** In a list that is so many times longer, looking each element up is faster than walking along. */
export const searchFactor = 16

/** Whether so many ordinals of a segment of `size` are better kept as a list. */
export function fitsList(count: number, size: number): boolean {
  return count * listShare <= size || count < 16
}

/** Every ordinal below `size`. */
export function everything(size: number): Selection {
  return selectBits(fullBitset(size))
}

/** A set as a selection. */
export function selectBits(bits: Bitset): BitsSelection {
  return new CountedBits(bits)
}

/** An ascending list without repetitions as a selection. */
export function selectList(list: Uint32Array): Selection {
  return { kind: 'list', count: list.length, list, has: (ordinal) => list[lowerBound(list, ordinal)] === ordinal }
}

/** Some ordinals below `size`, in any order, each once. The array that is given is used up. */
export function selectOrdinals(ordinals: Uint32Array, size: number): Selection {
  if (fitsList(ordinals.length, size)) return selectList(ascending(ordinals, size))
  const bits = createBitset(size)
  for (let at = 0; at < ordinals.length; at++) setBit(bits, ordinals[at]!)
  return selectBits(bits)
}

/** The selection as a set of its own, which the caller may change. */
export function copyBits(selection: Selection, size: number): Bitset {
  if (selection.kind === 'bits') return selection.bits.slice()
  const bits = createBitset(size)
  addInto(bits, selection)
  return bits
}

/** The selection as a set, which nobody may change. */
export function bitsOf(selection: Selection, size: number): Bitset {
  return selection.kind === 'bits' ? selection.bits : copyBits(selection, size)
}

/** What is in any of them. */
export function union(selections: Iterable<Selection>, size: number): Selection {
  const united = new Union(size)
  for (const selection of selections) united.add(selection)
  return united.finish()
}

/** What is in any of several that are made one by one: only the first and lists that are few together are kept. */
export class Union {
  readonly #size: number
  #kept: Selection[] = []
  #atMost = 0
  #bits: Bitset | undefined

  constructor(size: number) {
    this.#size = size
  }

  add(selection: Selection): void {
    if (isNothing(selection)) return
    this.#kept.push(selection)
    this.#atMost += selection.kind === 'list' ? selection.count : Number.POSITIVE_INFINITY
    if (this.#bits === undefined && (this.#kept.length === 1 || fitsList(this.#atMost, this.#size))) return
    for (const one of this.#kept.splice(0)) {
      if (this.#bits === undefined) this.#bits = copyBits(one, this.#size)
      else addInto(this.#bits, one)
    }
  }

  finish(): Selection {
    if (this.#bits !== undefined) return selectBits(this.#bits)
    const [first = nothing] = this.#kept
    const lists = this.#kept.flatMap((one) => (one.kind === 'list' ? [one.list] : []))
    return this.#kept.length > 1 ? selectList(unionOfLists(lists, this.#atMost, this.#size)) : first
  }
}

function addInto(bits: Bitset, selection: Selection): void {
  if (selection.kind === 'bits') orInto(bits, selection.bits)
  else for (const ordinal of selection.list) setBit(bits, ordinal)
}

/** What is in all of them; everything when there are none. */
export function intersection(selections: readonly Selection[], size: number): Selection {
  if (selections.length === 1) return selections[0]!
  // What everything is in need not be looked at.
  const telling = selections.filter((selection) => countSelection(selection) < size)
  const [only] = telling
  if (telling.length <= 1) return only ?? selections[0] ?? everything(size)
  const lists = telling.filter((selection) => selection.kind === 'list')
  const sets = telling.filter((selection) => selection.kind === 'bits')
  const [shortest, ...longer] = lists.sort((a, b) => a.list.length - b.list.length)
  const range = commonRange(telling, size)
  if (shortest === undefined) return intersectionOfSets(sets, range)
  const begin = lowerBound(shortest.list, range.first)
  const end = lowerBound(shortest.list, range.end, begin)
  // The fewest first, which leave the least to be looked for in the others.
  const others = [...sets.sort((a, b) => a.count - b.count), ...longer]
  return siftedByAll(shortest.list.subarray(begin, end), others)
}

/** The ordinals of an ascending list that all of these have too; sets are not counted for it, which takes longer. */
export function siftedByAll(from: Uint32Array, selections: readonly Selection[]): Selection {
  let length = from.length
  const list = scratchOf(length)
  list.set(from)
  for (const by of selections) length = siftBy(list, length, { by, wanted: true })
  return selectList(list.slice(0, length))
}

/** What is in the first and not in the second. */
export function difference(from: Selection, without: Selection): Selection {
  if (isNothing(without) || isNothing(from)) return from
  if (from.kind === 'list') return selectList(sifted(from.list, without, false))
  const bits = from.bits.slice()
  if (without.kind === 'list') andNotList(bits, without.list)
  else andNotInto(bits, without.bits)
  return selectBits(bits)
}

/** Everything below `size` that is not in it. */
export function complement(selection: Selection, size: number): Selection {
  const bits = copyBits(selection, size)
  invert(bits, size)
  return selectBits(bits)
}

/**
 * What is left without an ordinal, in the memory of the selection, which nobody may ask any more: another object, so that
 * what was kept for the old one is not found again. Undefined where that memory is not its own.
 */
export function withoutOrdinal(selection: Selection, ordinal: number): Selection | undefined {
  if (selection.kind === 'bits') return selection instanceof CountedBits ? selection.without(ordinal) : undefined
  const { list } = selection
  const at = lowerBound(list, ordinal)
  if (list[at] !== ordinal) return selection
  list.copyWithin(at, at + 1)
  return selectList(list.subarray(0, -1))
}

/** How many ordinals are selected. */
export function countSelection(selection: Selection): number {
  return selection.count
}

/** Whether the ordinal is selected. */
export function selectionHas(selection: Selection, ordinal: number): boolean {
  return selection.has(ordinal)
}

/** All ordinals, ascending. */
export function listSelection(selection: Selection): Uint32Array {
  return selection.kind === 'list' ? selection.list : selection.slice(0, selection.count)
}

/** Bytes that keeping the selection takes. */
export function selectionBytes(selection: Selection): number {
  return selection.kind === 'list' ? selection.list.byteLength : selection.bits.byteLength
}

/** Whether it is the empty list; bits are not counted for it. */
export function isNothing(selection: Selection): boolean {
  return selection.kind === 'list' && selection.count === 0
}

function unionOfLists(lists: readonly Uint32Array[], atMost: number, size: number): Uint32Array {
  const all = new Uint32Array(atMost)
  let length = 0
  for (const list of lists) {
    all.set(list, length)
    length += list.length
  }
  return ascending(all, size)
}

/** Where the common elements of several are, if there are any: what names begin with is a run of ordinals. */
function commonRange(selections: readonly Selection[], size: number): OrdinalRange {
  let first = 0
  let end = size
  for (const selection of selections) {
    const { count } = selection
    if (count === 0) return { first: 0, end: 0 }
    const elementAt = (index: number) => (selection.kind === 'list' ? selection.list[index]! : selection.at(index))
    first = Math.max(first, elementAt(0))
    end = Math.min(end, elementAt(count - 1) + 1)
  }
  return { first, end: Math.max(first, end) }
}

function intersectionOfSets([one, ...others]: readonly BitsSelection[], range: OrdinalRange): Selection {
  const last = others.pop()!
  let former = one!.bits
  if (others.length > 0) {
    const words = [range.first >>> 5, wordsFor(range.end)] as const
    former = new Uint32Array(one!.bits.length)
    former.set(one!.bits.subarray(...words), words[0])
    for (const other of others) andInto(former.subarray(...words), other.bits.subarray(...words))
  }
  return new CountedBits(...intersectCounted(former, last.bits, range))
}

/** A list that holds `length` elements, without memory for more that it would keep. */
export function trimmed(list: Uint32Array, length: number): Uint32Array {
  return length * 4 >= list.length * 3 ? list.subarray(0, length) : list.slice(0, length)
}

/** Where lists are sifted, so that each step takes no memory of its own; grows to what was the most. */
let scratch = new Uint32Array(0)

function scratchOf(length: number): Uint32Array {
  if (scratch.length < length) scratch = new Uint32Array(length)
  return scratch
}

/** The elements of an ascending list that are, or are not, in a selection. */
function sifted(from: Uint32Array, by: Selection, wanted: boolean): Uint32Array {
  const list = scratchOf(from.length)
  list.set(from)
  return list.slice(0, siftBy(list, from.length, { by, wanted }))
}

/** Moves the elements that are, or are not, in a selection to the front of an ascending list; gives how many they are. */
function siftBy(list: Uint32Array, end: number, { by, wanted }: { by: Selection; wanted: boolean }): number {
  if (by.kind === 'bits') return siftByBits(list, end, { bits: by.bits, wanted })
  return sift(list, end, { other: by.list, wanted })
}

/** Moves the elements that are, or are not, in a set to the front of an ascending list; gives how many they are. */
function siftByBits(list: Uint32Array, end: number, { bits, wanted }: { bits: Bitset; wanted: boolean }): number {
  const skipped = wanted ? 0 : 1
  let length = 0
  for (let at = 0; at < end; at++) {
    const value = list[at]!
    list[length] = value
    length += ((bits[value >>> 5]! >>> (value & 31)) & 1) ^ skipped
  }
  return length
}

/** Moves the elements that are, or are not, in another list to the front of an ascending one; gives how many they are. */
function sift(list: Uint32Array, end: number, { other, wanted }: { other: Uint32Array; wanted: boolean }): number {
  const jump = other.length > end * searchFactor
  let length = 0
  let at = end === 0 ? 0 : lowerBound(other, list[0]!)
  for (let index = 0; index < end; index++) {
    const value = list[index]!
    if (jump) at = lowerBound(other, value)
    else while (at < other.length && other[at]! < value) at++
    if ((other[at] === value) === wanted) list[length++] = value
  }
  return length
}
