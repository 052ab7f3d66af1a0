import type { Reason } from '../../common/reason.ts'
import type { JsonObject, JsonValue } from '../../place/json.ts'
import type { ImportRecord } from './record.ts'
import type { Encoding } from './text-encoding.ts'

/** The formats that are read. */
export const formats = ['ndjson', 'csv', 'geojson', 'xlsx'] as const
/** The name of such a format. */
export type Format = (typeof formats)[number]

/** One row of a table, or one feature, before anything in it is understood. */
export interface SourceRow {
  /** The line where the row begins, from 1; of a feature, its number. */
  readonly line: number
  /** In the order of the headings of the file. A row may have fewer cells or more. */
  readonly cells: readonly JsonValue[]
  /** The id of a feature. */
  readonly id?: string | number
  /** The position of a feature: a Point of two numbers. Null where it has none; absent for a row of a table. */
  readonly geometry?: JsonObject | null
  /** The reasons why the row cannot be read. */
  readonly faults?: readonly Reason[]
  /** The parts of the row that were not kept as they were. */
  readonly notes?: readonly Reason[]
}

/**
 * A file as its reader found it. Members that only the rest of the file decides may change until its rows have been
 * read: the encoding, the notes, the coordinate system and the headings of features.
 */
export type SourceFile = SourceTable | SourceRecords

interface SourceFacts {
  readonly encoding?: Encoding
  /** Remarks on the whole file. */
  readonly notes: readonly Reason[]
}

/** A table, or features with their properties as columns. */
export interface SourceTable extends SourceFacts {
  readonly format: Exclude<Format, 'ndjson'>
  /** The delimiter of a CSV table. */
  readonly delimiter?: string
  /** The sheet of a workbook that is read, and the names of all. */
  readonly sheet?: string
  readonly sheets?: readonly string[]
  /** The index of the row of a sheet that seems to have the headings: titles stand above it. */
  readonly heading?: number
  /** The EPSG code of the coordinate system that the file names. */
  readonly epsg?: number | undefined
  /** The names of the properties of features in the order of their first appearance; absent for a table. */
  readonly headings?: readonly string[]
  readonly rows: AsyncIterable<readonly SourceRow[]>
}

/** NDJSON, whose lines are records. */
export interface SourceRecords extends SourceFacts {
  readonly format: 'ndjson'
  readonly records: AsyncIterable<readonly ImportRecord[]>
}
