import { ascending } from './ascending.ts'
import { createBitset } from './bitset.ts'
import { postingsAtMost } from './posting-counts.ts'
import { addPostings, eachPosting, type ListRange, type Postings } from './postings.ts'
import { fitsList, listSelection, type Selection, selectBits, selectList } from './selection.ts'

/** The union of many posting lists: few targets are sorted, many go into a bitmap. */
export class PostingUnion {
  readonly #size: number
  readonly #parts: { readonly postings: Postings; readonly ranges: Iterable<ListRange> }[] = []
  #atMost = 0

  /** @param size All targets are below it. */
  constructor(size: number) {
    this.#size = size
  }

  /** Adds a range of lists. */
  add(postings: Postings, range: ListRange): void {
    if (range.first >= range.end) return
    this.#atMost += postings.starts[range.end]! - postings.starts[range.first]!
    this.#parts.push({ postings, ranges: [range] })
  }

  /** Adds the lists with these indices. */
  addLists(postings: Postings, lists: Uint32Array): void {
    for (let at = 0; at < lists.length; at++) this.#atMost += postingsAtMost(postings, lists[at]!)
    this.#parts.push({ postings, ranges: rangesOf(lists) })
  }

  finish(): Selection {
    return fitsList(this.#atMost, this.#size) ? selectList(this.#list()) : this.#bits()
  }

  #list(): Uint32Array {
    const targets = new Uint32Array(this.#atMost)
    let length = 0
    for (const { postings, ranges } of this.#parts) {
      for (const { first, end } of ranges) {
        for (let list = first; list < end; list++) eachPosting(postings, list, (target) => (targets[length++] = target))
      }
    }
    return ascending(targets.subarray(0, length), this.#size)
  }

  #bits(): Selection {
    const bits = createBitset(this.#size)
    for (const { postings, ranges } of this.#parts) for (const range of ranges) addPostings(postings, range, bits)
    const selection = selectBits(bits)
    return fitsList(selection.count, this.#size) ? selectList(listSelection(selection)) : selection
  }
}

/** Neighbouring lists together, ascending. */
function* rangesOf(lists: Uint32Array): Generator<ListRange> {
  for (let at = 0; at < lists.length; ) {
    const first = lists[at]!
    let end = first + 1
    for (at++; at < lists.length && lists[at] === end; at++) end++
    yield { first, end }
  }
}
