import { guardedText, unguardedText } from '../../src/exchange/understanding/cell-text.ts'

/** Rows of cells as spreadsheets put them on the clipboard. */
export type TextRows = readonly (readonly string[])[]

/** A cell in quotes, with quotes inside doubled; only if nothing but the end of the cell follows. */
const quoted = /"((?:[^"]|"")*)"(?=\t|\r?\n|\r|$)/y
const plain = /[^\t\r\n]*/y
const separator = /\t|\r?\n|\r/y

/** Parses tab-separated text into rows; a line end after the last row adds none. */
export function parseTabSeparated(text: string): TextRows {
  const rows: string[][] = [[]]
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  while (at < text.length || rows.at(-1)?.length === 0) {
    const cell = take(quoted)?.[1]?.replaceAll('""', '"') ?? take(plain)?.[0] ?? ''
    rows.at(-1)!.push(unguardedText(cell))
    const mark = take(separator)?.[0]
    if (mark === undefined) break
    if (mark === '\t') {
      if (at === text.length) rows.at(-1)!.push('')
    } else if (at < text.length) rows.push([])
  }
  return rows
}

/** Numbers, and telephone numbers, which people copy more often than anything else. */
const plainNumber = /^[+-][\d\s.,()/-]*$/

/**
 * Formats rows as tab-separated text, with quotes around cells that need them, and with an apostrophe in front of what a
 * spreadsheet would compute.
 */
export function formatTabSeparated(rows: TextRows): string {
  const cellText = (cell: string) => {
    const text = plainNumber.test(cell) ? cell : guardedText(cell)
    return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return rows.map((row) => row.map(cellText).join('\t')).join('\n')
}
