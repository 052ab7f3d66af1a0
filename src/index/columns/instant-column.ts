import type { ValueTest } from '../../query/query.ts'
import { GrowableUint32 } from '../memory/growable.ts'
import { type PackedInts, packInts, sharedFloat64, unpackAt } from '../memory/shared.ts'
import { lowerBound, radixOrder, sortableHalves } from '../memory/sorting.ts'
import { Milestones } from '../sets/milestones.ts'
import { eachPosting, type Postings, PostingsWriter, selectPostings } from '../sets/postings.ts'
import { nothing, type Selection } from '../sets/selection.ts'
import type {
  Column,
  ColumnBuilder,
  ColumnContext,
  ColumnKind,
  ColumnPart,
  ColumnValue,
  SealedColumn,
} from './column.ts'
import { gone, type TargetMap } from './inverted.ts'
import type { Ranking } from './ranking.ts'
import { noWords, type WordNumbers } from './words.ts'

/**
 * A column of instants, one or several to a place: the different instants in ascending order, and whose they are. Useful
 * for ranges, and for orders where a place has one at most; a place without a value takes only its rank.
 */
export interface InstantData {
  readonly times: Float64Array
  /** List i has the ordinals of instant i. */
  readonly postings: Postings
  /** For each ordinal the number of its instant, of several the last one, and 1 more; 0 where there is none. */
  readonly ranks: PackedInts
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

  finish(ordinalOf: TargetMap, { size }: ColumnContext): SealedColumn<InstantData> {
    const ordinals = this.#rows.view().map((row) => ordinalOf[row]!)
    return sealed(Float64Array.from(this.#times), ordinals, size)
  }
}

/** The kind of column for dates with a time. */
export const instantKind: ColumnKind<InstantData> = { merge, open: (data, context) => new InstantColumn(data, context) }

function merge(parts: readonly ColumnPart<InstantData>[], { size }: ColumnContext): SealedColumn<InstantData> {
  // Each takes a byte or more.
  const most = parts.reduce((sum, { data }) => sum + data.postings.bytes.length, 0)
  const times = new Float64Array(most)
  const ordinals = new Uint32Array(most)
  let length = 0
  for (const { data, ordinalMap } of parts) {
    for (let number = 0; number < data.times.length; number++) {
      eachPosting(data.postings, number, (old) => {
        const ordinal = ordinalMap[old]!
        if (ordinal === gone) return
        times[length] = data.times[number]!
        ordinals[length++] = ordinal
      })
    }
  }
  return sealed(times.subarray(0, length), ordinals.subarray(0, length), size)
}

function sealed(times: Float64Array, ordinals: Uint32Array, size: number): SealedColumn<InstantData> {
  const order = radixOrder([...sortableHalves(times), ordinals], times.length)
  const sorted = ordinals.map((_, at) => ordinals[order[at]!]!)
  const postings = new PostingsWriter(times.length)
  const different = new Float64Array(times.length)
  const ranks = new Uint32Array(size)
  let count = 0
  for (let start = 0, end = 0; start < order.length; start = end) {
    const time = times[order[start]!]!
    different[count++] = time
    for (; end < order.length && times[order[end]!] === time; end++) ranks[sorted[end]!] = count
    postings.add(sorted.subarray(start, end))
  }
  const shared = sharedFloat64(count)
  shared.set(different.subarray(0, count))
  return { data: { times: shared, postings: postings.finish(), ranks: packInts(ranks, count) }, valueMaps: [] }
}

class InstantColumn implements Column {
  readonly #data: InstantData
  readonly #size: number
  readonly #list: boolean
  #milestones: Milestones | undefined

  constructor(data: InstantData, { size, field }: ColumnContext) {
    this.#data = data
    this.#size = size
    this.#list = field.list
  }

  select(test: ValueTest): Selection {
    switch (test.is) {
      case 'between':
        return this.#selectBetween(test)
      case 'equal':
      case 'prefix':
      case 'words':
        return nothing
    }
  }

  #selectBetween(test: Extract<ValueTest, { is: 'between' }>): Selection {
    const { times, postings } = this.#data
    const first = lowerBound(times, test.from)
    const range = { first, end: Math.max(first, upperBound(times, test.to)) }
    // A place with two instants in the range would be put into the set of milestones and taken out again.
    if (this.#list || !Milestones.pays(postings, range)) return selectPostings(postings, range, this.#size)
    this.#milestones ??= new Milestones(postings, this.#size)
    return this.#milestones.select(range)
  }

  selectPresent(): Selection {
    return selectPostings(this.#data.postings, { first: 0, end: this.#data.times.length }, this.#size)
  }

  ranking(): Ranking | undefined {
    if (this.#list) return undefined
    const { times, ranks } = this.#data
    return {
      rankMax: times.length,
      rankOf: (ordinal) => unpackAt(ranks, ordinal),
      keyOf: (ordinal) => times[unpackAt(ranks, ordinal) - 1],
    }
  }
}

/** The index of the first of some whole numbers that is above `value`. */
export function upperBound(ascending: Float64Array, value: number): number {
  return lowerBound(ascending, Math.floor(value) + 1)
}
