import type { Field } from '../../place/fields.ts'
import type { ValueTest } from '../../query/query.ts'
import type { Selection } from '../sets/selection.ts'
import type { KeyTable, MergeSource, OrdinalMap } from './inverted.ts'
import type { Ranking } from './ranking.ts'
import type { WordNumbers } from './word-table.ts'

/** What a value of a field is to a column: text for words and keywords, else as in JSON; instants in milliseconds. */
export type ColumnValue = string | number | boolean

/** A column of one field, ready to be asked. Ordinals are those of its segment. */
export interface Column {
  /** Places with a value for which the test holds. */
  select(test: ValueTest): Selection
  /** Places that have a value. */
  selectPresent(): Selection
  /** The order by this field; undefined where it tells no places apart, or has several values to a place. */
  ranking(): Ranking | undefined
}

/** What a column is built for, and what it needs to answer. */
export interface ColumnContext {
  readonly field: Field
  /** How many places the segment has, tombstones included. */
  readonly size: number
  readonly sortKey: (text: string) => string
}

/** Collects the values of one field in the order of rows. */
export interface ColumnBuilder<Data> {
  /** The texts that it holds itself; absent where those are the words of the segment. */
  readonly table?: KeyTable
  /** Gives the words of the value, for full text. */
  add(row: number, value: ColumnValue): WordNumbers
  /** The column. `ordinalOf` gives each row its ordinal. */
  finish(ordinalOf: OrdinalMap, context: ColumnContext): BuiltColumn<Data>
}

/** A column, and what became of the values of those that it was made from (see `Inversion`). */
export interface BuiltColumn<Data> {
  readonly data: Data
  readonly valueMaps: readonly OrdinalMap[]
}

/** A kind of column: how one is built from rows, merged from several, and opened. Its data are typed arrays only. */
export interface ColumnKind<Data> {
  merge(sources: readonly MergeSource<Data>[], context: ColumnContext): BuiltColumn<Data>
  open(data: Data, context: ColumnContext): Column
}
