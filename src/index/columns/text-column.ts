import type { ValueTest, WordsTest } from '../../query/query.ts'
import { fold } from '../../query/text/folded-text.ts'
import { difference, intersection, nothing, type Selection } from '../sets/selection.ts'
import type { BuiltColumn, Column, ColumnBuilder, ColumnContext, ColumnKind, ColumnValue } from './column.ts'
import {
  type Inverted,
  InvertedBuilder,
  type MergeSource,
  mergeInverted,
  type OrdinalMap,
  selectKey,
  selectPrefix,
} from './inverted.ts'
import type { WordNumbers, WordTable } from './word-table.ts'

/**
 * A column of one long text per place: words to ordinals, and the empty word to every ordinal with a text. Useful for
 * words and null checks. The text itself is not kept.
 */
interface TextData {
  readonly words: Inverted
}

const presence = ''

/** Collects the texts of one field. */
export class TextBuilder implements ColumnBuilder<TextData> {
  readonly #words: WordTable
  readonly #inverted: InvertedBuilder

  constructor(words: WordTable) {
    this.#words = words
    this.#inverted = new InvertedBuilder(words.table)
  }

  add(row: number, value: ColumnValue): WordNumbers {
    this.#inverted.add(row, presence)
    const words = this.#words.wordsOf(fold(String(value)).toWellFormed())
    for (const word of words.plain) this.#inverted.pair(row, word)
    return words
  }

  finish(ordinalOf: OrdinalMap): BuiltColumn<TextData> {
    const { inverted } = this.#inverted.finish(ordinalOf)
    return { data: { words: inverted }, valueMaps: [] }
  }
}

/** The kind of column for long texts. */
export const textKind: ColumnKind<TextData> = { merge, open: (data, context) => new TextColumn(data, context) }

function merge(sources: readonly MergeSource<TextData>[]): BuiltColumn<TextData> {
  const { inverted } = mergeInverted(sources.map(({ data, ordinalMap }) => ({ data: data.words, ordinalMap })))
  return { data: { words: inverted }, valueMaps: [] }
}

class TextColumn implements Column {
  readonly #words: Inverted
  readonly #size: number

  constructor({ words }: TextData, { size }: ColumnContext) {
    this.#words = words
    this.#size = size
  }

  select(test: ValueTest): Selection {
    switch (test.is) {
      case 'words':
        return this.#selectWords(test)
      case 'equal':
      case 'prefix':
      case 'between':
        return nothing
    }
  }

  #selectWords(test: WordsTest): Selection {
    const begun = (words: readonly string[]) =>
      [...new Set(words)].map((word) => selectPrefix(this.#words, word, this.#size))
    const present = intersection([this.selectPresent(), ...begun(test.present)], this.#size)
    return test.absent.reduce((left, term) => difference(left, intersection(begun(term), this.#size)), present)
  }

  selectPresent(): Selection {
    return selectKey(this.#words, presence, this.#size)
  }

  /** Undefined: long texts are not sortable (D33). */
  ranking(): undefined {
    return undefined
  }
}
