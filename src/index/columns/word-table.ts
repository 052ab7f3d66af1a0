import { cutWords } from '../../query/folded-text.ts'
import { otherForms } from '../../query/relevance.ts'
import { marksOfShortForms } from '../../query/synonyms.ts'
import { type InvertedBuilder, KeyTable } from './inverted.ts'

/** The numbers of the words of one value. */
export interface WordNumbers {
  /** As they stand, folded. */
  readonly plain: readonly number[]
  /** Their other forms, which `q` matches as well (D25, D64). */
  readonly others: readonly number[]
}

const none: readonly number[] = []

/** What has no words. */
export const noWords: WordNumbers = { plain: none, others: none }

/** All words of a segment that is being built. */
export class WordTable {
  readonly table = new KeyTable()
  /** For each word the numbers of its other forms. */
  readonly #othersOf: (readonly number[])[] = []

  /** The words of a folded text, repeated ones too. */
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
