import { searchedWords } from '../../query/relevance.ts'
import { cutWords, fold, isAscii } from '../../query/text.ts'

/** What searches need of a name that the directory has; what few of them need is made when it is wanted. */
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
