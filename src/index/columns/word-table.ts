import { cutWords } from '../../query/text/folded-text.ts'
import { otherForms } from '../../query/text/relevance.ts'
import { marksOfShortForms } from '../../query/text/synonyms.ts'
import { type InvertedBuilder, KeyTable } from './inverted.ts'

/** The numbers of the words of one value. */
export interface WordNumbers {
  /** The folded words of the text. */
  readonly plain: readonly number[]
  /** Other forms of the words, which `q` also matches (D25, D64). */
  readonly others: readonly number[]
}

const none: readonly number[] = []

/** The words of a value without words. */
export const noWords: WordNumbers = { plain: none, others: none }

/** The numbers of all words of a segment under construction. */
export class WordTable {
  readonly table = new KeyTable()
  /** The numbers of each word's other forms. */
  readonly #othersOf: (readonly number[])[] = []

  /** The words of a folded text, with repetitions. */
  wordsOf(folded: string): WordNumbers {
    const plain: number[] = []
    let others: readonly number[] = none
    for (const word of cutWords(folded)) {
      const number = this.table.intern(word)
      plain.push(number)
      this.#othersOf[number] ??= otherForms(word).map((form) => this.table.intern(form))
      const forms = this.#othersOf[number]
      if (forms.length > 0) others = [...others, ...forms]
    }
    const written = marksOfShortForms(folded)
    return {
      plain,
      others: written.length === 0 ? others : [...others, ...written.map((word) => this.table.intern(word))],
    }
  }
}

/** Adds the words by which `q` finds a row, in all forms. */
export function addWords(into: InvertedBuilder, row: number, { plain, others }: WordNumbers): void {
  for (const word of plain) into.pair(row, word)
  for (const word of others) into.pair(row, word)
}
