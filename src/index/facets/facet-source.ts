import { compareKeys } from '../../query/facets.ts'
import { DictionaryCursor, indexOfText, ListedTexts, type TextCursor, textAt } from '../columns/dictionary.ts'
import type { ReferencesByName } from '../columns/directory-column.ts'
import type { Inverted } from '../columns/inverted.ts'
import { lowerBound } from '../memory/sorting.ts'
import type { Bitset } from '../sets/bitset.ts'
import { countPosting, firstPostingIn, type ListRange, postingsAtMost, selectLists } from '../sets/postings.ts'
import { intersection, type Selection, selectBits } from '../sets/selection.ts'

/**
 * The different values of one facet among the hits of one part of the index, those that no hit has included. Values are
 * numbered in the order of their keys (see `facetKeys`), by code points, and counted when somebody asks.
 */
export interface FacetSource {
  readonly size: number
  /** How many hits have a value. */
  countOf(value: number): number
  /** What that is at the most, told without counting. */
  atMost(value: number): number
  keyOf(value: number): string
  /** Goes through the keys in order; its index is the number of the value. */
  keys(): TextCursor
  /** The number of the value with this key, or -1. */
  numberOf(key: string): number
  /** The ordinal of the first hit by name and id that has a value, or -1. */
  firstHit(value: number): number
}

/** The keys of an inverted column as the values of a facet. */
export function keysAmong({ keys, postings }: Inverted, hits: Bitset): FacetSource {
  return {
    size: keys.count,
    countOf: (text) => countPosting(postings, text, hits),
    atMost: (text) => postingsAtMost(postings, text),
    keyOf: (text) => textAt(keys, text),
    keys: () => new DictionaryCursor(keys),
    numberOf: (key) => indexOfText(keys, key),
    firstHit: (text) => firstPostingIn(postings, text, hits),
  }
}

/** The names of the directory, in a segment of `size` places. A place with two references of one name counts once. */
export function namesAmong(
  { lists: { postings }, names, references }: ReferencesByName,
  hits: Bitset,
  size: number,
): FacetSource {
  return {
    size: names.length,
    countOf: (text) => {
      const same = references[text]!
      if (same.length === 1) return countPosting(postings, same[0]!, hits)
      const having = selectLists(postings, Uint32Array.from(same), size)
      return intersection([having, selectBits(hits)], size).count
    },
    atMost: (text) => references[text]!.reduce((sum, reference) => sum + postingsAtMost(postings, reference), 0),
    keyOf: (text) => names[text]!,
    keys: () => new ListedTexts(names),
    numberOf: (key) => {
      const { first, end } = rangeOfStart(names, key)
      return first < end && names[first] === key ? first : -1
    },
    firstHit: (text) => {
      const firsts = references[text]!.map((reference) => firstPostingIn(postings, reference, hits))
      const found = firsts.filter((hit) => hit >= 0)
      return found.length === 0 ? -1 : Math.min(...found)
    },
  }
}

/** Which of some texts begin so. */
export function rangeOfStart(texts: readonly string[], prefix: string): ListRange {
  const first = firstWithout(texts, 0, (text) => compareKeys(text, prefix) < 0)
  return { first, end: firstWithout(texts, first, (text) => text.startsWith(prefix)) }
}

/** The first text from `start` on for which it does not hold; it holds for all before and for none behind. */
function firstWithout(texts: readonly string[], start: number, holds: (text: string) => boolean): number {
  let low = start
  let high = texts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(texts[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

/** Some of the values: a range, or an ascending list. */
export function someOf(texts: FacetSource, some: ListRange | Uint32Array): FacetSource {
  const among = some instanceof Uint32Array ? inList(some) : inRange(some)
  const { length, at, from } = among
  return {
    size: length,
    countOf: (value) => texts.countOf(at(value)),
    atMost: (value) => texts.atMost(at(value)),
    keyOf: (value) => texts.keyOf(at(value)),
    keys: () => new SomeTexts(texts.keys(), among),
    numberOf: (key) => {
      const text = texts.numberOf(key)
      const value = text < 0 ? length : from(text)
      return value < length && at(value) === text ? value : -1
    },
    firstHit: (value) => texts.firstHit(at(value)),
  }
}

/** Some of many texts. */
interface Some {
  readonly length: number
  /** Which of all texts this one of them is. */
  at(value: number): number
  /** The first of them that is not before one of all texts. */
  from(text: number): number
}

function inRange({ first, end }: ListRange): Some {
  const length = Math.max(0, end - first)
  return { length, at: (value) => first + value, from: (text) => Math.min(length, Math.max(0, text - first)) }
}

function inList(list: Uint32Array): Some {
  return { length: list.length, at: (value) => list[value]!, from: (text) => lowerBound(list, text) }
}

/** Goes through some of the texts of another cursor. */
class SomeTexts implements TextCursor {
  index = -1
  readonly #all: TextCursor
  readonly #some: Some

  constructor(all: TextCursor, some: Some) {
    this.#all = all
    this.#some = some
  }

  get text(): Buffer {
    return this.#all.text
  }

  get length(): number {
    return this.#all.length
  }

  get isOnText(): boolean {
    return this.index >= 0 && this.index < this.#some.length
  }

  next(): void {
    this.seek(this.index + 1)
  }

  seek(index: number): void {
    this.index = Math.min(index, this.#some.length)
    if (!this.isOnText) return
    const text = this.#some.at(this.index)
    if (text === this.#all.index + 1) this.#all.next()
    else this.#all.seek(text)
  }

  skipTo(other: Pick<TextCursor, 'text' | 'length'>): void {
    this.#all.skipTo(other)
    this.seek(Math.max(this.index, this.#some.from(this.#all.index)))
  }
}

/** Sets of places among the hits, by their names. */
export function countSets(sets: ReadonlyMap<string, Selection>, hits: Selection, size: number): FacetSource {
  const names = [...sets.keys()].sort(compareKeys)
  const among = names.map((name) => intersection([hits, sets.get(name)!], size))
  const counts = among.map(({ count }) => count)
  return {
    size: names.length,
    countOf: (value) => counts[value]!,
    atMost: (value) => counts[value]!,
    keyOf: (value) => names[value]!,
    keys: () => new ListedTexts(names),
    numberOf: (key) => names.indexOf(key),
    firstHit: (value) => firstOf(among[value]!),
  }
}

function firstOf(selection: Selection): number {
  return selection.kind === 'list' ? (selection.list[0] ?? -1) : selection.at(0)
}
