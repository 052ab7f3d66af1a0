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

export function hasBit(set: Bitset, value: number): boolean {
  return ((set[value >>> 5]! >>> (value & 31)) & 1) === 1
}

export function setBit(set: Bitset, value: number): void {
  set[value >>> 5]! |= 1 << (value & 31)
}

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

/** How many integers are in the set. */
export function countBits(set: Bitset): number {
  let count = 0
  for (let word = 0; word < set.length; word++) count += countWord(set[word]!)
  return count
}

/** The first `limit` integers of the set in ascending order, those before the `skip`th left out. */
export function listBits(set: Bitset, skip: number, limit: number): Uint32Array {
  const list = new Uint32Array(limit)
  let passed = 0
  let length = 0
  for (let at = 0; at < set.length && length < limit; at++) {
    let word = set[at]!
    if (word === 0) continue
    if (passed < skip) {
      const count = countWord(word)
      if (passed + count <= skip) {
        passed += count
        continue
      }
      for (; passed < skip; passed++) word &= word - 1
    }
    for (; word !== 0 && length < limit; word &= word - 1) list[length++] = (at << 5) + lowestBit(word)
  }
  return list.subarray(0, length)
}

/** All integers of the set in ascending order. */
export function allBits(set: Bitset): Uint32Array {
  return listBits(set, 0, countBits(set))
}

/** Hacker's Delight, section 5-1: the number of ones in 32 bits. */
export function countWord(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word)
}

function clearBeyond(set: Bitset, size: number): void {
  if ((size & 31) !== 0) set[size >>> 5]! &= (1 << (size & 31)) - 1
}
