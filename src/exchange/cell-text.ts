import type { JsonValue } from '../place/json.ts'

/** The number that a text says, or undefined. A decimal comma is read too: tables of Swedish programs have one. */
export function numberOf(text: string): number | undefined {
  return /^[+-]?\d+([.,]\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text.replace(',', '.')) : undefined
}

/** How people write yes and no in a table, in lower case. */
export const booleanWords: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', 'ja', 'j', 'sant', '1', 'x'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', 'nej', 'falskt', '0'].map((word) => [word, false] as const),
])

/** The texts between separators, trimmed, without blank ones. */
export function splitList(text: string, separator: RegExp | string = /[;|]/): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** What spreadsheets would take for a formula at the beginning of a cell, apostrophes in front of it included (OWASP, CSV injection). */
const formula = /^'*[=+\-@\t\r]/

/** A text as the cell of a table that programs open: with an apostrophe where it would be taken for a formula. */
export function guardedText(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** The text of a cell without the apostrophe that guards it. */
export function unguardedText(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}

/** The JSON that a text says; the text itself where it says none. */
export function jsonOf(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}
