import { type Bitset, countWord } from './bitset.ts'

/** How many words of a set are counted together: a look-up then counts half as many at the mean. */
const blockWords = 16
const blockOrdinals = 32 * blockWords

/** How many bits are set before each block of 16 words; the last element is the count of all. */
export function countBlocks(bits: Bitset): Uint32Array {
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

/** Makes of the counts of a set those of the set without one of its elements. */
export function uncount(before: Uint32Array, value: number): void {
  for (let block = Math.floor((value >>> 5) / blockWords) + 1; block < before.length; block++) before[block]!--
}

/** The ordinals from `first` up to but not including `end`. */
export interface OrdinalRange {
  readonly first: number
  readonly end: number
}

/**
 * What is in both sets, and what `countBlocks` gives for it: in one pass, which is what searches spend their time on.
 * Nothing is in both outside of the range.
 */
export function intersectCounted(a: Bitset, b: Bitset, range: OrdinalRange): [Bitset, Uint32Array] {
  const bits = new Uint32Array(a.length)
  const before = new Uint32Array(Math.ceil(bits.length / blockWords) + 1)
  const lastBlock = Math.ceil(range.end / blockOrdinals)
  let count = 0
  for (let block = Math.floor(range.first / blockOrdinals); block < lastBlock; block++) {
    before[block] = count
    const end = Math.min(bits.length, (block + 1) * blockWords)
    for (let at = block * blockWords; at < end; at++) {
      const word = a[at]! & b[at]!
      bits[at] = word
      count += countWord(word)
    }
  }
  before.fill(count, lastBlock)
  return [bits, before]
}

/** The element at `index` of a set in ascending order; `before` is what `countBlocks` gave for it. */
export function nthBit(bits: Bitset, before: Uint32Array, index: number): number {
  const { word, left } = seek(bits, before, index)
  let rest = bits[word]!
  for (let passed = left; passed > 0; passed--) rest &= rest - 1
  return word * 32 + lowest(rest)
}

/** The elements from `start` up to but not including `end`, which is at most the count. */
export function bitsBetween(
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

/** How many elements of a set are below `value`, which the set could hold. */
export function bitsBefore(bits: Bitset, before: Uint32Array, value: number): number {
  const word = value >>> 5
  const block = Math.floor(word / blockWords)
  let count = before[block]! + countWord(bits[word]! & ((1 << (value & 31)) - 1))
  for (let at = block * blockWords; at < word; at++) count += countWord(bits[at]!)
  return count
}

/** The word that has the element at `index`, and how many elements of that word come before it. */
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
