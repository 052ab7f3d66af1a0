import type { DirectoryColumn } from '../columns/directory-column.ts'

/** Lists that are longer together than this part of the places are worth a union, which takes as long as few of them. */
const worthShare = 40
/** What the unions of a segment may take, beside its columns: so many bytes a place. */
const bytesPerPlace = 12

/** Some lists of a column, and what is saved when they are united. */
interface Candidate {
  readonly column: DirectoryColumn
  readonly lists: Uint32Array
  readonly saved: number
}

/**
 * The places of many names that one beginning finds, such as those of 231 categories with a word that begins with
 * `service`, are united in idle time, in steps so short that nobody waits for one. Those that save the most are kept; a
 * search that comes before does without, and one that comes after a name has changed uses what is still right.
 */
export class SegmentUnions {
  readonly #columns: readonly DirectoryColumn[]
  readonly #size: number
  /** The names for which they were made, or are being made. */
  #generations: string | undefined
  #work: Generator<void> | undefined
  #reading: Generator<void> | undefined

  /** @param size How many places the segment has. */
  constructor(columns: readonly DirectoryColumn[], size: number) {
    this.#columns = columns
    this.#size = size
  }

  /** Does one step of a millisecond or two; whether there is more to do. */
  step(): boolean {
    if (this.#columns.some(({ isStale }) => isStale)) return this.#read()
    const generations = this.#columns.map(({ generation }) => generation).join()
    if (generations !== this.#generations) {
      this.#generations = generations
      this.#work = this.#unite()
    }
    if (this.#work?.next().done) this.#work = undefined
    return this.#work !== undefined
  }

  #read(): true {
    this.#reading ??= this.#readNames()
    if (this.#reading.next().done) this.#reading = undefined
    return true
  }

  *#readNames(): Generator<void> {
    for (const column of this.#columns) {
      yield* column.readNames()
    }
  }

  *#unite(): Generator<void> {
    const wanted = this.#heaviest(yield* this.#candidates())
    for (const column of this.#columns) {
      column.united.retain(wanted.flatMap((other) => (other.column === column ? [other.lists] : [])))
    }
    // The smaller ones first, which the larger ones are made of.
    wanted.sort((a, b) => a.lists.length - b.lists.length)
    for (const { column, lists } of wanted) yield* column.united.unite(lists)
  }

  *#candidates(): Generator<void, Candidate[]> {
    const candidates: Candidate[] = []
    for (const column of this.#columns) {
      const groups = yield* column.heavyGroups(this.#size / worthShare)
      for (const { numbers, cost } of groups) candidates.push({ column, lists: numbers, saved: cost })
    }
    return candidates
  }

  /** Those that save the most, as many as may be kept. */
  #heaviest(candidates: Candidate[]): Candidate[] {
    let left = bytesPerPlace * this.#size
    candidates.sort((a, b) => b.saved - a.saved)
    return candidates.filter(({ column, lists }) => {
      left -= column.united.bytesOf(lists)
      return left >= 0
    })
  }
}
