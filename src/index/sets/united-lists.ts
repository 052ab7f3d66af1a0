import { type Bitset, createBitset, orInto, wordsFor } from './bitset.ts'
import { postingsAtMost } from './posting-counts.ts'
import { addPostings, type Postings } from './postings.ts'

/** What is in any of some lists, which are named by their numbers, ascending. */
interface Union {
  readonly lists: Uint32Array
  readonly bits: Bitset
}

/** Some lists as unions that were made before, and the rest of them. */
export interface Cover {
  readonly sets: readonly Bitset[]
  readonly rest: Uint32Array
}

/** So many targets are read in a step of making a union: about a millisecond. */
const targetsPerStep = 100_000

/**
 * Unions of many lists, kept so that the lists need not be read again. A union is known by its lists and by nothing that
 * these go by, and is used where all of them are asked for; so whatever gets another name, it is never wrong.
 */
export class UnitedLists {
  readonly #postings: Postings
  readonly #size: number
  /** Those of more lists first. */
  #unions: readonly Union[] = []
  /** For each list 1 when it is asked for, 2 when a union has it; nothing is in it before and after. */
  readonly #marks: Uint8Array

  /** @param size All targets are below it. */
  constructor(postings: Postings, size: number) {
    this.#postings = postings
    this.#size = size
    this.#marks = new Uint8Array(postings.starts.length - 1)
  }

  /** What a union of these lists takes. */
  bytesOf(lists: Uint32Array): number {
    return 4 * wordsFor(this.#size) + lists.byteLength
  }

  /** What all unions take. */
  get bytes(): number {
    return this.#unions.reduce((sum, { lists }) => sum + this.bytesOf(lists), 0)
  }

  /** Forgets all unions but those of these lists. */
  retain(wanted: readonly Uint32Array[]): void {
    this.#unions = this.#unions.filter(({ lists }) => wanted.some((other) => same(lists, other)))
  }

  /** Makes the union of these lists where it is not there, in steps; the unions of some of them make it cheaper. */
  *unite(lists: Uint32Array): Generator<void> {
    if (this.#unions.some((union) => same(union.lists, lists))) return
    const bits = createBitset(this.#size)
    const { sets, rest } = this.cover(lists)
    for (const set of sets) orInto(bits, set)
    let targets = 0
    for (const list of rest) {
      addPostings(this.#postings, { first: list, end: list + 1 }, bits)
      targets += postingsAtMost(this.#postings, list)
      if (targets < targetsPerStep) continue
      yield
      targets = 0
    }
    this.#unions = [...this.#unions, { lists, bits }].sort((a, b) => b.lists.length - a.lists.length)
    yield
  }

  /** These lists, each once, by as many unions as there are for them. */
  cover(lists: Uint32Array): Cover {
    const fitting = this.#unions.filter((union) => union.lists.length <= lists.length)
    if (fitting.length === 0) return { sets: [], rest: lists }
    const marks = this.#marks
    for (const list of lists) marks[list] = 1
    const sets: Bitset[] = []
    for (const union of fitting) if (takeFrom(marks, union.lists)) sets.push(union.bits)
    const rest = sets.length === 0 ? lists : lists.filter((list) => marks[list] === 1)
    for (const list of lists) marks[list] = 0
    return { sets, rest }
  }
}

/** Marks the lists of a union as had when all of them are asked for, and some are not had yet; tells whether it did. */
function takeFrom(marks: Uint8Array, lists: Uint32Array): boolean {
  if (!lists.every((list) => marks[list] !== 0) || !lists.some((list) => marks[list] === 1)) return false
  for (const list of lists) marks[list] = 2
  return true
}

function same(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((list, at) => list === b[at])
}
