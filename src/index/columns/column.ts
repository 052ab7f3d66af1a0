import type { Field } from '../../place/fields.ts'
import type { ValueTest } from '../../query/query.ts'
import type { Selection } from '../sets/selection.ts'
import type { KeyTable, MergeSource, OrdinalMap } from './inverted.ts'
import type { WordNumbers } from './word-table.ts'

/** A value of a field in a column: text for words and keywords, otherwise as in JSON; instants in milliseconds. */
export type ColumnValue = string | number | boolean

/** The value that one key of an order compares; undefined if a place has none. */
export type SortValue = string | number | undefined

/** The order of the places of a segment by one field, ascending. */
export interface Ranking {
  /** The maximum rank. */
  readonly rankMax: number
  /** The rank from 1; equal for places that share a key, and 0 if a place has no value. */
  rankOf(ordinal: number): number
  /** The sort key of a place, for comparison with other segments; undefined if it has no value. */
  keyOf(ordinal: number): SortValue
}

/** A column of one field, open for searches. Ordinals are those of its segment. */
export interface Column {
  /** Places with a value for which the test holds. */
  select(test: ValueTest): Selection
  /** Places that have a value. */
  selectPresent(): Selection
  /** The order by this field; undefined if it does not distinguish places, or has several values per place. */
  ranking(): Ranking | undefined
}

/** The field of a column, and the dependencies of its build and its queries. */
export interface ColumnContext {
  readonly field: Field
  /** Number of places in the segment, including tombstones. */
  readonly size: number
  readonly sortKey: (text: string) => string
}

/** Collects the values of one field in the order of rows. */
export interface ColumnBuilder<Data> {
  /** The texts that the builder keeps itself; absent if it uses the words of the segment. */
  readonly table?: KeyTable
  /** Adds a value; returns its words for the full text. */
  add(row: number, value: ColumnValue): WordNumbers
  /** Builds the column. `ordinalOf` maps each row to its ordinal. */
  finish(ordinalOf: OrdinalMap, context: ColumnContext): BuiltColumn<Data>
}

/** A column, and the new numbers of the values of its sources (see `Inversion`). */
export interface BuiltColumn<Data> {
  readonly data: Data
  readonly valueMaps: readonly OrdinalMap[]
}

/** A kind of column: built from rows, merged from several columns, and opened. Its data are typed arrays only. */
export interface ColumnKind<Data> {
  merge(sources: readonly MergeSource<Data>[], context: ColumnContext): BuiltColumn<Data>
  open(data: Data, context: ColumnContext): Column
}
