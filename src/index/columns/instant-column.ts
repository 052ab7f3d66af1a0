import type { ValueTest } from '../../query/query.ts'
import { GrowableUint32 } from '../memory/growable.ts'
import { type Ranks, sharedFloat64, sharedRanks, sharedUint32 } from '../memory/shared.ts'
import { lowerBound, radixOrder, sortableHalves } from '../memory/sorting.ts'
import { nothing, type Selection, selectOrdinals } from '../sets/selection.ts'
import type { BuiltColumn, Column, ColumnBuilder, ColumnContext, ColumnKind, ColumnValue, Ranking } from './column.ts'
import { type MergeSource, type OrdinalMap, tombstone } from './inverted.ts'
import { noWords, type WordNumbers } from './word-table.ts'

/**
 * A column of instants in ascending order with their ordinals, one or several per place. Useful for ranges, and for
 * orders if a place has at most one.
 */
export interface InstantData {
  readonly times: Float64Array
  /** The ordinal of each instant; ascending among equal instants. */
  readonly ordinals: Uint32Array
  /** For each ordinal the first position of its instant plus 1 (of several instants, the last); 0 if it has none. */
  readonly ranks: Ranks
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

  finish(ordinalOf: OrdinalMap, { size }: ColumnContext): BuiltColumn<InstantData> {
    const ordinals = this.#rows.view().map((row) => ordinalOf[row]!)
    return built(Float64Array.from(this.#times), ordinals, size)
  }
}

/** The kind of column for dates with a time. */
export const instantKind: ColumnKind<InstantData> = { merge, open: (data, context) => new InstantColumn(data, context) }

function merge(sources: readonly MergeSource<InstantData>[], { size }: ColumnContext): BuiltColumn<InstantData> {
  const most = sources.reduce((sum, { data }) => sum + data.times.length, 0)
  const times = new Float64Array(most)
  const ordinals = new Uint32Array(most)
  let length = 0
  for (const { data, ordinalMap } of sources) {
    for (let at = 0; at < data.times.length; at++) {
      const ordinal = ordinalMap[data.ordinals[at]!]!
      if (ordinal === tombstone) continue
      times[length] = data.times[at]!
      ordinals[length++] = ordinal
    }
  }
  return built(times.subarray(0, length), ordinals.subarray(0, length), size)
}

function built(times: Float64Array, ordinals: Uint32Array, size: number): BuiltColumn<InstantData> {
  const { length } = times
  const order = radixOrder([...sortableHalves(times), ordinals], length)
  const data = { times: sharedFloat64(length), ordinals: sharedUint32(length), ranks: sharedRanks(size, length) }
  let rank = 0
  for (let at = 0; at < length; at++) {
    data.times[at] = times[order[at]!]!
    data.ordinals[at] = ordinals[order[at]!]!
    if (at === 0 || data.times[at] !== data.times[at - 1]) rank = at + 1
    data.ranks[data.ordinals[at]!] = rank
  }
  return { data, valueMaps: [] }
}

class InstantColumn implements Column {
  readonly #data: InstantData
  readonly #size: number
  readonly #list: boolean

  constructor(data: InstantData, { size, field }: ColumnContext) {
    this.#data = data
    this.#size = size
    this.#list = field.list
  }

  select(test: ValueTest): Selection {
    switch (test.is) {
      case 'between':
        return selectInstants(this.#data, test, this.#size)
      case 'equal':
      case 'prefix':
      case 'words':
        return nothing
    }
  }

  selectPresent(): Selection {
    return selectInstants(this.#data, { from: -Infinity, to: Infinity }, this.#size)
  }

  ranking(): Ranking | undefined {
    if (this.#list) return undefined
    const { times, ranks } = this.#data
    return {
      rankMax: times.length,
      rankOf: (ordinal) => ranks[ordinal]!,
      keyOf: (ordinal) => times[ranks[ordinal]! - 1],
    }
  }
}

/** The places of a segment of `size` that have an instant in a range, both ends included. */
export function selectInstants(
  { times, ordinals }: InstantData,
  { from, to }: { readonly from: number; readonly to: number },
  size: number,
): Selection {
  return selectOrdinals(ordinals.subarray(lowerBound(times, from), upperBound(times, to)), size)
}

/** The index of the first element above `value` in a list of whole numbers. */
export function upperBound(ascending: Float64Array, value: number): number {
  return lowerBound(ascending, Math.floor(value) + 1)
}
