import { bitsBefore, bitsBetween, countBlocks, nthBit, uncount } from './bit-counts.ts'
import { type Bitset, clearBit, hasBit } from './bitset.ts'

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
