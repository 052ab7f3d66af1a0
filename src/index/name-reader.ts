import { searchedWords } from '../query/relevance.ts'
import { cutWords, fold } from '../query/text.ts'

/** What searches need of a name that the directory has. */
export interface ReadName {
  readonly folded: string
  /** Its words, each with a space in front. */
  readonly words: string
  /** Its words and what they are without diacritics, as `q` finds them. */
  readonly searched: string
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
    const folded = fold(name).toWellFormed()
    const read = { folded, words: spaced(cutWords(folded)), searched: spaced(searchedWords(folded)) }
    this.#known.set(name, read)
    return read
  }
}

function spaced(words: readonly string[]): string {
  return words.map((word) => ` ${word}`).join('')
}
