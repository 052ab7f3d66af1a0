import type { JsonValue } from '../place/json.ts'

/** The number that a text says, or undefined. A decimal comma is read too: tables of Swedish programs have one. */
export function numberOf(text: string): number | undefined {
  return /^[+-]?\d+([.,]\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text.replace(',', '.')) : undefined
}

/** The texts between separators, trimmed, without blank ones. */
export function splitList(text: string, separator: RegExp | string = /[;|]/): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The JSON that a text says; the text itself where it says none. */
export function jsonOf(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}
