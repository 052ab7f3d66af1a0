import { composed } from '../common/composed-text.ts'
import { type Reason, reason } from '../common/reason.ts'

/** Matches from the first visible character to the last, without visiting any character before it twice. */
const seenText = /[^\p{White_Space}\p{Cc}\p{Cf}](?:.*[^\p{White_Space}\p{Cc}\p{Cf}])?/su

/** Returns a text without surrounding white space and invisible characters (D19). */
export function trimmed(text: string): string {
  return seenText.exec(text)?.[0] ?? ''
}

/** Returns a text in NFC without surrounding white space and invisible characters. */
export function canonicalText(text: string): string {
  return composed(trimmed(text))
}

/** Characters that change the direction of surrounding text (UAX #9). Names of people and labels contain none. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Returns the name of a person, or a label, in its stored form. */
export function undirectedText(text: string): string {
  return canonicalText(text.replace(directions, ''))
}

/** Returns the length of a text in characters: code points, not UTF-16 units (D20). */
export function charactersOf(text: string): number {
  let count = text.length
  for (const character of text) if (character.length === 2) count--
  return count
}

/** Returns the fault of a text with too many characters, or undefined. */
export function lengthFault(text: string, charactersMax: number): Reason | undefined {
  // The number of units costs nothing to read, and is never smaller.
  if (text.length <= charactersMax) return undefined
  const characters = charactersOf(text)
  return characters <= charactersMax ? undefined : reason('max-characters', { max: charactersMax, count: characters })
}

const controls = /[\p{Cc}--[\t\n\v\f\r\u0085]]/v
const controlsAndBreaks = /[\p{Cc}\p{Zl}\p{Zp}]/u

/**
 * Returns the reason why a text cannot be stored, or undefined. Only a long `text` may have line breaks and tabs. A
 * `free` text may have any character except U+0000, which no database stores.
 */
export function textFault(text: string, kind: 'plain' | 'text' | 'free' = 'plain'): Reason | undefined {
  if (!text.isWellFormed()) return reason('half-surrogate')
  const refused = kind === 'text' ? controls : controlsAndBreaks
  const at = kind === 'free' ? text.indexOf('\0') : text.search(refused)
  if (at < 0) return undefined
  const character = text.charAt(at)
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return reason(controls.test(character) ? 'bad-character' : 'line-break', { character: `U+${code}` })
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns a UUID in lower case, or undefined if the text is not one. */
export function canonicalUuid(text: string): string | undefined {
  if (uuidPattern.test(text)) return text
  const lower = text.toLowerCase()
  return uuidPattern.test(lower) ? lower : undefined
}
