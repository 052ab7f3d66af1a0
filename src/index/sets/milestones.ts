import { lowerBound } from '../memory/sorting.ts'
import { type Bitset, createBitset, wordsFor } from './bitset.ts'
import { eachPosting, type ListRange, type Postings } from './postings.ts'
import { type Selection, selectBits } from './selection.ts'

/** So many parts, each a set: what is not a whole number of them is at most half of one at either end. */
const parts = 8

/** What the lists before some of them have together. */
interface Milestone {
  readonly list: number
  readonly before: Bitset
}

/**
 * Lists of which each target is in one alone, with what is in all lists before every eighth of the targets: so the targets
 * of any run of lists, however many, are found by reading few of the lists.
 */
export class Milestones {
  readonly #postings: Postings
  readonly #size: number
  readonly #milestones: readonly Milestone[]
  readonly #starts: Uint32Array

  /** Reads all lists. @param size All targets are below it. */
  constructor(postings: Postings, size: number) {
    this.#postings = postings
    this.#size = size
    this.#milestones = this.#set()
    this.#starts = Uint32Array.from(this.#milestones, ({ list }) => postings.starts[list]!)
  }

  /** Whether so many lists are better found by milestones than by reading them. */
  static pays({ starts }: Postings, { first, end }: ListRange): boolean {
    return (starts[end]! - starts[first]!) * parts > starts.at(-1)!
  }

  /** The targets of a run of lists. */
  select({ first, end }: ListRange): Selection {
    const bits = createBitset(this.#size)
    for (const list of [first, end]) {
      const milestone = this.#nearest(list)
      for (let word = 0; word < bits.length; word++) bits[word]! ^= milestone.before[word]!
      this.#flip({ first: Math.min(list, milestone.list), end: Math.max(list, milestone.list) }, bits)
    }
    return selectBits(bits)
  }

  /** Puts each target of these lists into a set where it is not there, and takes it out where it is. */
  #flip({ first, end }: ListRange, set: Bitset): void {
    const flip = (target: number) => {
      set[target >>> 5]! ^= 1 << (target & 31)
    }
    for (let list = first; list < end; list++) eachPosting(this.#postings, list, flip)
  }

  #nearest(list: number): Milestone {
    const at = this.#postings.starts[list]!
    const next = lowerBound(this.#starts, at)
    const [before, behind] = [this.#milestones[next - 1], this.#milestones[next]]
    if (before === undefined || behind === undefined) return (before ?? behind)!
    return at - this.#starts[next - 1]! <= this.#starts[next]! - at ? before : behind
  }

  #set(): Milestone[] {
    const { starts } = this.#postings
    const set: Milestone[] = [{ list: 0, before: new Uint32Array(wordsFor(this.#size)) }]
    for (let part = 1; part <= parts; part++) {
      const { list: first, before } = set.at(-1)!
      const list = part === parts ? starts.length - 1 : lowerBound(starts, (part / parts) * starts.at(-1)!)
      const reached = before.slice()
      this.#flip({ first, end: list }, reached)
      set.push({ list, before: reached })
    }
    return set
  }
}
