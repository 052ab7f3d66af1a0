import { searchedWords } from '../../query/relevance.ts'
import { cutWords, fold, withoutDiacritics } from '../../query/text.ts'

/** What searches need of a name that the directory has; what few of them need is made when it is wanted. */
export class ReadName {
  readonly folded: string
  /** All that `q` may find in it: the folded name, and what it is without diacritics where that differs. */
  readonly haystack: string
  #words: string | undefined
  #searched: string | undefined

  constructor(name: string) {
    const isAscii = ascii.test(name)
    this.folded = isAscii ? name.toLowerCase() : fold(name).toWellFormed()
    const plain = isAscii ? this.folded : withoutDiacritics(this.folded)
    this.haystack = plain === this.folded ? this.folded : `${this.folded} ${plain}`
  }

  /** Its words, each with a space in front. */
  get words(): string {
    this.#words ??= spaced(cutWords(this.folded))
    return this.#words
  }

  /** Its words and what they are without diacritics, as `q` finds them. */
  get searched(): string {
    this.#searched ??= spaced(searchedWords(this.folded))
    return this.#searched
  }
}

const ascii = /^[\0-\x7f]*$/

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

function spaced(words: readonly string[]): string {
  return words.map((word) => ` ${word}`).join('')
}
