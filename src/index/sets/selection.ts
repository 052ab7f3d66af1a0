import { LruCache } from '../../common/lru-cache.ts'
import { lowerBound } from '../memory/sorting.ts'
import {
  andInto,
  andNotInto,
  type Bitset,
  type BitsSelection,
  CountedBits,
  clearBit,
  createBitset,
  fullBitset,
  hasBit,
  orInto,
  setBit,
  wordsFor,
} from './bitset.ts'

/** The ordinals of a segment that meet a condition: few as an ascending list, many as a set. Immutable. */
export type Selection = ListSelection | BitsSelection

/** Few ordinals of a segment. The list may be sorted only on first use. */
interface ListSelection {
  readonly kind: 'list'
  readonly count: number
  readonly list: Uint32Array
  has(ordinal: number): boolean
}

/** The empty selection. */
export const nothing: Selection = selectList(new Uint32Array(0))

/** A list longer than this fraction of the segment takes more memory than a set. */
const listShare = 32
/** If the other list is this many times longer, binary search per element is faster than walking along it. */
const searchFactor = 16
/** With more than one number per this many words of a set, setting bits orders numbers faster than sorting. */
const wordsToNumber = 16

/** True if `count` ordinals of a segment of `size` are better kept as a list. */
export function fitsList(count: number, size: number): boolean {
  return count * listShare <= size || count < 16
}

/** The distinct numbers, all below `size`, in ascending order. */
export function ascending(numbers: Uint32Array, size: number): Uint32Array {
  if (numbers.length * wordsToNumber > wordsFor(size)) return listSelection(setOf(numbers, size))
  return numbers.toSorted().filter((number, at, all) => at === 0 || number !== all[at - 1])
}

