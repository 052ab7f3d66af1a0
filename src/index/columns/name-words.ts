import { beginsWithin } from '../../common/edit-distance.ts'
import { searchedWords } from '../../query/relevance.ts'
import type { WordPattern } from '../../query/suggestion.ts'
import { cutWords, fold, isAscii } from '../../query/text.ts'
import type { Pace } from '../in-turns.ts'
import { GrowableUint32 } from '../memory/growable.ts'
import { ascending } from '../sets/selection.ts'

/** A name of the directory as searches need it; words are cut when they are first wanted. */
export class ReadName {
  readonly folded: string
  #words: string | undefined
  #searched: readonly string[] | undefined

  constructor(name: string) {
    this.folded = isAscii(name) ? name.toLowerCase() : fold(name).toWellFormed()
  }

  /** Its words, each with a space in front. */
  get words(): string {
    this.#words ??= cutWords(this.folded)
      .map((word) => ` ${word}`)
      .join('')
    return this.#words
  }

  /** Its words and what they are without diacritics, as `q` finds them. */
  get searched(): readonly string[] {
    this.#searched ??= searchedWords(this.folded)
    return this.#searched
  }
}

/** Names that are remembered; more are read anew. */
const namesMax = 2 ** 18

/** Reads names once, whatever the number of segments that refer to them. */
export class NameReader {
  readonly #known = new Map<string, ReadName>()

  read(name: string): ReadName {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    if (this.#known.size >= namesMax) this.#known.clear()
    const read = new ReadName(name)
    this.#known.set(name, read)
    return read
  }
}

/** Names that are read in a step: less than a millisecond. */
export const namesPerStep = 256
/** So many first letters tell in which bucket a word is. */
const bucketLetters = 2
/** After so many words the clock is asked. */
const wordsPerLook = 1024

/** The words of the names of a column, and the numbers of the names that have each, more than once where a name repeats it. */
export class NameWords {
  /** In buckets by how they begin: a search looks through one of them. */
  readonly #buckets = new Map<string, Map<string, number[]>>()
  readonly #count: number

  private constructor(count: number) {
    this.#count = count
  }

  /** The words of these names, in steps. */
  static *of(names: readonly (ReadName | undefined)[]): Generator<void, NameWords> {
    const words = new NameWords(names.length)
    for (const [number, name] of names.entries()) {
      for (const word of name?.searched ?? []) {
        const bucket = words.#bucketOf(word)
        const numbers = bucket.get(word)
        if (numbers) numbers.push(number)
        else bucket.set(word, [number])
      }
      if (number % namesPerStep === 0) yield
    }
    return words
  }

  /** The numbers of the names in which a word begins so, with or without its diacritics, perhaps mistyped; ascending. */
  *find({ word: typed, edits }: WordPattern, pace: Pace): Generator<void, Uint32Array> {
    const found = new GrowableUint32()
    let looked = 0
    const one = edits === 0 && typed.length >= bucketLetters
    const buckets = one ? [this.#buckets.get(typed.slice(0, bucketLetters)) ?? []] : this.#buckets.values()
    for (const bucket of buckets) {
      for (const [word, numbers] of bucket) {
        if (beginsWithin(typed, word, edits)) for (const number of numbers) found.push(number)
        if (++looked % wordsPerLook === 0 && pace.isDue) yield
      }
    }
    return ascending(found.view(), this.#count)
  }

  #bucketOf(word: string): Map<string, number[]> {
    const start = word.slice(0, bucketLetters)
    const known = this.#buckets.get(start) ?? new Map<string, number[]>()
    this.#buckets.set(start, known)
    return known
  }
}
