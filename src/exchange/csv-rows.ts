import { isUtf8 } from 'node:buffer'
import type { Line } from './lines.ts'
import { recordBytesMax } from './record.ts'

/** One row of a table as text, its lines joined by LF; `line` is where it begins. Or why it cannot be read. */
export type CsvRow =
  | { readonly line: number; readonly text: string }
  | { readonly line: number; readonly fault: string }

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
export class CsvRowAssembler {
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
