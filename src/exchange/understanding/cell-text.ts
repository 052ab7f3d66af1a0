import type { JsonValue } from '../../place/json.ts'

/** The number in a text, or undefined. A decimal comma is also accepted, since tables of Swedish programs use it. */
export function numberOf(text: string): number | undefined {
  return /^[+-]?\d+([.,]\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text.replace(',', '.')) : undefined
}

/** Common words for yes and no in tables, in lower case. */
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

/**
 * The beginning of a cell that spreadsheets would take for a formula, including apostrophes in front (OWASP, CSV
 * injection).
 */
const formula = /^'*[=+\-@＝＋－＠\t\r]/

/** A text for a cell of a table: with an apostrophe if programs would take it for a formula. */
export function guardedText(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** The text of a cell without the apostrophe that guards it. */
export function unguardedText(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}

/** The JSON value of a text; the text itself if it is not JSON. */
export function jsonOf(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}
