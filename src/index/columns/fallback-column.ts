import type { ValueTest } from '../../query/query.ts'
import { unpackAt } from '../memory/packed.ts'
import { difference, type Selection, union } from '../sets/selection.ts'
import type { Column } from './column.ts'
import type { Ranking } from './ranking.ts'
import type { StandInOrder } from './stand-in-order.ts'

/** What a column needs whose missing values are names. */
export interface StandIn {
  readonly size: number
  readonly order: StandInOrder
  readonly nameKey: (ordinal: number) => string
}

/** A column whose missing values are those of another, which misses none: shortDescription and name (D15). */
export class FallbackColumn implements Column {
  readonly #own: Column
  readonly #fallback: Column
  readonly #size: number
  readonly #order: StandInOrder
  readonly #nameKey: (ordinal: number) => string

  constructor(own: Column, fallback: Column, { size, order, nameKey }: StandIn) {
    this.#own = own
    this.#fallback = fallback
    this.#size = size
    this.#order = order
    this.#nameKey = nameKey
  }

  select(test: ValueTest): Selection {
    const standingIn = difference(this.#fallback.select(test), this.#own.selectPresent())
    return union([this.#own.select(test), standingIn], this.#size)
  }

  selectPresent(): Selection {
    return this.#fallback.selectPresent()
  }

  ranking(): Ranking {
    const { postings, ranks } = this.#order
    const own = this.#own.ranking()
    return {
      postings,
      lists: undefined,
      ties: undefined,
      positions: postings.starts.length - 1,
      rankOf: (ordinal) => unpackAt(ranks, ordinal),
      keyOf: (ordinal) => own?.keyOf(ordinal) ?? this.#nameKey(ordinal),
    }
  }
}
