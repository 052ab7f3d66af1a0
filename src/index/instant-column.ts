import type { Test } from '../query/query.ts'
import { createBitset, setBit } from './bitset.ts'
import type {
  Column,
  ColumnBuilder,
  ColumnContext,
  ColumnKind,
  ColumnPart,
  ColumnValue,
  SealedColumn,
  SortSource,
} from './column.ts'
import { GrowableUint32 } from './growable.ts'
import { gone, type TargetMap } from './inverted.ts'
import { radixOrder, sortableHalves } from './radix.ts'
import { fitsList, lowerBound, type Selection, selectBits, selectList } from './selection.ts'
import { sharedFloat64, sharedUint32 } from './shared.ts'
import { noWords, type WordNumbers } from './words.ts'

/**
 * A column of one instant to a place: the instants in ascending order, and whose they are; equal ones by id. Useful
 * for ranges and orders; a place without a value takes no memory.
 */
export interface InstantData {
  readonly times: Float64Array
  readonly ordinals: Uint32Array
}

/** Collects the instants of one field. */
export class InstantBuilder implements ColumnBuilder<InstantData> {
  readonly #rows = new GrowableUint32()
  readonly #times: number[] = []

  add(row: number, value: ColumnValue): WordNumbers {
    this.#rows.push(row)
    this.#times.push(Number(value))
    return noWords
  }

  finish(ordinalOf: TargetMap, idRank: Uint32Array): SealedColumn<InstantData> {
    const ordinals = this.#rows.view().map((row) => ordinalOf[row]!)
    return sealed({ times: Float64Array.from(this.#times), ordinals }, idRank)
  }
}

/** The kind of column for dates with a time. */
export const instantKind: ColumnKind<InstantData> = { merge, open: (data, context) => new InstantColumn(data, context) }

function merge(parts: readonly ColumnPart<InstantData>[], idRank: Uint32Array): SealedColumn<InstantData> {
  const most = parts.reduce((sum, { data }) => sum + data.times.length, 0)
  const times = new Float64Array(most)
  const ordinals = new Uint32Array(most)
  let length = 0
  for (const { data, ordinalMap } of parts) {
    for (let at = 0; at < data.times.length; at++) {
      const ordinal = ordinalMap[data.ordinals[at]!]!
      if (ordinal === gone) continue
      times[length] = data.times[at]!
      ordinals[length++] = ordinal
    }
  }
  return sealed({ times: times.subarray(0, length), ordinals: ordinals.subarray(0, length) }, idRank)
}

function sealed({ times, ordinals }: InstantData, idRank: Uint32Array): SealedColumn<InstantData> {
  const ranks = ordinals.map((ordinal) => idRank[ordinal]!)
  const order = radixOrder([...sortableHalves(times), ranks], times.length)
  const data = { times: sharedFloat64(times.length), ordinals: sharedUint32(times.length) }
  for (let at = 0; at < order.length; at++) {
    data.times[at] = times[order[at]!]!
    data.ordinals[at] = ordinals[order[at]!]!
  }
  return { data, valueMaps: [] }
}

class InstantColumn implements Column {
  readonly #data: InstantData
  readonly #size: number

  constructor(data: InstantData, { size }: ColumnContext) {
    this.#data = data
    this.#size = size
  }

  select(test: Test): Selection {
    const { times } = this.#data
    if (test.is !== 'between') return selectList(new Uint32Array(0))
    return this.#slice(lowerBound(times, test.from), upperBound(times, test.to))
  }

  selectPresent(): Selection {
    return this.#slice(0, this.#data.times.length)
  }

  sortSource(): SortSource {
    const { times, ordinals } = this.#data
    return { count: times.length, keyOf: (value) => times[value]!, valueOf: () => positions(ordinals, this.#size) }
  }

  #slice(first: number, end: number): Selection {
    const slice = this.#data.ordinals.subarray(first, Math.max(first, end))
    if (fitsList(slice.length, this.#size)) return selectList(new Uint32Array(slice).sort())
    const bits = createBitset(this.#size)
    for (let at = 0; at < slice.length; at++) setBit(bits, slice[at]!)
    return selectBits(bits)
  }
}

/** The index of the first element that is above `value`. */
export function upperBound(ascending: Float64Array, value: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ascending[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low
}

function positions(ordinals: Uint32Array, size: number): Uint32Array {
  const values = new Uint32Array(size)
  for (let at = 0; at < ordinals.length; at++) values[ordinals[at]!] = at + 1
  return values
}
