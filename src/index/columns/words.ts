import { cutWords, withoutDiacritics } from '../../query/text.ts'
import { type InvertedBuilder, KeyTable } from './inverted.ts'

/** The numbers of the words of one value. */
export interface WordNumbers {
  /** As they stand, folded. */
  readonly plain: readonly number[]
  /** Those without diacritics that differ from what stands there: what `q` matches as well (D25). */
  readonly bare: readonly number[]
}

const none: number[] = []

/** What has no words. */
export const noWords: WordNumbers = { plain: none, bare: none }

/** All words of a segment that is being built. */
export class WordTable {
  readonly table = new KeyTable()
  /** For each word the number of its form without diacritics; its own when it has none. */
  readonly #bareOf: number[] = []

  /** The words of a folded text, repeated ones too. */
  wordsOf(folded: string): WordNumbers {
    const plain: number[] = []
    let bare: number[] = none
    for (const word of cutWords(folded)) {
      const number = this.#number(word)
      const without = this.#bareOf[number]!
      plain.push(number)
      if (without !== number) bare = [...bare, without]
    }
    return { plain, bare }
  }

  #number(word: string): number {
    const number = this.table.intern(word)
    if (this.#bareOf[number] === undefined) {
      const bare = withoutDiacritics(word)
      this.#bareOf[number] = number
      if (bare !== word && bare !== '') this.#bareOf[number] = this.#number(bare)
    }
    return number
  }
}

/** Adds the words by which `q` finds a row, in both forms. */
export function addWords(into: InvertedBuilder, row: number, { plain, bare }: WordNumbers): void {
  for (const word of plain) into.pair(row, word)
  for (const word of bare) into.pair(row, word)
}
