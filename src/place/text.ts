import { type Reason, reason } from '../common/reason.ts'

/** From U+0300 on there are marks to compose or to order; below it every text is in NFC already. */
const mayNeedComposing = /[\u0300-\uffff]/
const longMarkRun = /(?:(?!\u034f)\p{M}){30}(?=(?!\u034f)\p{M})/gu
const graphemeJoiner = '\u034f'

/**
 * The text in NFC, in time that grows with its length alone. Putting a run of marks into order takes the square of its
 * length, so a run of more than 30, which no language writes, is ended by a joiner as the Stream-Safe Text Format does
 * (UAX #15, section 13). A text that was composed once stays as it is.
 */
export function composed(text: string): string {
  if (!mayNeedComposing.test(text)) return text
  return text.replace(longMarkRun, `$&${graphemeJoiner}`).normalize('NFC')
}

/** From the first character that is seen to the last; it never looks twice at one before it. */
const seenText = /[^\p{White_Space}\p{Cc}\p{Cf}](?:.*[^\p{White_Space}\p{Cc}\p{Cf}])?/su

/** A text without white space and invisible characters around it (D19). */
export function trimmed(text: string): string {
  return seenText.exec(text)?.[0] ?? ''
}

/** A text in NFC without white space and invisible characters around it. */
export function canonicalText(text: string): string {
  return composed(trimmed(text))
}

/** Characters that turn the direction of the text around them (UAX #9), and belong to no name of a person. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The name of a person as it is kept. */
export function personName(text: string): string {
  return canonicalText(text.replace(directions, ''))
}

/** The length of a text in characters: code points, however many units each takes (D20). */
export function charactersOf(text: string): number {
  let count = text.length
  for (const character of text) if (character.length === 2) count--
  return count
}

/** What is wrong with a text of more than so many characters, or undefined. */
export function lengthFault(text: string, charactersMax: number): Reason | undefined {
  // Units are known without counting, and there are at least as many of them.
  if (text.length <= charactersMax) return undefined
  const characters = charactersOf(text)
  return characters <= charactersMax ? undefined : reason('max-characters', { max: charactersMax, count: characters })
}

const controls = /[\p{Cc}--[\t\n\v\f\r\u0085]]/v
const controlsAndBreaks = /[\p{Cc}\p{Zl}\p{Zp}]/u

/**
 * What keeps a text from being kept, or undefined. Line breaks and tabs are for a long `text` alone; a free one may hold
 * all but U+0000, which no database keeps.
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

/** A UUID in lower case, or undefined when the text is none. */
export function canonicalUuid(text: string): string | undefined {
  if (uuidPattern.test(text)) return text
  const lower = text.toLowerCase()
  return uuidPattern.test(lower) ? lower : undefined
}
