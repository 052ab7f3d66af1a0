import type { Test } from '../query/query.ts'
import type { Column, SortSource } from './column.ts'
import { difference, type Selection, union } from './selection.ts'

/** A column whose missing values are those of another, which misses none: shortDescription and name (D15). */
export class FallbackColumn implements Column {
  readonly #own: Column
  readonly #fallback: Column
  readonly #size: number

  constructor(own: Column, fallback: Column, size: number) {
    this.#own = own
    this.#fallback = fallback
    this.#size = size
  }

  select(test: Test): Selection {
    const standingIn = difference(this.#fallback.select(test), this.#own.selectPresent())
    return union([this.#own.select(test), standingIn], this.#size)
  }

  selectPresent(): Selection {
    return this.#fallback.selectPresent()
  }

  sortSource(): SortSource {
    const own = this.#own.sortSource()
    const fallback = this.#fallback.sortSource()
    return {
      count: own.count + fallback.count,
      keyOf: (value) => (value < own.count ? own.keyOf(value) : fallback.keyOf(value - own.count)),
      valueOf: () => {
        const standsIn = fallback.valueOf()
        return own.valueOf().map((value, ordinal) => (value > 0 ? value : standsIn[ordinal]! + own.count))
      },
    }
  }
}
