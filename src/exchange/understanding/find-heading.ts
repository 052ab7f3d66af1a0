import type { JsonValue } from '../../place/json.ts'
import { writtenNumber } from './cell-values.ts'
import { textOfCell } from './column-statistics.ts'
import { fieldsNamed } from './table-words.ts'

/** The most rows in which the heading is sought: titles and merged cells stand above it. */
export const headingRowsMax = 30

/**
 * Returns the index of the row with the headings among the first rows of a table: the row with the most known headings,
 * else the first row of texts that fills at least half as many cells as the fullest. Returns 0 if none is like that.
 */
export function findHeading(rows: readonly (readonly JsonValue[])[]): number {
  const head = rows.slice(0, headingRowsMax).map((cells) => cells.map((cell) => textOfCell(cell).trim()))
  const filled = head.map((cells) => cells.filter((cell) => cell !== '').length)
  const fullest = Math.max(0, ...filled)
  const isHeading = (cells: readonly string[], index: number) =>
    filled[index]! * 2 >= fullest && cells.every((cell) => !isValue(cell)) && new Set(cells).size > cells.length / 2
  const knownIn = (cells: readonly string[]) =>
    cells.filter((cell) => fieldsNamed(cell).some(({ isWeak }) => !isWeak)).length
  const named = head.map((cells, index) => (isHeading(cells, index) ? knownIn(cells) : 0))
  const best = Math.max(0, ...named)
  // A row of data may have a word or two that are also headings.
  if (best >= 2) return named.indexOf(best)
  const first = head.findIndex(isHeading)
  return Math.max(0, first)
}

/** Numbers, dates and addresses are no headings. */
function isValue(cell: string): boolean {
  return writtenNumber(cell) !== undefined || /^\d{4}-\d\d-\d\d|^https?:|@\w+\./.test(cell) || cell.length > 200
}

/** Returns headings for a row of cells, each with a text of its own: merged and empty cells get a number. */
export function headingsOf(cells: readonly JsonValue[], width = cells.length): string[] {
  const seen = new Map<string, number>()
  return Array.from({ length: width }, (_, index) => {
    const text = textOfCell(cells[index]).trim().replaceAll(/\s+/g, ' ')
    const name = text === '' ? `${index + 1}` : text
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name} ${count}`
  })
}
