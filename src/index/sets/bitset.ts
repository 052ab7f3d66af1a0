/** A set of small integers: bit `value & 31` of word `value >>> 5`. Words beyond the last are absent values. */
export type Bitset = Uint32Array

/** How many words hold `size` bits. */
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

/** Whether `value` is in the set; false for what lies beyond its last word. */
export function hasBit(set: Bitset, value: number): boolean {
  return ((set[value >>> 5]! >>> (value & 31)) & 1) === 1
}

/** Adds `value`, which the set must be able to hold. */
export function setBit(set: Bitset, value: number): void {
  set[value >>> 5]! |= 1 << (value & 31)
}

/** Takes `value` out. */
export function clearBit(set: Bitset, value: number): void {
  set[value >>> 5]! &= ~(1 << (value & 31))
}

/** Sets the bit when `on`, else clears it. */
export function putBit(set: Bitset, value: number, on: boolean): void {
  if (on) setBit(set, value)
  else clearBit(set, value)
}

/** Leaves in `into` what is in both. */
export function andInto(into: Bitset, other: Bitset): void {
  for (let word = 0; word < into.length; word++) into[word]! &= other[word]!
}

/** Takes out of `into` what is in `other`. */
export function andNotInto(into: Bitset, other: Bitset): void {
  for (let word = 0; word < into.length; word++) into[word]! &= ~other[word]!
}

/** Adds to `into` what is in `other`. */
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
