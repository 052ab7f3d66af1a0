import type { OrderedHits } from '../part.ts'
import { hasBit } from '../sets/bitset.ts'
import { lowerBound } from '../sets/lower-bound.ts'
import type { BitsSelection } from '../sets/many.ts'
import {
  difference,
  intersection,
  type ListSelection,
  type Selection,
  searchFactor,
  selectionHas,
} from '../sets/selection.ts'
import { Concatenated, inOrdinalOrder } from './ordered-hits.ts'

/** Hits beyond this are found by making sets of the tiers, which takes as long as looking at so many one by one. */
const lookedAtMax = 2_000

/** The hits of a full text: those of the best tier, then those of the second, then the rest, each by ordinal (D32). */
export class TieredHits implements OrderedHits {
  readonly length: number
  readonly #hits: Selection
  readonly #best: Selection
  readonly #second: Selection
  readonly #size: number
  readonly #atMost: number
  #looked: Uint32Array = new Uint32Array(0)
  #sets: OrderedHits | undefined

  constructor(hits: Selection, [best, second]: readonly [Selection, Selection], { count, size, atMost }: Counts) {
    this.length = count
    this.#atMost = Math.min(atMost, lookedAtMax)
    this.#hits = hits
    this.#best = best
    this.#second = second
    this.#size = size
  }

  at(index: number): number {
    return index < this.#looked.length ? this.#looked[index]! : this.slice(index, index + 1)[0]!
  }

  slice(start: number, end: number): Uint32Array {
    if (end > lookedAtMax) return this.#asSets().slice(start, end)
    // Some more than are asked for now: who merges hits of several parts comes back for the next ones.
    if (end > this.#looked.length) this.#looked = this.#first(Math.max(end, this.#atMost))
    return this.#looked.subarray(start, end)
  }

  /** The first ones, looking only at as many as it takes: none of the tiers is made. */
  #first(atMost: number): Uint32Array {
    const found = new Finds(Math.min(atMost, this.length))
    const [hits, best, second] = [this.#hits, this.#best, this.#second]
    eachOfBoth(hits, best, (ordinal) => found.add(ordinal))
    if (!found.complete) eachOfBoth(hits, second, (ordinal) => selectionHas(best, ordinal) || found.add(ordinal))
    if (!found.complete) {
      eachOf(hits, (ordinal) => selectionHas(best, ordinal) || selectionHas(second, ordinal) || found.add(ordinal))
    }
    return found.ordinals
  }

  #asSets(): OrderedHits {
    if (this.#sets === undefined) {
      const first = intersection([this.#hits, this.#best], this.#size)
      const next = difference(intersection([this.#hits, this.#second], this.#size), this.#best)
      const rest = difference(difference(this.#hits, this.#best), this.#second)
      this.#sets = new Concatenated([first, next, rest].map(inOrdinalOrder))
    }
    return this.#sets
  }
}

/** How many hits there are, how many ordinals, and how many of the first hits are wanted. */
interface Counts {
  readonly count: number
  readonly size: number
  readonly atMost: number
}

/** Ordinals up to a number of them. */
class Finds {
  readonly ordinals: Uint32Array
  #length = 0

  constructor(atMost: number) {
    this.ordinals = new Uint32Array(atMost)
  }

  get complete(): boolean {
    return this.#length === this.ordinals.length
  }

  /** Takes one more; false when that was the last. */
  add(ordinal: number): boolean {
    this.ordinals[this.#length++] = ordinal
    return !this.complete
  }
}

/** Gives ascending ordinals to `take` until it says false. */
function eachOf(selection: Selection, take: (ordinal: number) => boolean): void {
  if (selection.kind === 'bits') {
    eachBit(selection.bits.length, (word) => selection.bits[word]!, take)
    return
  }
  for (const ordinal of selection.list) if (!take(ordinal)) return
}

/** Gives the ordinals that are in both to `take`, ascending, until it says false. */
function eachOfBoth(a: Selection, b: Selection, take: (ordinal: number) => boolean): void {
  if (a.kind === 'bits' && b.kind === 'bits') {
    const [one, other] = [a.bits, b.bits]
    eachBit(one.length, (word) => one[word]! & other[word]!, take)
    return
  }
  if (a.kind === 'list' && b.kind === 'list') {
    eachOfLists(a.list, b.list, take)
    return
  }
  const { list } = a.kind === 'list' ? a : (b as ListSelection)
  const { bits } = a.kind === 'bits' ? a : (b as BitsSelection)
  for (const ordinal of list) if (hasBit(bits, ordinal) && !take(ordinal)) return
}

/** The same of two lists: along both, or from one ordinal of a much shorter list to the next. */
function eachOfLists(a: Uint32Array, b: Uint32Array, take: (ordinal: number) => boolean): void {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  const jump = long.length > short.length * searchFactor
  let at = 0
  for (let index = 0; index < short.length; index++) {
    const ordinal = short[index]!
    if (jump) at = lowerBound(long, ordinal, at)
    else while (at < long.length && long[at]! < ordinal) at++
    if (long[at] === ordinal && !take(ordinal)) return
  }
}

function eachBit(words: number, wordAt: (word: number) => number, take: (ordinal: number) => boolean): void {
  for (let word = 0; word < words; word++) {
    for (let rest = wordAt(word); rest !== 0; rest &= rest - 1) {
      if (!take(word * 32 + 31 - Math.clz32(rest & -rest))) return
    }
  }
}
