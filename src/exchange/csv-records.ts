import { CsvError, parse } from 'csv-parse/sync'
import { type Reason, reason } from '../common/reason.ts'
import type { Model } from '../place/model.ts'
import { unguardedText } from './cell-text.ts'
import {
  type Column,
  type Columns,
  columnFault,
  directoryColumns,
  findColumn,
  placeColumns,
  recordOfCells,
  twiceFault,
} from './columns.ts'
import { type ImportRecord, type Line, recordBytesMax, splitLines, textOf, unread } from './record.ts'

const delimiters = [',', ';', '\t'] as const
const columnsMax = 500
/** Maximum number of lines of one row; after a quote that is never closed, reading resumes with the next line. */
const rowLinesMax = 2000

/**
 * Reads the records of a CSV table (RFC 4180, UTF-8; comma, semicolon or tab), whose first row names the columns. A
 * wrong heading is one fault that names every wrong column, and nothing of the table is read. A table with a column
 * `kind` holds directory entries.
 */
export async function* readCsv(source: AsyncIterable<Uint8Array>, model: Model): AsyncGenerator<ImportRecord[]> {
  const reader = new TableReader(model)
  for await (const lines of splitLines(source, recordBytesMax)) {
    const records = lines.flatMap((line) => reader.add(line))
    if (records.length > 0) yield records
    if (reader.isUnreadable) return
  }
  yield reader.end()
}

/** A quote that ends a cell begun on an earlier line; two together are a character of the cell. */
const loneQuote = /(?<!")"(?:"")*(?!")/

/** A table read line by line. A line end inside quotes belongs to the cell. At most the lines of one row are kept. */
class TableReader {
  /** True if the heading was faulty; nothing more is read then. */
  isUnreadable = false
  readonly #model: Model
  #columns: readonly Column[] | undefined
  #delimiter = ''
  #lines: { readonly number: number; readonly text: string; readonly end: string }[] = []
  /** Number of scanned lines: a row made of them still has an open quote. */
  #scanned = 0
  #characters = 0

  constructor(model: Model) {
    this.#model = model
  }

  /** Adds a line; returns the records of the rows that it completes. */
  add({ number, bytes, hasReturn }: Line): ImportRecord[] {
    const text = textOf(bytes)
    if (typeof text !== 'string') {
      const fault = bytes === undefined ? text : reason('table-not-utf8')
      return [...this.#records(true), ...this.#refused(number, fault)]
    }
    if (this.#lines.length === 0 && text === '') return []
    this.#delimiter ||= delimiterOf(text)
    this.#lines.push({ number, text, end: hasReturn ? '\r\n' : '\n' })
    this.#characters += text.length
    return this.#records(false).toArray()
  }

  /** The remaining records after the last line. */
  end(): ImportRecord[] {
    if (this.#delimiter !== '' || this.isUnreadable) return this.#records(true).toArray()
    return [unread(1, reason('empty-table'))]
  }

  *#records(atEnd: boolean): Generator<ImportRecord> {
    while (this.#lines.length > 0 && !this.isUnreadable) {
      const { number } = this.#lines[0]!
      const cells = this.#firstRow()
      const isTooLong = this.#lines.length > rowLinesMax || this.#characters > recordBytesMax
      if (cells !== undefined) {
        this.#drop(this.#scanned)
        yield* this.#row(number, cells)
      } else if (atEnd || isTooLong) {
        this.#drop(1)
        yield* this.#refused(number, reason('open-quote'))
      } else return
    }
  }

  /** The cells of the first row, or the fault; undefined while a quote is open. */
  #firstRow(): string[] | Reason | undefined {
    while (this.#scanned < this.#lines.length) {
      const { text } = this.#lines[this.#scanned++]!
      if (this.#scanned > 1 && !loneQuote.test(text)) continue
      const whole = this.#lines
        .slice(0, this.#scanned)
        .map(({ text, end }, at) => (at < this.#scanned - 1 ? text + end : text))
      const cells = cellsOf(whole.join(''), this.#delimiter)
      if (cells !== undefined) return cells
    }
    return undefined
  }

  #drop(count: number): void {
    for (const { text } of this.#lines.splice(0, count)) this.#characters -= text.length
    this.#scanned = 0
  }

  /** The record of a row; the heading gets none. */
  *#row(line: number, cells: string[] | Reason): Generator<ImportRecord> {
    if ('code' in cells) yield* this.#refused(line, cells)
    else if (this.#columns !== undefined) yield recordOfRow(line, cells, this.#columns)
    else {
      const columns = columnsOf(cells, this.#model)
      if (!isColumns(columns)) yield* this.#refused(line, ...columns)
      else this.#columns = columns
    }
  }

  *#refused(line: number, ...faults: readonly Reason[]): Generator<ImportRecord> {
    if (this.isUnreadable) return
    this.isUnreadable = this.#columns === undefined
    yield { line, faults }
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

/** The cells of one row, or the fault; undefined while a quote is open. */
function cellsOf(text: string, delimiter: string): string[] | Reason | undefined {
  try {
    return (parse(text, { delimiter, record_delimiter: '\n' }) as string[][])[0] ?? ['']
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') return undefined
    return reason('inner-quote')
  }
}

/** The most frequent delimiter of the heading; a comma if it has none. */
function delimiterOf(heading: string): string {
  const bare = heading.replace(/"[^"]*"/g, '')
  const counts = delimiters.map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }))
  return counts.sort((a, b) => b.count - a.count)[0]!.delimiter
}
