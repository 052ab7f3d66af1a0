import { type Bitset, wordsFor } from './bitset.ts'
import { emptyInto } from './sieve.ts'

/** More numbers than one for so many words of the outer set are put into order by it; sorting them would take longer. */
const wordsToNumber = 16

/** Numbers are put into order by setting their bits; nothing is in it before and after, so that it is used again. */
let sieve: Bitset = new Uint32Array(0)
/** Which words of the sieve have any, so that few numbers are found without looking at all words. */
let outer: Bitset = new Uint32Array(0)

/** The distinct ones of some numbers below `size`, ascending. The array that is given is used up. */
export function ascending(numbers: Uint32Array, size: number): Uint32Array {
  const words = wordsFor(size)
  const outerWords = wordsFor(words)
  if (numbers.length * wordsToNumber <= outerWords) return numbers.subarray(0, dropRepetitions(numbers.sort()))
  if (sieve.length < words) {
    sieve = new Uint32Array(words)
    outer = new Uint32Array(outerWords)
  }
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at]!
    sieve[number >>> 5]! |= 1 << (number & 31)
    outer[number >>> 10]! |= 1 << ((number >>> 5) & 31)
  }
  const length = emptyInto(numbers, sieve, outer.subarray(0, outerWords))
  outer.fill(0, 0, outerWords)
  return length < numbers.length ? numbers.slice(0, length) : numbers
}

/** Moves the distinct elements of a sorted list to its front; gives how many they are. */
function dropRepetitions(sorted: Uint32Array): number {
  let length = 0
  for (let at = 0; at < sorted.length; at++) {
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[length++] = sorted[at]!
  }
  return length
}
