import { CsvError, parse } from 'csv-parse/sync'
import { type Reason, reason } from '../../common/reason.ts'
import { type Line, type LineEnds, recordBytesMax, splitLines, textOf } from './record.ts'
import { peek } from './source-bytes.ts'
import type { SourceRow } from './source-file.ts'

const delimiters = [',', ';', '\t', '|'] as const
type Delimiter = (typeof delimiters)[number]

/** The rows of a CSV table, and its delimiter. */
interface TableRows {
  readonly delimiter: Delimiter
  readonly rows: AsyncIterable<readonly SourceRow[]>
}

/** The bytes and rows by which the delimiter is found. */
const sample = { bytes: 64 * 1024, rows: 50 } as const

/**
 * Reads the rows of a CSV table in UTF-8 (RFC 4180; comma, semicolon, tab or bar, and any line ends), with their cells
 * as texts. Blank rows are skipped. A quote inside a cell that does not begin with one is a letter of it.
 */
export async function readTable(source: AsyncIterable<Uint8Array>): Promise<TableRows> {
  const { head, whole } = await peek(source, sample.bytes)
  const first = head.subarray(0, sample.bytes)
  const lineEnd = first.includes(newline) || !first.includes(carriageReturn) ? newline : carriageReturn
  const named = separatorOf(first, lineEnd)
  const delimiter = named ?? delimiterOf(first, lineEnd)
  return { delimiter, rows: rowsOf(whole, new RowEnds(delimiter, lineEnd), named === undefined ? 0 : 1) }
}

async function* rowsOf(
  source: AsyncIterable<Uint8Array>,
  ends: RowEnds,
  skipped: number,
): AsyncGenerator<readonly SourceRow[]> {
  for await (const lines of splitLines(source, recordBytesMax, ends)) {
    const rows: SourceRow[] = []
    for (const line of lines) {
      const cells = line.number <= skipped ? undefined : cellsOf(line, ends.delimiter)
      if (cells === undefined) continue
      rows.push('code' in cells ? { line: line.number, cells: [], faults: [cells] } : { line: line.number, cells })
    }
    if (rows.length > 0) yield rows
  }
}

const [quote, newline, carriageReturn] = [0x22, 0x0a, 0x0d]

/**
 * Finds the ends of rows. A line end inside quotes belongs to its cell. Only the state of the quotes is kept, never a
 * byte of the row: however long a row is, no line of its texts is taken for a row. UTF-8 uses the bytes compared here
 * for nothing else.
 */
class RowEnds implements LineEnds {
  lines = 0
  readonly delimiter: Delimiter
  readonly #delimiterByte: number
  readonly #lineEnd: number
  #at: 'cell-start' | 'bare' | 'quoted' | 'after-quote' = 'cell-start'

  constructor(delimiter: Delimiter, lineEnd = newline) {
    this.delimiter = delimiter
    this.#delimiterByte = delimiter.charCodeAt(0)
    this.#lineEnd = lineEnd
  }

  get isInside(): boolean {
    return this.#at === 'quoted'
  }

  next(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]!
      if (byte === this.#lineEnd) this.lines += 1
      if (this.#at === 'quoted') {
        if (byte === quote) this.#at = 'after-quote'
      } else if (byte === this.#lineEnd) {
        this.#at = 'cell-start'
        return at
      } else if (byte === quote && this.#at !== 'bare') this.#at = 'quoted'
      else this.#at = byte === this.#delimiterByte ? 'cell-start' : 'bare'
    }
    return -1
  }
}

/** The delimiter that the first line names, as Excel writes it: `sep=;`. */
function separatorOf(head: Buffer, lineEnd: number): Delimiter | undefined {
  const end = head.indexOf(lineEnd)
  const line = head.subarray(0, end < 0 ? head.length : Math.min(end, 10)).toString('latin1')
  const named = /^"?sep=(.)"?\r?$/i.exec(line)?.[1]
  return delimiters.find((delimiter) => delimiter === named)
}

/**
 * The delimiter by which most rows have the same number of cells, of which there are two or more. Of several, the one
 * with most cells; a comma if there is none. If rows break off after their last value, these are a minority: then it is
 * the delimiter that most rows have.
 */
function delimiterOf(head: Buffer, lineEnd: number): Delimiter {
  const judged = delimiters.map((delimiter) => {
    const counts = new Map<number, number>()
    const all = cellCounts(head, delimiter, lineEnd)
    for (const cells of all) counts.set(cells, (counts.get(cells) ?? 0) + 1)
    const [cells = 1, rows = 0] =
      [...counts].filter(([cells]) => cells > 1).toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
    return {
      delimiter,
      cells,
      rows,
      isMost: rows * 2 >= all.length,
      share: all.filter((one) => one > 1).length / all.length,
    }
  })
  const [best, ...others] = judged.toSorted((a, b) => b.rows - a.rows || b.cells - a.cells)
  if (best!.rows === 0 || best!.isMost) return best!.delimiter
  return [best!, ...others].toSorted((a, b) => b.share - a.share || b.cells - a.cells)[0]!.delimiter
}

/** The numbers of cells of the first rows. The last one may be cut off, so it counts only if it is the only one. */
function cellCounts(head: Buffer, delimiter: Delimiter, lineEnd: number): number[] {
  const ends = new RowEnds(delimiter, lineEnd)
  const counts: number[] = []
  let from = 0
  for (let end = ends.next(head, 0); end >= 0 && counts.length < sample.rows; end = ends.next(head, from)) {
    const cells = cellsOf({ number: 1, bytes: head.subarray(from, end) }, delimiter)
    if (cells !== undefined && !('code' in cells)) counts.push(cells.length)
    from = end + 1
  }
  if (counts.length > 0) return counts
  const cells = cellsOf({ number: 1, bytes: head.subarray(from) }, delimiter)
  return cells === undefined || 'code' in cells ? [] : [cells.length]
}

/** Cells beyond these are dropped, as many as a row of Excel has; no heading has as many. */
const cellsMax = 16_384

/** The cells of one row, or the fault; undefined for a blank one. */
function cellsOf({ bytes, isInside }: Line, delimiter: Delimiter): string[] | Reason | undefined {
  if (isInside) return reason('open-quote')
  const text = textOf(bytes)
  if (typeof text !== 'string') return bytes === undefined ? text : reason('table-not-utf8')
  const cells = text.includes('"') ? quotedCells(text, delimiter) : text.split(delimiter, cellsMax)
  return 'code' in cells || cells.some((cell) => cell.trim() !== '') ? cells : undefined
}

function quotedCells(text: string, delimiter: Delimiter): string[] | Reason {
  try {
    return (parse(text, { delimiter, record_delimiter: '\n', relax_quotes: true }) as string[][])[0] ?? ['']
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return reason('inner-quote')
  }
}
