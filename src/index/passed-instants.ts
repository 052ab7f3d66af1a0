import type { Instant } from '../place/place.ts'

/**
 * The last of some instants that has passed. It is asked again and again while the clock goes on, so what it gave is
 * kept until the next of them passes.
 */
export class PassedInstants {
  readonly #all: Instant[] = []
  #last = Number.NaN
  #next = Number.NaN

  add(instant: Instant): void {
    this.#all.push(instant)
    if (instant > this.#last && instant < this.#next) this.#last = Number.NaN
  }

  /** The last up to `now`, or -Infinity when there is none. */
  last(now: Instant): Instant {
    if (this.#last <= now && now < this.#next) return this.#last
    this.#last = Number.NEGATIVE_INFINITY
    this.#next = Number.POSITIVE_INFINITY
    for (const instant of this.#all) {
      if (instant <= now) this.#last = Math.max(this.#last, instant)
      else this.#next = Math.min(this.#next, instant)
    }
    return this.#last
  }
}
