import { type Bitset, wordsFor } from './bitset.ts'

/** More numbers than one for so many words of the set are put into order by it; sorting them would take longer. */
const wordsToNumber = 32

/** Numbers are put into order by setting their bits; nothing is in it before and after, so that it is used again. */
let sieve: Bitset = new Uint32Array(0)

/** The distinct ones of some numbers below `size`, ascending. The array that is given is used up. */
export function ascending(numbers: Uint32Array, size: number): Uint32Array {
  const words = wordsFor(size)
  if (numbers.length * wordsToNumber <= words) return numbers.subarray(0, dropRepetitions(numbers.sort()))
  if (sieve.length < words) sieve = new Uint32Array(words)
  for (let at = 0; at < numbers.length; at++) sieve[numbers[at]! >>> 5]! |= 1 << (numbers[at]! & 31)
  const length = emptyInto(numbers, words)
  return length < numbers.length ? numbers.slice(0, length) : numbers
}

/** Empties the set; gives how many were in it. */
function emptyInto(numbers: Uint32Array, words: number): number {
  let length = 0
  for (let at = 0; at < words; at++) {
    let word = sieve[at]!
    if (word === 0) continue
    sieve[at] = 0
    for (; word !== 0; word &= word - 1) numbers[length++] = (at << 5) + 31 - Math.clz32(word & -word)
  }
  return length
}

/** Moves the distinct elements of a sorted list to its front; gives how many they are. */
function dropRepetitions(sorted: Uint32Array): number {
  let length = 0
  for (let at = 0; at < sorted.length; at++) {
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[length++] = sorted[at]!
  }
  return length
}
