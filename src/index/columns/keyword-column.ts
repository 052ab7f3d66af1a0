import type { FieldKind } from '../../place/fields.ts'
import type { ValueTest, WordsTest } from '../../query/query.ts'
import { fold } from '../../query/text/folded-text.ts'
import { type Ranks, sharedRanks, toSharedUint32 } from '../memory/shared.ts'
import { type Bitset, createBitset, setBit } from '../sets/bitset.ts'
import { eachPosting, type Postings, selectLists } from '../sets/postings.ts'
import { difference, intersection, listSelection, nothing, type Selection } from '../sets/selection.ts'
import type { BuiltColumn, Column, ColumnBuilder, ColumnContext, ColumnKind, ColumnValue, Ranking } from './column.ts'
import { type Dictionary, textAt } from './dictionary.ts'
import {
  type Inverted,
  InvertedBuilder,
  KeyTable,
  type MergeSource,
  mergeInverted,
  type OrdinalMap,
  selectAnyKey,
  selectKey,
  selectPrefix,
} from './inverted.ts'
import { noWords, type WordNumbers, type WordTable } from './word-table.ts'

/**
 * A column of short values, one or several per place: folded texts, and numbers and booleans as JSON writes them.
 * Useful for equality, prefixes and words; not for ranges.
 */
export interface KeywordData {
  /** Values to ordinals. */
  readonly values: Inverted
  /** Words to indices of the values that contain them. */
  readonly words: Inverted
  /** Absent if the field is not sortable. */
  readonly order?: ValueOrder
}

/** Collects the values of one keyword field. */
export class KeywordBuilder implements ColumnBuilder<KeywordData> {
  readonly table = new KeyTable()
  readonly #values = new InvertedBuilder(this.table)
  readonly #words: WordTable
  readonly #wordValues: InvertedBuilder
  /** The words of values that occurred twice; most values that occur once never occur again. */
  readonly #wordsOf = new Map<number, WordNumbers>()
  #last: { readonly value: ColumnValue; readonly number: number; readonly words: WordNumbers } | undefined

  constructor(words: WordTable) {
    this.#words = words
    this.#wordValues = new InvertedBuilder(words.table)
  }

  /** The number of an added text. */
  numberOf(text: string): number {
    return this.#values.table.intern(keywordOf(text))
  }

  add(row: number, value: ColumnValue): WordNumbers {
    if (this.#last?.value === value) {
      this.#values.pair(row, this.#last.number)
      return this.#last.words
    }
    const text = keywordOf(value)
    const seen = this.#values.table.keys.length
    const number = this.#values.add(row, text)
    const words = this.#wordsOf.get(number) ?? this.#cut(value, text)
    if (number < seen) this.#wordsOf.set(number, words)
    else if (typeof value === 'string') for (const word of words.plain) this.#wordValues.pair(number, word)
    this.#last = { value, number, words }
    return words
  }

  finish(ordinalOf: OrdinalMap, context: ColumnContext): BuiltColumn<KeywordData> {
    const { inverted: values, keyMaps } = this.#values.finish(ordinalOf)
    return built({ values, words: this.#wordValues.finish(keyMaps[0]!).inverted }, keyMaps, context)
  }

  #cut(value: ColumnValue, text: string): WordNumbers {
    return typeof value === 'boolean' ? noWords : this.#words.wordsOf(text)
  }
}

/** The form of a value in the dictionary. */
function keywordOf(value: ColumnValue): string {
  return typeof value === 'string' ? fold(value).toWellFormed() : String(value)
}

/** The kind of column for strings, numbers and booleans. */
export const keywordKind: ColumnKind<KeywordData> = { merge, open: (data, context) => new KeywordColumn(data, context) }

function merge(sources: readonly MergeSource<KeywordData>[], context: ColumnContext): BuiltColumn<KeywordData> {
  const values = mergeInverted(sources.map(({ data, ordinalMap }) => ({ data: data.values, ordinalMap })))
  const words = mergeInverted(sources.map(({ data }, at) => ({ data: data.words, ordinalMap: values.keyMaps[at]! })))
  return built({ values: values.inverted, words: words.inverted }, values.keyMaps, context)
}

function built(data: KeywordData, valueMaps: readonly OrdinalMap[], context: ColumnContext): BuiltColumn<KeywordData> {
  if (!context.field.sortable) return { data, valueMaps }
  const order = orderValues(data.values.postings, keyReader(data.values.keys, context), context.size)
  return { data: { ...data, order }, valueMaps }
}

class KeywordColumn implements Column {
  readonly #data: KeywordData
  readonly #context: ColumnContext

