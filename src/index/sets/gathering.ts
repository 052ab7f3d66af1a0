import { countBlocks } from './bit-counts.ts'
import { type Bitset, wordsFor } from './bitset.ts'
import { CountedBits } from './many.ts'
import { postingsAtMost } from './posting-counts.ts'
import { addPostings, type ListRange, type Postings } from './postings.ts'
import { fitsList, type Selection, selectList } from './selection.ts'
import { emptyInto } from './sieve.ts'

/** Where targets are gathered, and those of them that are marked; nothing is in them before and after. */
let sieve: Bitset = new Uint32Array(0)
let marks: Bitset = new Uint32Array(0)
/** Which words of the sieve have any, so that few targets are found without looking at all words. */
let outer: Bitset = new Uint32Array(0)
/** Where targets are listed before it is known how many they are. */
let listed = new Uint32Array(0)

/**
 * What is in any of many lists, each target once: they go into one set that is used again and again, so that nothing is
 * sorted, copied or allocated on the way. To be finished before another one is begun.
 */
export class Gathering {
  readonly #size: number
  #atMost = 0

  /** @param size All targets are below it. */
  constructor(size: number) {
    this.#size = size
    const words = wordsFor(size)
    if (sieve.length >= words) return
    outer = new Uint32Array(wordsFor(words))
    // A word for each bit of the outer set, so that all of it can be set.
    sieve = new Uint32Array(32 * outer.length)
    marks = new Uint32Array(32 * outer.length)
  }

  /** Adds the targets of these lists. */
  add(postings: Postings, range: ListRange): void {
    const atMost = postings.starts[range.end]! - postings.starts[range.first]!
    this.#atMost += atMost
    if (fitsList(atMost, this.#size)) addFew(postings, range)
    else {
      outer.fill(0xffffffff)
      addPostings(postings, range, sieve)
    }
  }

  /** Adds the targets of the lists with these indices. */
  addLists(postings: Postings, lists: Uint32Array): void {
    let atMost = 0
    for (let at = 0; at < lists.length; at++) atMost += postingsAtMost(postings, lists[at]!)
    this.#atMost += atMost
    const isFew = fitsList(atMost, this.#size)
    if (!isFew) outer.fill(0xffffffff)
    for (let at = 0; at < lists.length; at++) {
      const range = { first: lists[at]!, end: lists[at]! + 1 }
      if (isFew) addFew(postings, range)
      else addPostings(postings, range, sieve)
    }
  }

  /** Adds lists of doubled targets, 1 more where they are marked. */
  addMarked({ bytes, starts }: Postings, { first, end }: ListRange): void {
    this.#atMost += starts[end]! - starts[first]!
    let at = starts[first]!
    for (let list = first; list < end; list++) {
      const listEnd = starts[list + 1]!
      let target = 0
      while (at < listEnd) {
        let byte = bytes[at++]!
        let gap = byte & 127
        for (let shift = 7; byte > 127; shift += 7) {
          byte = bytes[at++]!
          gap |= (byte & 127) << shift
        }
        target += gap
        sieve[target >>> 6]! |= 1 << ((target >>> 1) & 31)
        marks[target >>> 6]! |= (target & 1) << ((target >>> 1) & 31)
        outer[target >>> 11]! |= 1 << ((target >>> 6) & 31)
      }
    }
  }

  /** Adds what is in a set. */
  addSet(set: Bitset): void {
    this.#atMost += this.#size
    for (let word = 0; word < set.length; word++) {
      if (set[word] === 0) continue
      sieve[word]! |= set[word]!
      outer[word >>> 5]! |= 1 << (word & 31)
    }
  }

  /** All targets. */
  finish(): Selection {
    const all = this.#empty(sieve)
    outer.fill(0)
    return all
  }

  /** All targets, and those that are marked. */
  finishMarked(): { readonly all: Selection; readonly marked: Selection } {
    const marked = this.#empty(marks)
    return { all: this.finish(), marked }
  }

  /** Takes out all that is in the sieve or the marks. */
  #empty(set: Bitset): Selection {
    const words = wordsFor(this.#size)
    const before = fitsList(this.#atMost, this.#size) ? undefined : countBlocks(set.subarray(0, words))
    const count = before?.at(-1) ?? this.#atMost
    if (before !== undefined && !fitsList(count, this.#size)) {
      const bits = set.slice(0, words)
      set.fill(0, 0, words)
      return new CountedBits(bits, before)
    }
    if (listed.length < count) listed = new Uint32Array(count)
    return selectList(listed.slice(0, emptyInto(listed, set, outer.subarray(0, wordsFor(words)))))
  }
}

/** Adds targets to the sieve, and the words that they are in, which takes half as long again. */
function addFew({ bytes, starts }: Postings, { first, end }: ListRange): void {
  let at = starts[first]!
  for (let list = first; list < end; list++) {
    const listEnd = starts[list + 1]!
    let target = 0
    while (at < listEnd) {
      let byte = bytes[at++]!
      let gap = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!
        gap |= (byte & 127) << shift
      }
      target += gap
      sieve[target >>> 5]! |= 1 << (target & 31)
      outer[target >>> 10]! |= 1 << ((target >>> 5) & 31)
    }
  }
}
