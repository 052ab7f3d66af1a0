import { countBlocks } from './bit-counts.ts'
import { type Bitset, orInto, wordsFor } from './bitset.ts'
import { CountedBits } from './many.ts'
import { postingsAtMost } from './posting-counts.ts'
import { addPostings, type ListRange, type Postings } from './postings.ts'
import { fitsList, nothing, type Selection, selectBits, selectList, trimmed } from './selection.ts'
import { emptyInto } from './sieve.ts'

/** Where targets are gathered, and those of them that are marked; nothing is in them before and after. */
let sieve: Bitset = new Uint32Array(0)
let marks: Bitset = new Uint32Array(0)
/** Which words of the sieve have any, so that few targets are found without looking at all words. */
let outer: Bitset = new Uint32Array(0)
/** Where targets, and the marked ones, are listed before it is known how many they are. */
let listed = new Uint32Array(0)
let listedMarks = new Uint32Array(0)

/**
 * More than this part of all ordinals are taken out as a set: listing them takes longer, up to fifteen times, since a
 * processor cannot foresee how many of them each word has.
 */
const listedShare = 64

/**
 * What is in any of many lists, each target once: they go into one set that is used again and again, so that nothing is
 * sorted, copied or allocated on the way. To be finished before another one is begun.
 */
export class Gathering {
  readonly #size: number
  #atMost = 0
  /** How many targets are marked, some more than once. */
  #markedAtMost = 0

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
    let marked = 0
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
        marked += target & 1
        outer[target >>> 11]! |= 1 << ((target >>> 6) & 31)
      }
    }
    this.#markedAtMost += marked
  }

  /** Adds what is in a set. */
  addSet(set: Bitset): void {
    this.#atMost += this.#size
    outer.fill(0xffffffff)
    orInto(sieve.subarray(0, set.length), set)
  }

  /** All targets. */
  finish(): Selection {
    return this.finishMarked().all
  }

  /** All targets, and those that are marked. */
  finishMarked(): { readonly all: Selection; readonly marked: Selection } {
    const words = wordsFor(this.#size)
    const before = isListed(this.#atMost, this.#size) ? undefined : countBlocks(sieve.subarray(0, words))
    const count = before?.at(-1) ?? this.#atMost
    if (before === undefined || isListed(count, this.#size)) return this.#list(count)
    const marked = this.#takeMarks()
    outer.fill(0)
    return { all: new CountedBits(takeOut(sieve, words), before), marked }
  }

  #takeMarks(): Selection {
    const words = wordsFor(this.#size)
    if (this.#markedAtMost === 0) return nothing
    if (!isListed(this.#markedAtMost, this.#size)) return selectBits(takeOut(marks, words))
    const list = new Uint32Array(this.#markedAtMost)
    return selectList(trimmed(list, emptyInto(list, marks, outer.subarray(0, wordsFor(words)))))
  }

  /** Takes out all that is in the sieve and the marks, at most so many targets. */
  #list(atMost: number): { readonly all: Selection; readonly marked: Selection } {
    if (listed.length < atMost) {
      listed = new Uint32Array(atMost)
      listedMarks = new Uint32Array(atMost)
    }
    const { length, marked } = emptyBoth(wordsFor(wordsFor(this.#size)))
    outer.fill(0)
    return { all: selectList(listed.slice(0, length)), marked: selectList(listedMarks.slice(0, marked)) }
  }
}

function isListed(atMost: number, size: number): boolean {
  return atMost * listedShare <= size || atMost < 16
}

/** A set as it is now; nothing is in it afterwards. */
function takeOut(set: Bitset, words: number): Bitset {
  const taken = set.slice(0, words)
  set.fill(0, 0, words)
  return taken
}

/** Lists what is in the sieve, and what of it is marked, ascending, and takes it out: where both are few. */
function emptyBoth(blocks: number): { readonly length: number; readonly marked: number } {
  let length = 0
  let marked = 0
  for (let block = 0; block < blocks; block++) {
    for (let used = outer[block]!; used !== 0; used &= used - 1) {
      const at = (block << 5) + 31 - Math.clz32(used & -used)
      let word = sieve[at]!
      let mark = marks[at]!
      sieve[at] = 0
      marks[at] = 0
      for (; mark !== 0; mark &= mark - 1) listedMarks[marked++] = (at << 5) + 31 - Math.clz32(mark & -mark)
      for (; word !== 0; word &= word - 1) listed[length++] = (at << 5) + 31 - Math.clz32(word & -word)
    }
  }
  return { length, marked }
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