  constructor(data: KeywordData, context: ColumnContext) {
    this.#data = data
    this.#context = context
  }

  select(test: ValueTest): Selection {
    const { values } = this.#data
    const { size, field } = this.#context
    const isText = field.kind === 'string'
    switch (test.is) {
      case 'equal':
        return equalKinds[typeof test.value] === field.kind ? selectKey(values, String(test.value), size) : nothing
      case 'prefix':
        return isText ? selectPrefix(values, test.value, size) : nothing
      case 'words':
        return isText ? selectLists(values.postings, listSelection(selectValues(this.#data, test)), size) : nothing
      case 'between':
        return nothing
    }
  }

  selectPresent(): Selection {
    return selectAnyKey(this.#data.values, this.#context.size)
  }

  ranking(): Ranking | undefined {
    const { values, order } = this.#data
    if (order === undefined) return undefined
    const keyOf = keyReader(values.keys, this.#context)
    return {
      rankMax: order.values.length,
      rankOf: (ordinal) => order.ranks[ordinal]!,
      keyOf: (ordinal) => {
        const rank = order.ranks[ordinal]!
        return rank === 0 ? undefined : keyOf(order.values[rank - 1]!)
      },
    }
  }
}

const equalKinds: Readonly<Record<string, FieldKind>> = { string: 'string', number: 'number', boolean: 'boolean' }

/** The values that match every prefix of `present` and none of `absent`, all within one value. */
function selectValues(data: KeywordData, test: WordsTest): Selection {
  const size = data.values.keys.count
  const begun = (words: readonly string[]) =>
    intersection(
      [...new Set(words)].map((word) => selectPrefix(data.words, word, size)),
      size,
    )
  return test.absent.reduce((left, absent) => difference(left, begun(absent)), begun(test.present))
}

/** Returns a reader of the sort key of each value in a dictionary. */
function keyReader(
  keys: Dictionary,
  { field: { kind }, sortKey }: Pick<ColumnContext, 'field' | 'sortKey'>,
): (value: number) => ValueKey {
  if (kind === 'number') return (value) => Number(textAt(keys, value))
  return kind === 'boolean'
    ? (value) => Number(textAt(keys, value) === 'true')
    : (value) => sortKey(textAt(keys, value))
}

/**
 * The values of a column with one value per place, in ascending order of their sort keys, and the rank of each place.
 * Computed when a segment is built, so that no search sorts values.
 */
export interface ValueOrder {
  /** The value at each position. */
  readonly values: Uint32Array
  /** Marks the positions whose value has the same key as the one before. */
  readonly ties: Bitset
  /** For each ordinal the first position with its key plus 1; 0 if it has no value. */
  readonly ranks: Ranks
}

/** The sort key of a value: a text's sort key, a number, or 0 and 1 for booleans. One type within a column. */
type ValueKey = string | number

/** Orders the values whose lists of ordinals are `postings`, in a segment of `size` places. */
function orderValues(postings: Postings, keyOf: (value: number) => ValueKey, size: number): ValueOrder {
  const count = postings.starts.length - 1
  const keys = Array.from({ length: count }, (_, value) => keyOf(value))
  const isTied = (a: number, b: number) => keys[a] === keys[b]
  // Values in byte order are nearly in key order, and the sort of an array takes existing runs over.
  const values = [...keys.keys()].sort((a, b) => (isTied(a, b) ? 0 : keys[a]! < keys[b]! ? -1 : 1))
  const ties = createBitset(count)
  const ranks = sharedRanks(size, count)
  let rank = 0
  for (const [at, value] of values.entries()) {
    if (at > 0 && isTied(value, values[at - 1]!)) setBit(ties, at)
    else rank = at + 1
    eachPosting(postings, value, (ordinal) => {
      ranks[ordinal] = rank
    })
  }
  return { values: toSharedUint32(Uint32Array.from(values)), ties: toSharedUint32(ties), ranks }
}
