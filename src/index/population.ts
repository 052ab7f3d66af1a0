import type { Instant } from '../place/place.ts'
import { type Bitset, clearBit, createBitset, fullBitset, hasBit, putBit } from './bitset.ts'
import { type InstantData, upperBound } from './instant-column.ts'

/** What decides about the state of the places of a segment. */
export interface States {
  readonly size: number
  readonly published: InstantData | undefined
  readonly depublished: InstantData | undefined
  readonly deleted: InstantData | undefined
}

/** Which places a query counts beside those that are neither deleted nor non-published. */
export interface Inclusion {
  readonly includeDeleted: boolean
  readonly includeNonPublished: boolean
}

/**
 * The places of a segment that are there for a query at an instant: four sets, kept right by visiting only the places
 * whose publication begins or ends between the last instant asked for and this one, forward or back (D36).
 */
export class Population {
  readonly #all: Bitset
  readonly #notDeleted: Bitset
  readonly #published: Bitset
  readonly #visible: Bitset
  readonly #begun: Bitset
  readonly #ended: Bitset
  readonly #states: States
  #beginnings = 0
  #endings = 0

  constructor(states: States) {
    this.#states = states
    this.#all = fullBitset(states.size)
    this.#notDeleted = fullBitset(states.size)
    for (const ordinal of states.deleted?.ordinals ?? []) clearBit(this.#notDeleted, ordinal)
    this.#published = createBitset(states.size)
    this.#visible = createBitset(states.size)
    this.#begun = createBitset(states.size)
    this.#ended = createBitset(states.size)
  }

  /** The places that count; good until the next call. */
  at(now: Instant, { includeDeleted, includeNonPublished }: Inclusion): Bitset {
    if (includeNonPublished) return includeDeleted ? this.#all : this.#notDeleted
    this.#move(now)
    return includeDeleted ? this.#published : this.#visible
  }

  /** The last instant up to `now` at which a publication began or ended, or -Infinity when none did. */
  changedAt(now: Instant): Instant {
    const last = (data: InstantData | undefined) => data?.times[upperBound(data.times, now) - 1] ?? -Infinity
    return Math.max(last(this.#states.published), last(this.#states.depublished))
  }

  has(ordinal: number): boolean {
    return hasBit(this.#all, ordinal)
  }

  /** Takes a place out for good. */
  remove(ordinal: number): void {
    for (const set of [this.#all, this.#notDeleted, this.#published, this.#visible]) clearBit(set, ordinal)
  }

  #move(now: Instant): void {
    const { published, depublished } = this.#states
    this.#beginnings = this.#pass(published, this.#begun, { from: this.#beginnings, now })
    this.#endings = this.#pass(depublished, this.#ended, { from: this.#endings, now })
  }

  /** Puts right every place between the position `from` in the order of instants and `now`; gives the new position. */
  #pass(data: InstantData | undefined, passed: Bitset, { from, now }: { from: number; now: Instant }): number {
    if (data === undefined) return 0
    const to = upperBound(data.times, now)
    for (let at = Math.min(from, to); at < Math.max(from, to); at++) {
      const ordinal = data.ordinals[at]!
      putBit(passed, ordinal, to > from)
      const published = hasBit(this.#begun, ordinal) && !hasBit(this.#ended, ordinal) && hasBit(this.#all, ordinal)
      putBit(this.#published, ordinal, published)
      putBit(this.#visible, ordinal, published && hasBit(this.#notDeleted, ordinal))
    }
    return to
  }
}
