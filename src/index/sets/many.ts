import { bitsBefore, bitsBetween, countBlocks, nthBit, uncount } from './bit-counts.ts'
import { andNotList, type Bitset, clearBit, hasBit } from './bitset.ts'
import { lowerBound } from './lower-bound.ts'

/** Many ordinals of a segment, which can be had as a set. Never changed once made. */
export interface BitsSelection {
  readonly kind: 'bits'
  readonly bits: Bitset
  readonly count: number
  has(ordinal: number): boolean
  /** The element at `index` in ascending order. */
  at(index: number): number
  /** The elements from `start` up to but not including `end`, in ascending order. */
  slice(start: number, end: number): Uint32Array
  /** How many elements are below `ordinal`. */
  below(ordinal: number): number
}

/** A set. How many it has is counted once, since selections are kept and asked again. */
export class CountedBits implements BitsSelection {
  readonly kind = 'bits'
  readonly bits: Bitset
  #before: Uint32Array | undefined

  /** @param before What `countBlocks` gives for the bits, where that is known. */
  constructor(bits: Bitset, before?: Uint32Array) {
    this.bits = bits
    this.#before = before
  }

  get count(): number {
    const before = this.#countedBefore()
    return before[before.length - 1]!
  }

  has(ordinal: number): boolean {
    return hasBit(this.bits, ordinal)
  }

  at(index: number): number {
    return nthBit(this.bits, this.#countedBefore(), index)
  }

  slice(start: number, end: number): Uint32Array {
    return bitsBetween(this.bits, this.#countedBefore(), { start, end: Math.min(end, this.count) })
  }

  below(ordinal: number): number {
    return bitsBefore(this.bits, this.#countedBefore(), ordinal)
  }

  /** See `withoutOrdinal`. */
  without(ordinal: number): CountedBits {
    if (!this.has(ordinal)) return this
    clearBit(this.bits, ordinal)
    if (this.#before) uncount(this.#before, ordinal)
    return new CountedBits(this.bits, this.#before)
  }

  #countedBefore(): Uint32Array {
    this.#before ??= countBlocks(this.bits)
    return this.#before
  }
}

/**
 * A set without a few of its elements, told by the two: a page of it is a page of the whole with some left out, so that
 * nothing is copied or counted. The set itself is made only for those who have to see all of it.
 */
export class AllBut implements BitsSelection {
  readonly kind = 'bits'
  readonly count: number
  readonly #whole: BitsSelection
  readonly #left: Uint32Array
  #bits: Bitset | undefined

  /** @param left Elements of the whole, ascending, each once. */
  constructor(whole: BitsSelection, left: Uint32Array) {
    this.#whole = whole
    this.#left = left
    this.count = whole.count - left.length
  }

  get bits(): Bitset {
    this.#bits ??= andNotList(this.#whole.bits.slice(), this.#left)
    return this.#bits
  }

  has(ordinal: number): boolean {
    return this.#whole.has(ordinal) && this.#left[lowerBound(this.#left, ordinal)] !== ordinal
  }

  at(index: number): number {
    return this.#whole.at(index + this.#leftOutBefore(index))
  }

  slice(start: number, end: number): Uint32Array {
    const last = Math.min(end, this.count) - 1
    if (last < start) return new Uint32Array(0)
    const [first, behind] = [this.#leftOutBefore(start), this.#leftOutBefore(last)]
    const among = this.#whole.slice(start + first, last + 1 + behind)
    const leftOut = new Set(this.#left.subarray(first, behind))
    return leftOut.size === 0 ? among : among.filter((ordinal) => !leftOut.has(ordinal))
  }

  below(ordinal: number): number {
    return this.#whole.below(ordinal) - lowerBound(this.#left, ordinal)
  }

  /** How many of what is left out come before the element at `index`: those with so few that stay before them. */
  #leftOutBefore(index: number): number {
    let low = 0
    let high = this.#left.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#whole.below(this.#left[middle]!) - middle <= index) low = middle + 1
      else high = middle
    }
    return low
  }
}
