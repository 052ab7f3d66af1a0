import { isUtf8 } from 'node:buffer'
import { CsvError, parse } from 'csv-parse/sync'
import type { JsonObject } from '../place/json.ts'
import type { Model } from '../place/model.ts'
import {
  type Column,
  type Columns,
  cellFault,
  cellValue,
  columnFault,
  completePosition,
  type Draft,
  directoryColumns,
  findColumn,
  placeColumns,
  setCell,
  twiceFault,
} from './columns.ts'
import { type Line, splitLines } from './lines.ts'
import { type ImportRecord, recordBytesMax, recordOf } from './record.ts'

const delimiters = [',', ';', '\t'] as const
const columnsMax = 500

/**
 * The records of a CSV table (RFC 4180, UTF-8; comma, semicolon or tab), whose first row names the columns. A wrong
 * heading is one fault that names every wrong column, and nothing of the table is read. A table with a column `kind`
 * holds directory entries.
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

/** A table as its lines come. */
class TableReader {
  /** Whether the heading was at fault; then nothing more is read. */
  isUnreadable = false
  readonly #model: Model
  #table: Table | undefined
  #rows: CsvRowAssembler | undefined

  constructor(model: Model) {
    this.#model = model
  }

  add({ number, bytes: line }: Line): ImportRecord[] {
    const bytes = number === 1 ? withoutMark(line) : line
    this.#rows ??= new CsvRowAssembler(delimiterOf(bytes?.toString('utf8') ?? ''))
    return this.#rows.add({ number, bytes }).flatMap((row) => this.#record(row, bytes) ?? [])
  }

  end(): ImportRecord[] {
    if (this.#rows === undefined) return [{ line: 1, fault: 'the table is empty: its first row must name the columns' }]
    const table = this.#table
    return this.#rows
      .end()
      .map((row) =>
        'fault' in row || table === undefined
          ? { line: row.line, fault: 'fault' in row ? row.fault : 'the heading is not complete' }
          : readRow(row.text, row.line, table),
      )
  }

  /** Undefined for the heading, and behind one that is at fault. */
  #record(row: CsvRow, bytes: Buffer | undefined): ImportRecord | undefined {
    if (this.isUnreadable) return undefined
    if ('fault' in row) {
      this.isUnreadable = this.#table === undefined
      return row
    }
    if (this.#table !== undefined) return readRow(row.text, row.line, this.#table)
    const heading = readHeading(row.text, bytes, this.#model)
    if (typeof heading !== 'string') {
      this.#table = heading
      return undefined
    }
    this.isUnreadable = true
    return { line: row.line, fault: heading }
  }
}

interface Table {
  readonly delimiter: string
  readonly columns: readonly Column[]
}

/** The columns that the heading names, or why it cannot be used. */
function readHeading(text: string, firstLine: Buffer | undefined, model: Model): Table | string {
  const delimiter = delimiterOf(firstLine?.toString('utf8') ?? '')
  const headings = cellsOf(text, delimiter)
  if (typeof headings === 'string') return headings
  if (headings.length > columnsMax) return `a table has at most ${columnsMax} columns, got ${headings.length}`
  const known: Columns = headings.some((heading) => heading.trim().toLowerCase() === 'kind')
    ? directoryColumns(model)
    : placeColumns(model)
  const columns = headings.map((heading) => findColumn(known, heading))
  const faults = headings.filter((_, index) => columns[index]?.readOnly !== false)
  if (faults.length > 0) return faults.map((heading) => columnFault(known, heading)).join('; ')
  return twiceFault(columns as Column[]) ?? { delimiter, columns: columns as Column[] }
}

function readRow(text: string, line: number, { delimiter, columns }: Table): ImportRecord {
  const cells = cellsOf(text, delimiter)
  if (typeof cells === 'string') return { line, fault: cells }
  if (cells.length !== columns.length) {
    return { line, fault: `has ${cells.length} cells where the heading has ${columns.length}` }
  }
  const body: Draft = {}
  const faults: string[] = []
  for (const [index, column] of columns.entries()) {
    const cell = cells[index]!
    if (cell.trim() === '') continue
    const fault = cellFault(column, cell)
    if (fault === undefined) setCell(body, column, cellValue(column, cell))
    else faults.push(fault)
  }
  if (faults.length > 0)
    return { line, fault: faults.join('; '), ...(typeof body.key === 'string' && { key: body.key }) }
  completePosition(body)
  return recordOf(body as JsonObject, line)
}

/** The cells of one row, or why it is none. */
function cellsOf(text: string, delimiter: string): string[] | string {
  try {
    return (parse(text, { delimiter, record_delimiter: '\n' }) as string[][])[0] ?? ['']
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return 'has a quote inside a cell: put the whole cell in quotes and double the quotes in it'
  }
}

/** The delimiter that the heading has most of; a comma when it has none. */
function delimiterOf(heading: string): string {
  const bare = heading.replace(/"[^"]*"/g, '')
  const counts = delimiters.map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }))
  return counts.sort((a, b) => b.count - a.count)[0]!.delimiter
}

