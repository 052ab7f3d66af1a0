import type { Field, FieldKind } from '../../place/fields.ts'
import type { ValueTest, WordsTest } from '../../query/query.ts'
import { fold } from '../../query/text.ts'
import { unpackAt } from '../memory/packed.ts'
import { difference, intersection, listSelection, nothing, type Selection } from '../sets/selection.ts'
import type {
  Column,
  ColumnBuilder,
  ColumnContext,
  ColumnKind,
  ColumnPart,
  ColumnValue,
  SealedColumn,
  SealTarget,
} from './column.ts'
import { type Dictionary, dictionarySize, textAt } from './dictionary.ts'
import {
  type Inverted,
  InvertedBuilder,
  KeyTable,
  mergeInverted,
  selectAnyKey,
  selectKey,
  selectKeys,
  selectPrefix,
  type TargetMap,
} from './inverted.ts'
import type { Ranking } from './ranking.ts'
import { mergeOrders, orderValues, type ValueKey, type ValueOrder } from './value-order.ts'
import { noWords, type WordNumbers, type WordTable } from './words.ts'

/**
 * A column of short values, one or several to a place: texts (folded), numbers and booleans (as JSON writes them).
 * Useful for equality, prefixes and words; not for ranges.
 */
export interface KeywordData {
  /** Value -> ordinals. */
  readonly values: Inverted
  /** Word -> indices of the values that have it. */
  readonly words: Inverted
  /** Absent where nothing is ordered by it: lists, and the name, in whose order the ordinals are. */
  readonly order?: ValueOrder
}

/** Collects the values of one keyword field. */
export class KeywordBuilder implements ColumnBuilder<KeywordData> {
  readonly table = new KeyTable()
  readonly #values = new InvertedBuilder(this.table)
  readonly #words: WordTable
  readonly #wordValues: InvertedBuilder
  /** The words of values that have come twice; most of those that come once never come again. */
  readonly #wordsOf = new Map<number, WordNumbers>()
  #last: { readonly value: ColumnValue; readonly number: number; readonly words: WordNumbers } | undefined

  constructor(words: WordTable) {
    this.#words = words
    this.#wordValues = new InvertedBuilder(words.table)
  }

  /** The number of a text that has been added. */
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

  finish(ordinalOf: TargetMap, target: SealTarget): SealedColumn<KeywordData> {
    const { inverted: values, keyMaps } = this.#values.finish(ordinalOf)
    const words = this.#wordValues.finish(keyMaps[0]!).inverted
    if (!isOrdered(target.field)) return { data: { values, words }, valueMaps: keyMaps }
    const order = orderValues(values.postings, keyReader(values.keys, target), target.size)
    return { data: { values, words, order }, valueMaps: keyMaps }
  }

  #cut(value: ColumnValue, text: string): WordNumbers {
    return typeof value === 'boolean' ? noWords : this.#words.wordsOf(text)
  }
}

/** A value as the dictionary has it. */
function keywordOf(value: ColumnValue): string {
  return typeof value === 'string' ? fold(value).toWellFormed() : String(value)
}

/** The kind of column for strings, numbers and booleans. */
export const keywordKind: ColumnKind<KeywordData> = { merge, open: (data, context) => new KeywordColumn(data, context) }

function merge(parts: readonly ColumnPart<KeywordData>[], target: SealTarget): SealedColumn<KeywordData> {
  const values = mergeInverted(parts.map(({ data, ordinalMap }) => ({ inverted: data.values, targetMap: ordinalMap })))
  const words = mergeInverted(
    parts.map(({ data }, index) => ({ inverted: data.words, targetMap: values.keyMaps[index]! })),
  )
  const data = { values: values.inverted, words: words.inverted }
  const orders = parts.flatMap(({ data: { order, values: own } }, index) =>
    order ? [{ order, keyOf: keyReader(own.keys, target), valueMap: values.keyMaps[index]! }] : [],
  )
  if (!isOrdered(target.field)) return { data, valueMaps: values.keyMaps }
  const order = mergeOrders(orders, values.inverted.postings, target.size)
  return { data: { ...data, order }, valueMaps: values.keyMaps }
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
        return isText ? selectKeys(values, listSelection(selectValues(this.#data, test)), size) : nothing
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
      rankOf: (ordinal) => unpackAt(order.ranks, ordinal),
      keyOf: (ordinal) => {
        const rank = unpackAt(order.ranks, ordinal)
        return rank === 0 ? undefined : keyOf(order.values[rank - 1]!)
      },
    }
  }
}

const equalKinds: Readonly<Record<string, FieldKind>> = { string: 'string', number: 'number', boolean: 'boolean' }

/** The values that hold every word of `present` and none of `absent`, as prefixes; in one value, not in several. */
function selectValues(data: KeywordData, test: WordsTest): Selection {
  const size = dictionarySize(data.values.keys)
  const begun = (words: readonly string[]) =>
    intersection(
      [...new Set(words)].map((word) => selectPrefix(data.words, word, size)),
      size,
    )
  return test.absent.reduce((left, absent) => difference(left, begun(absent)), begun(test.present))
}

/** Whether the order by a field is kept with its column. */
function isOrdered({ sortable, name }: Field): boolean {
  return sortable && name !== 'name'
}

/** What each value of a dictionary sorts by. */
function keyReader(
  keys: Dictionary,
  { field: { kind }, sortKey }: Pick<SealTarget, 'field' | 'sortKey'>,
): (value: number) => ValueKey {
  if (kind === 'number') return (value) => Number(textAt(keys, value))
  return kind === 'boolean'
    ? (value) => Number(textAt(keys, value) === 'true')
    : (value) => sortKey(textAt(keys, value))
}
