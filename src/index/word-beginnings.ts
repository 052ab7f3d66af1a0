import type { Names } from '../place/directory-entry.ts'
import type { Pace } from './in-turns.ts'
import { type Bitset, fullBitset, wordsFor } from './sets/bitset.ts'
import { type Slot, separator } from './slot.ts'

/** Beginnings of words fall into so many classes, a power of two; a place has words of a tenth of them. */
const classes = 256

/** So many slots are made room for at first. */
const slotsLeast = 512

/**
 * Which slots of a delta may have words that begin so: a Bloom filter of one hash (B. H. Bloom, 1970), turned on its
 * side, so that a search looks at one bit of a slot instead of its words. A word is in the class of its first letter and
 * in that of its first two. New slots are put into it when a search first asks.
 */
export class WordBeginnings {
  readonly #slots: readonly Slot[]
  readonly #names: Names
  #namesVersion: number | undefined
  /** So many of the slots have been looked at. */
  #seen = 0
  /** For each class a set of slots, one after the other, */
  #sets = new Uint32Array(0)
  /** each of so many words. */
  #size = 0

  /** @param slots All slots of the delta; it may grow. */
  constructor(slots: readonly Slot[], names: Names) {
    this.#slots = slots
    this.#names = names
  }

  /** Whether anybody has asked. */
  get isAsked(): boolean {
    return this.#namesVersion !== undefined
  }

  /** The slots that may have a word for each of these beginnings; the others have not. */
  *slotsBegun(beginnings: readonly string[], pace: Pace): Generator<void, Bitset> {
    yield* this.#refresh(pace)
    const found = fullBitset(this.#slots.length)
    for (const beginning of beginnings) {
      const set = classOf(beginning, 0, beginning.length) * this.#size
      for (let word = 0; word < found.length; word++) found[word]! &= this.#sets[set + word]!
    }
    return found
  }

  /** Words of a place are also the names that the directory has, so all are read anew when one of these changes. */
  *#refresh(pace: Pace): Generator<void> {
    if (this.#namesVersion !== this.#names.version) {
      this.#namesVersion = this.#names.version
      this.#sets.fill(0)
      this.#seen = 0
    }
    // Others may go on with the same between steps, and places may be added.
    while (this.#seen < this.#slots.length) {
      if (this.#slots.length > this.#size * 32) this.#grow()
      const slot = this.#seen++
      this.#add(slot, this.#slots[slot]!.words)
      if (pace.isDue) yield
    }
  }

  #add(slot: number, words: string): void {
    const [at, bit] = [slot >>> 5, 1 << (slot & 31)]
    for (let end = 0; end < words.length; ) {
      const start = end + separator.length
      end = words.indexOf(separator, start)
      if (end < 0) end = words.length
      this.#sets[classOf(words, start, start + 1) * this.#size + at]! |= bit
      this.#sets[classOf(words, start, end) * this.#size + at]! |= bit
    }
  }

  #grow(): void {
    const [before, size] = [this.#size, wordsFor(Math.max(slotsLeast, 2 * this.#slots.length))]
    const sets = new Uint32Array(classes * size)
    for (let number = 0; number < classes; number++) {
      sets.set(this.#sets.subarray(number * before, (number + 1) * before), number * size)
    }
    this.#sets = sets
    this.#size = size
  }
}

/** The class of what stands there, of which no more than two letters count. */
function classOf(text: string, start: number, end: number): number {
  const second = end - start > 1 ? text.charCodeAt(start + 1) : 0
  return (text.charCodeAt(start) * 31 + second) & (classes - 1)
}
