import { runToCompletion } from '../in-turns.ts'

/** The index of the first element in `first` to `end` that is not below `value`; `end` if all are below it. */
export function lowerBound(
  ascending: Uint32Array | Float64Array,
  value: number,
  first = 0,
  end = ascending.length,
): number {
  let low = first
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ascending[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

/** 0 to `length` - 1; `Uint32Array.from` takes twenty times as long. */
export function ascendingNumbers(length: number): Uint32Array<ArrayBuffer> {
  const numbers = new Uint32Array(length)
  for (let at = 0; at < length; at++) numbers[at] = at
  return numbers
}

/** Sorts the indices below `length` by a comparison. Stable: runs are sorted, then merged in pairs. */
export function* sortedInSteps(
  length: number,
  compare: (a: number, b: number) => number,
): Generator<void, Uint32Array> {
  let from = ascendingNumbers(length)
  for (let start = 0; start < length; start += sortedRun) {
    from.subarray(start, start + sortedRun).sort(compare)
    yield
  }
  let into = new Uint32Array(length)
  for (let run = sortedRun; run < length; run *= 2) {
    for (let start = 0; start < length; start += 2 * run) {
      const [middle, end] = [Math.min(start + run, length), Math.min(start + 2 * run, length)]
      let [left, right] = [start, middle]
      for (let at = start; at < end; at++) {
        const takesLeft = left < middle && (right === end || compare(from[left]!, from[right]!) <= 0)
        into[at] = from[takesLeft ? left++ : right++]!
        if (at % sortedRun === 0) yield
      }
    }
    ;[from, into] = [into, from]
  }
  return from
}

/** Number of elements that are sorted or merged in a step, which takes less than a millisecond. */
const sortedRun = 1024

const digitBits = 11
const buckets = 1 << digitBits

/**
 * The order of 0 to n-1 by several 32-bit keys, the most significant first; equal ones by index. A stable
 * least-significant-digit radix sort, linear in n: three passes per key, without those in which all digits agree.
 */
export function radixOrder(keys: readonly Uint32Array[], length: number): Uint32Array {
  return runToCompletion(radixSteps(keys, length))
}

/** Runs `radixOrder` with one pass per step, which takes some milliseconds for a million. */
export function* radixSteps(keys: readonly Uint32Array[], length: number): Generator<void, Uint32Array> {
  let order = ascendingNumbers(length)
  let spare = new Uint32Array(length)
  const starts = new Uint32Array(buckets)
  for (const key of keys.toReversed()) {
    for (let shift = 0; shift < 32; shift += digitBits) {
      if (!countDigits(key, { length, shift, starts })) continue
      for (let at = 0; at < length; at++) {
        const index = order[at]!
        const digit = (key[index]! >>> shift) & (buckets - 1)
        spare[starts[digit]!] = index
        starts[digit]!++
      }
      const filled = spare
      spare = order
      order = filled
      yield
    }
  }
  return order
}

/** The upper and lower half of each number, as unsigned integers that sort like the numbers. */
export function sortableHalves(values: Float64Array): [Uint32Array, Uint32Array] {
  const high = new Uint32Array(values.length)
  const low = new Uint32Array(values.length)
  const cell = new DataView(new ArrayBuffer(8))
  for (let at = 0; at < values.length; at++) {
    cell.setFloat64(0, values[at]! + 0)
    const negative = cell.getInt32(0) < 0
    high[at] = cell.getUint32(0) ^ (negative ? 0xffffffff : 0x80000000)
    low[at] = cell.getUint32(4) ^ (negative ? 0xffffffff : 0)
  }
  return [high, low]
}

interface Pass {
  readonly length: number
  readonly shift: number
  readonly starts: Uint32Array
}

/** Fills in the start of each digit's run; false if all digits agree, so the pass can be skipped. */
function countDigits(key: Uint32Array, { length, shift, starts }: Pass): boolean {
  starts.fill(0)
  for (let index = 0; index < length; index++) starts[(key[index]! >>> shift) & (buckets - 1)]!++
  let sum = 0
  for (let digit = 0; digit < buckets; digit++) {
    const count = starts[digit]!
    if (count === length && length > 0) return false
    starts[digit] = sum
    sum += count
  }
  return true
}

/** The element that would be at `index` if the values were sorted (Hoare's quickselect, middle of three). */
export function nthSmallest(unsorted: Float64Array, index: number): number {
  const values = unsorted.slice()
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const pivot = middleOf(values[low]!, values[(low + high) >>> 1]!, values[high]!)
    let left = low
    let right = high
    while (left <= right) {
      while (values[left]! < pivot) left++
      while (values[right]! > pivot) right--
      if (left > right) break
      const moved = values[left]!
      values[left++] = values[right]!
      values[right--] = moved
    }
    if (index <= right) high = right
    else if (index >= left) low = left
    else break
  }
  return values[index]!
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