/** The set of some numbers below `size`. */
export function setOf(numbers: Uint32Array, size: number): BitsSelection {
  const bits = createBitset(size)
  for (let at = 0; at < numbers.length; at++) setBit(bits, numbers[at]!)
  return new CountedBits(bits)
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
export function selectList(list: Uint32Array): ListSelection {
  return { kind: 'list', count: list.length, list, has: (ordinal) => list[lowerBound(list, ordinal)] === ordinal }
}

/** Selects ordinals below `size`, given in any order and possibly repeated. */
export function selectOrdinals(ordinals: Uint32Array, size: number): Selection {
  return fitsList(ordinals.length, size) ? selectList(ascending(ordinals, size)) : setOf(ordinals, size)
}

/** The selection as a set, which must not be changed. */
export function bitsOf(selection: Selection, size: number): Bitset {
  return selection.kind === 'bits' ? selection.bits : setOf(selection.list, size).bits
}

/** Ordinals in any of the selections. */
export function union(selections: readonly Selection[], size: number): Selection {
  const telling = selections.filter((selection) => !isNothing(selection))
  const [only = nothing] = telling
  if (telling.length <= 1) return only
  const lists = telling.flatMap((one) => (one.kind === 'list' ? [one.list] : []))
  const listed = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let length = 0
  for (const list of lists) {
    listed.set(list, length)
    length += list.length
  }
  if (lists.length === telling.length && fitsList(length, size)) return selectList(ascending(listed, size))
  const bits = setOf(listed, size).bits
  for (const one of telling) if (one.kind === 'bits') orInto(bits, one.bits)
  return selectBits(bits)
}

/** Ordinals in all of the selections; everything if there are none. */
export function intersection(selections: readonly Selection[], size: number): Selection {
  if (selections.length === 1) return selections[0]!
  // A selection of all ordinals changes nothing.
  const telling = selections.filter(({ count }) => count < size)
  const [only] = telling
  if (telling.length <= 1) return only ?? selections[0] ?? everything(size)
  const lists = telling.filter((selection) => selection.kind === 'list').sort((a, b) => a.count - b.count)
  const sets = telling.filter((selection) => selection.kind === 'bits')
  const [shortest, ...longer] = lists
  // Smallest selections first, since they leave the fewest elements to test against the others.
  if (shortest) return listIntersection(shortest.list, [...sets.sort((a, b) => a.count - b.count), ...longer])
  const [first, ...others] = sets
  const bits = first!.bits.slice()
  for (const other of others) andInto(bits, other.bits)
  return selectBits(bits)
}

/**
 * The ordinals of an ascending list that are in all of these selections. Sets are not counted, which would take longer.
 */
export function listIntersection(from: Uint32Array, selections: readonly Selection[]): Selection {
  let list = from
  for (const by of selections) list = filteredList(list, by, true)
  return selectList(list)
}

/** Ordinals in the first selection and not in the second. */
export function difference(from: Selection, without: Selection): Selection {
  if (isNothing(without) || isNothing(from)) return from
  if (from.kind === 'list') return selectList(filteredList(from.list, without, false))
  if (without.kind === 'list') return selectBits(bitsWithout(from, without))
  const bits = from.bits.slice()
  andNotInto(bits, without.bits)
  return selectBits(bits)
}

function bitsWithout(from: BitsSelection, { list }: ListSelection): Bitset {
  const bits = from.bits.slice()
  for (const ordinal of list) clearBit(bits, ordinal)
  return bits
}

/** A difference for one use, which is not cached: a set without a few of its elements is neither copied nor counted. */
export function differenceOnce(from: Selection, without: Selection): Selection {
  const isFew = from.kind === 'bits' && without.kind === 'list' && without.count > 0
  return isFew ? new AllBut(from, selectList(filteredList(without.list, from, true))) : difference(from, without)
}

/** A view of a set without a few of its elements. */
class AllBut implements BitsSelection {
  readonly kind = 'bits'
  readonly count: number
  readonly #from: BitsSelection
  readonly #without: ListSelection
  #bits: Bitset | undefined

  constructor(from: BitsSelection, without: ListSelection) {
    this.count = from.count - without.count
    this.#from = from
    this.#without = without
  }

  get bits(): Bitset {
    this.#bits ??= bitsWithout(this.#from, this.#without)
    return this.#bits
  }

  has(ordinal: number): boolean {
    return this.#from.has(ordinal) && !this.#without.has(ordinal)
  }

  at(index: number): number {
    return this.#from.at(this.#indexInFrom(index))
  }

  slice(start: number, end: number): Uint32Array {
    const last = Math.min(end, this.count) - 1
    if (last < start) return new Uint32Array(0)
    const found = this.#from.slice(this.#indexInFrom(start), this.#indexInFrom(last) + 1)
    return filteredList(found, this.#without, false)
  }

  below(ordinal: number): number {
    return this.#from.below(ordinal) - lowerBound(this.#without.list, ordinal)
  }

  /** The index in the whole set of the element at `index`: higher by the number of omitted elements before it. */
  #indexInFrom(index: number): number {
    const { list } = this.#without
    let low = 0
    for (let high = list.length; low < high; ) {
      const middle = (low + high) >>> 1
      if (this.below(list[middle]!) <= index) low = middle + 1
      else high = middle
    }
    return index + low
  }
}

/** All ordinals, ascending. */
export function listSelection(selection: Selection): Uint32Array {
  return selection.kind === 'list' ? selection.list : selection.slice(0, selection.count)
}

/** True for the empty list; sets are not counted. */
export function isNothing(selection: Selection): boolean {
  return selection.kind === 'list' && selection.count === 0
}

/** The elements of an ascending list that are (`wanted`) or are not in a selection. */
function filteredList(list: Uint32Array, by: Selection, wanted: boolean): Uint32Array {
  const left = new Uint32Array(list.length)
  let length = 0
  if (by.kind === 'bits') {
    for (let index = 0; index < list.length; index++) {
      if (hasBit(by.bits, list[index]!) === wanted) left[length++] = list[index]!
    }
    return left.slice(0, length)
  }
  const other = by.list
  const jump = other.length > list.length * searchFactor
  let at = lowerBound(other, list[0] ?? 0)
  for (let index = 0; index < list.length; index++) {
    const value = list[index]!
    if (jump) at = lowerBound(other, value, at)
    else while (at < other.length && other[at]! < value) at++
    if ((other[at] === value) === wanted) left[length++] = value
  }
  return left.slice(0, length)
}

/** Approximate size of a cache entry without its selection. */
const entryBytes = 200

/**
 * Selections of one segment by cache key. A segment does not change, so they stay valid. The least recently used ones
 * are evicted when all together exceed `bytesMax`.
 */
export class SelectionCache extends LruCache<string, Selection> {
  constructor(bytesMax: number) {
    super(bytesMax, (key, selection) => {
      const { byteLength } = selection.kind === 'list' ? selection.list : selection.bits
      return 2 * key.length + byteLength + entryBytes
    })
  }

  /** The selection of the key; computed in steps if it is not cached. */
  *getOrMakeInSteps(key: string, make: () => Generator<void, Selection>): Generator<void, Selection> {
    const known = this.get(key)
    if (known !== undefined) return known
    const made = yield* make()
    this.set(key, made)
    return made
  }
}
