import { CsvError, parse } from 'csv-parse/sync'
import { type Reason, reason } from '../../common/reason.ts'
import type { Model } from '../../place/model.ts'
import { unguardedText } from '../understanding/cell-text.ts'
import {
  type Column,
  type Columns,
  columnFault,
  directoryColumns,
  findColumn,
  placeColumns,
  recordOfCells,
  twiceFault,
} from '../understanding/columns.ts'
import { type ImportRecord, type Line, type LineEnds, recordBytesMax, splitLines, textOf, unread } from './record.ts'

const delimiters = [',', ';', '\t'] as const
const columnsMax = 500
/**
 * Maximum size of one row, in bytes. The row of a place is longer than its JSON, since it doubles each quote of the
 * JSON in its cells and spells out numbers such as 1e20.
 */
const rowBytesMax = 4 * recordBytesMax

/**
 * Reads the records of a CSV table (RFC 4180, UTF-8; comma, semicolon or tab), whose first row names the columns. A
 * wrong heading is one fault that names every wrong column, and nothing of the table is read. A table with a column
 * `kind` holds directory entries.
 */
export async function* readCsv(source: AsyncIterable<Uint8Array>, model: Model): AsyncGenerator<ImportRecord[]> {
  const ends = new RowEnds()
  let columns: readonly Column[] | undefined
  for await (const rows of splitLines(source, rowBytesMax, ends)) {
    const records: ImportRecord[] = []
    for (const row of rows) {
      const cells = cellsOf(row, ends.delimiter)
      if (cells === undefined) continue
      if (columns !== undefined)
        records.push('code' in cells ? unread(row.number, cells) : recordOfRow(row.number, cells, columns))
      else {
        const found = 'code' in cells ? [cells] : columnsOf(cells, model)
        if (!isColumns(found)) {
          yield [{ line: row.number, faults: found }]
          return
        }
        columns = found
      }
    }
    if (records.length > 0) yield records
  }
  if (columns === undefined) yield [unread(1, reason('empty-table'))]
}

const [quote, newline, carriageReturn] = [0x22, 0x0a, 0x0d]

/**
 * Finds the ends of rows. A line end inside quotes belongs to its cell. Only the state of the quotes is kept, never a
 * byte of the row: however long a row is, no line of its texts is taken for a row. UTF-8 uses the bytes compared here
 * for nothing else.
 */
class RowEnds implements LineEnds {
  lines = 0
  #at: 'cell-start' | 'bare' | 'quoted' | 'after-quote' = 'cell-start'
  /** True until the row has a character. */
  #isBlank = true
  /** Number of times that each of `delimiters` stands outside quotes in the heading. */
  readonly #counts = delimiters.map(() => 0)
  #delimiter: string | undefined

  get isInside(): boolean {
    return this.#at === 'quoted'
  }

  /** The most frequent delimiter of the heading so far; a comma if it has none. */
  get delimiter(): string {
    return this.#delimiter ?? delimiters[this.#counts.indexOf(Math.max(...this.#counts))]!
  }

  next(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]!
      if (byte === newline) this.lines += 1
      if (this.#at === 'quoted') {
        if (byte === quote) this.#at = 'after-quote'
      } else if (byte === newline) {
        this.#endRow()
        return at
      } else {
        this.#isBlank &&= byte === carriageReturn
        if (byte === quote && this.#at !== 'bare') this.#at = 'quoted'
        else this.#at = this.#isDelimiter(byte) ? 'cell-start' : 'bare'
      }
    }
    return -1
  }

  #endRow(): void {
    if (!this.#isBlank) this.#delimiter ??= this.delimiter
    this.#isBlank = true
    this.#at = 'cell-start'
  }

  /** Any of the delimiters ends a cell of the heading; where another one precedes a quote, the heading is faulty. */
  #isDelimiter(byte: number): boolean {
    if (this.#delimiter !== undefined) return byte === this.#delimiter.charCodeAt(0)
    const index = delimiters.findIndex((one) => one.charCodeAt(0) === byte)
    if (index >= 0) this.#counts[index]! += 1
    return index >= 0
  }
}

/** The columns of a heading, or its faults. */
export function columnsOf(headings: readonly string[], model: Model): readonly Column[] | readonly Reason[] {
  if (headings.length > columnsMax) return [reason('max-columns', { max: columnsMax, count: headings.length })]
  const known: Columns = headings.some((heading) => heading.trim().toLowerCase() === 'kind')
    ? directoryColumns(model)
    : placeColumns(model)
  const columns = headings.map((heading) => findColumn(known, heading))
  const faults = headings.filter((_, index) => columns[index]?.readOnly !== false)
  if (faults.length > 0) return faults.map((heading) => columnFault(known, heading))
  const twice = twiceFault(columns as Column[])
  return twice === undefined ? (columns as Column[]) : [twice]
}

/** True for columns, false for faults. */
export function isColumns(read: ReturnType<typeof columnsOf>): read is readonly Column[] {
  return !read.some((one) => 'code' in one)
}

/** The record of a row, or its fault. */
export function recordOfRow(line: number, cells: readonly string[], columns: readonly Column[]): ImportRecord {
  if (cells.length !== columns.length) {
    return unread(line, reason('cells', { count: cells.length, wanted: columns.length }))
  }
  const filled = columns.map((column, index) => [column, unguardedText(cells[index]!)] as const)
  return recordOfCells(
    line,
    filled.filter(([, cell]) => cell.trim() !== ''),
  )
}

/** The cells of one row, or the fault; undefined for a blank one. */
function cellsOf({ bytes, isInside }: Line, delimiter: string): string[] | Reason | undefined {
  if (isInside) return reason('open-quote')
  const text = textOf(bytes, rowBytesMax)
  if (typeof text !== 'string') return bytes === undefined ? text : reason('table-not-utf8')
  if (text === '') return undefined
  try {
    return (parse(text, { delimiter, record_delimiter: '\n' }) as string[][])[0] ?? ['']
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return reason('inner-quote')
  }
}