function withoutMark(bytes: Buffer | undefined): Buffer | undefined {
  return bytes?.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? bytes.subarray(3) : bytes
}

/** One row of a table as text, its lines joined by LF; `line` is where it begins. Or why it cannot be read. */
type CsvRow = { readonly line: number; readonly text: string } | { readonly line: number; readonly fault: string }

/** How many lines one row may take; after a quote that is never closed, reading goes on with the next line. */
const rowLinesMax = 2000

/** Where a place in a row is, seen from its cell (RFC 4180); `closed` is right behind a quote that ends one. */
type CellState = 'start' | 'plain' | 'quoted' | 'closed'

/** What a quote makes of each state: it opens at the start, and a second one right behind another is a character. */
const quoteStates: Readonly<Record<CellState, CellState>> = {
  start: 'quoted',
  plain: 'plain',
  quoted: 'closed',
  closed: 'quoted',
}

/** Puts lines together to rows: a line end inside quotes belongs to the cell. Holds one row at most. */
class CsvRowAssembler {
  readonly #delimiter: string
  #lines: { number: number; text: string }[] = []
  /** How many of the lines have been looked at, and in which state the last of them ends. */
  #scanned = 0
  #state: CellState = 'start'
  #size = 0

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /** Takes in a line and gives the rows that it completes. */
  add({ number, bytes }: Line): CsvRow[] {
    if (bytes === undefined) return [...this.end(), { line: number, fault: `is longer than ${recordBytesMax} bytes` }]
    if (!isUtf8(bytes)) return [...this.end(), { line: number, fault: 'is not UTF-8: save the table as UTF-8' }]
    if (this.#lines.length === 0 && bytes.length === 0) return []
    this.#lines.push({ number, text: bytes.toString('utf8') })
    this.#size += bytes.length + 1
    return this.#settle(false)
  }

  /** The rows that are left when no more lines come. */
  end(): CsvRow[] {
    return this.#settle(true)
  }

  #settle(atEnd: boolean): CsvRow[] {
    const rows: CsvRow[] = []
    while (this.#lines.length > 0) {
      const complete = this.#scan()
      if (complete > 0) {
        const line = this.#lines[0]!.number
        rows.push({ line, text: this.#take(complete) })
      } else if (atEnd || this.#lines.length > rowLinesMax || this.#size > recordBytesMax) {
        rows.push({ line: this.#lines[0]!.number, fault: 'opens a quote that is not closed' })
        this.#take(1)
      } else break
    }
    return rows
  }

  /** How many of the lines make the first row; 0 when a quote is still open. */
  #scan(): number {
    for (; this.#scanned < this.#lines.length; this.#scanned++) {
      this.#state = stateAfter(this.#lines[this.#scanned]!.text, this.#delimiter, this.#state)
      if (this.#state !== 'quoted') return this.#scanned + 1
    }
    return 0
  }

  #take(count: number): string {
    const text = this.#lines
      .splice(0, count)
      .map((line) => line.text)
      .join('\n')
    this.#size = this.#lines.reduce((sum, line) => sum + line.text.length + 1, 0)
    this.#scanned = 0
    this.#state = 'start'
    return text
  }
}

/** The state at the end of a line; only an open quote goes on in the next. */
function stateAfter(text: string, delimiter: string, before: CellState): CellState {
  let state = before
  for (const character of text) {
    if (character === '"') state = quoteStates[state]
    else if (state !== 'quoted') state = character === delimiter ? 'start' : 'plain'
  }
  return state === 'quoted' ? 'quoted' : 'start'
}
