import { bitsBetween, countBlocks } from './bit-counts.ts'
import { createBitset, setBit, wordsFor } from './bitset.ts'

/** More numbers than one for so many words of a set are put into order by setting their bits; fewer are sorted faster. */
const wordsToNumber = 16

/** The distinct ones of some numbers below `size`, ascending. The array that is given is used up. */
export function ascending(numbers: Uint32Array, size: number): Uint32Array {
  if (numbers.length * wordsToNumber <= wordsFor(size)) return withoutRepetitions(numbers.sort())
  const bits = createBitset(size)
  for (let at = 0; at < numbers.length; at++) setBit(bits, numbers[at]!)
  const before = countBlocks(bits)
  return bitsBetween(bits, before, { start: 0, end: before.at(-1)! })
}

function withoutRepetitions(sorted: Uint32Array): Uint32Array {
  let length = 0
  for (let at = 0; at < sorted.length; at++) {
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[length++] = sorted[at]!
  }
  return sorted.subarray(0, length)
}
