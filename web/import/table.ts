import type { Json, JsonObject } from '../body/json.ts'

/** One row of a file that is imported; `line` is where it begins, in GeoJSON the number of the feature. */
export interface TableRow {
  readonly line: number
  /** In the order of the columns; undefined where the row says nothing. */
  readonly cells: readonly Json[]
  /** What the row says beside its columns: the id, the position and the place type of a feature. */
  readonly base?: JsonObject
  /** Why the row cannot be a record. */
  readonly fault?: string
}

/** What a CSV or GeoJSON file holds, before anybody has said what its columns mean. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly TableRow[]
  /** Whether each row brings its position and key by itself. */
  readonly hasPositions: boolean
}

/** A file whose records need no columns: each line is the body of a place or an entry of the directory. */
export interface Lines {
  readonly lines: readonly { readonly line: number; readonly text: string }[]
}

/** Why a file cannot be imported; `code` says it to the words of the page. */
export class UnreadableFile extends Error {
  readonly code: 'empty' | 'large' | 'many' | 'columns' | 'csv' | 'geojson' | 'gzip' | 'workbook'

  constructor(code: UnreadableFile['code'], detail = '') {
    super(detail)
    this.name = 'UnreadableFile'
    this.code = code
  }
}

/** What a browser can hold and show; the command line has no such limits. */
export const importLimits = { bytes: 64 * 1024 * 1024, records: 200_000, columns: 500 } as const

/** Whether a file is a table whose columns have to be matched. */
export function isTable(source: Table | Lines): source is Table {
  return 'columns' in source
}
