/** A set of small integers: bit `value & 31` of word `value >>> 5`. Values beyond the last word are absent. */
export type Bitset = Uint32Array

/** Number of words that hold `size` bits. */
export function wordsFor(size: number): number {
  return (size + 31) >>> 5
}

/** An empty set that can hold 0 to `size` - 1. */
export function createBitset(size: number): Bitset {
  return new Uint32Array(wordsFor(size))
}

/** The set of all integers from 0 to `size` - 1. */
export function fullBitset(size: number): Bitset {
  const set = createBitset(size).fill(0xffffffff)
  clearBeyond(set, size)
  return set
}

/** True if `value` is in the set; false for values beyond its last word. */
export function hasBit(set: Bitset, value: number): boolean {
  return ((set[value >>> 5]! >>> (value & 31)) & 1) === 1
}

/** Adds `value`, which the set must be able to hold. */
export function setBit(set: Bitset, value: number): void {
  set[value >>> 5]! |= 1 << (value & 31)
}

/** Removes `value`. */
export function clearBit(set: Bitset, value: number): void {
  set[value >>> 5]! &= ~(1 << (value & 31))
}

/** Intersects `into` with `other`, in place. */
export function andInto(into: Bitset, other: Bitset): void {
  for (let word = 0; word < into.length; word++) into[word]! &= other[word]!
}

/** Removes the elements of `other` from `into`. */
export function andNotInto(into: Bitset, other: Bitset): void {
  for (let word = 0; word < into.length; word++) into[word]! &= ~other[word]!
}

/** Adds the elements of `other` to `into`. */
export function orInto(into: Bitset, other: Bitset): void {
  for (let word = 0; word < into.length; word++) into[word]! |= other[word]!
}

/** Turns a set of integers below `size` into its complement, in place. */
export function invert(set: Bitset, size: number): void {
  for (let word = 0; word < set.length; word++) set[word] = ~set[word]!
  clearBeyond(set, size)
}

/** Hacker's Delight, section 5-1: the number of ones in 32 bits. */
export function countWord(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

function clearBeyond(set: Bitset, size: number): void {
  if ((size & 31) !== 0) set[size >>> 5]! &= (1 << (size & 31)) - 1
}

/** Many ordinals of a segment, available as a set. Immutable. */
export interface BitsSelection {
  readonly kind: 'bits'
  readonly bits: Bitset
  readonly count: number
  has(ordinal: number): boolean
  /** The element at `index` in ascending order. */
  at(index: number): number
  /** The elements from `start` up to but not including `end`, in ascending order. */
  slice(start: number, end: number): Uint32Array
  /** Number of elements below `ordinal`. */
  below(ordinal: number): number
}

/** A set that counts its elements once, since selections are cached and reused. */
export class CountedBits implements BitsSelection {
  readonly kind = 'bits'
  readonly bits: Bitset
  #before: Uint32Array | undefined

  constructor(bits: Bitset) {
    this.bits = bits
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

  #countedBefore(): Uint32Array {
    this.#before ??= countBlocks(this.bits)
    return this.#before
  }
}

/** Number of words that are counted together; a look-up then counts half as many on average. */
const blockWords = 16

/** Number of set bits before each block of 16 words; the last element is the total. */
function countBlocks(bits: Bitset): Uint32Array {
  const blocks = Math.ceil(bits.length / blockWords)
  const before = new Uint32Array(blocks + 1)
  let count = 0
  for (let block = 0; block < blocks; block++) {
    before[block] = count
    const end = Math.min(bits.length, (block + 1) * blockWords)
    for (let at = block * blockWords; at < end; at++) count += countWord(bits[at]!)
  }
  before[blocks] = count
  return before
}

/** The element at `index` of a set in ascending order; `before` is the result of `countBlocks`. */
function nthBit(bits: Bitset, before: Uint32Array, index: number): number {
  const { word, left } = seek(bits, before, index)
  let rest = bits[word]!
  for (let passed = left; passed > 0; passed--) rest &= rest - 1
  return word * 32 + lowest(rest)
}

/** The elements from `start` up to but not including `end`, which is at most the count. */
function bitsBetween(
  bits: Bitset,
  before: Uint32Array,
  { start, end }: { readonly start: number; readonly end: number },
): Uint32Array {
  const found = new Uint32Array(Math.max(0, end - start))
  if (found.length === 0) return found
  let { word, left } = seek(bits, before, start)
  let rest = bits[word]!
  for (; left > 0; left--) rest &= rest - 1
  for (let length = 0; length < found.length; ) {
    for (; rest !== 0 && length < found.length; rest &= rest - 1) found[length++] = word * 32 + lowest(rest)
    rest = bits[++word] ?? 0
  }
  return found
}

/** Number of elements of a set below `value`, which must be within the set's range. */
function bitsBefore(bits: Bitset, before: Uint32Array, value: number): number {
  const word = value >>> 5
  const block = Math.floor(word / blockWords)
  let count = before[block]! + countWord(bits[word]! & ((1 << (value & 31)) - 1))
  for (let at = block * blockWords; at < word; at++) count += countWord(bits[at]!)
  return count
}

/** The word with the element at `index`, and the number of elements of that word before it. */
function seek(bits: Bitset, before: Uint32Array, index: number): { word: number; left: number } {
  let low = 0
  let high = before.length - 1
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (before[middle]! <= index) low = middle
    else high = middle
  }
  let left = index - before[low]!
  let word = low * blockWords
  for (let count = countWord(bits[word]!); count <= left; count = countWord(bits[++word]!)) left -= count
  return { word, left }
}

function lowest(word: number): number {
  return 31 - Math.clz32(word & -word)
}
