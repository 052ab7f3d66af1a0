import type { Visibility } from '../place/visibility.ts'
import { storable } from '../store/sql/database.ts'

/**
 * The lexemes of a place, made by this process and never by the server's text search. A lexeme is a letter for its
 * meaning, the number of the field, and a text that was folded and cut by the same functions as everywhere.
 */

/** Texts are truncated to this length in lexemes, in UTF-16 code units. */
export const lexemeLength = 64
/** Marks places with inexact lexemes: every lexeme query finds these, and a closer test follows. */
export const inexactLexeme = '*'

export const hasField = (field: number | '') => `h${field}`
export const fieldText = (field: number, text: string) => `e${field}:${cutText(text)}`
export const fieldWord = (field: number, word: string) => `w${field}:${cutText(word)}`
export const anyWord = (word: string, visibility: Visibility) => `${anyLetters[visibility]}:${cutText(word)}`

const suggestedLetters = { place: 'n', municipality: 'c', owner: 'o' } as const
/** The texts of places that are suggested: names, municipalities and the names of owners. */
export type SuggestedText = keyof typeof suggestedLetters
export const suggestedTexts = Object.keys(suggestedLetters) as readonly SuggestedText[]

export const suggestedWord = (word: string, text: SuggestedText) => `${suggestedLetters[text]}:${cutText(word)}`

/** The word of a lexeme made by `suggestedWord`, truncated; undefined for other lexemes. */
export function wordOfLexeme(lexeme: string): string | undefined {
  return suggestedTexts.some((text) => lexeme.startsWith(suggestedWord('', text))) ? lexeme.slice(2) : undefined
}

/** The prefixes of words that `q` searches, by visibility. */
export const anyLetters = { public: 'q', media: 'm', restricted: 'r' } as const satisfies Record<Visibility, string>

/** The text, truncated without splitting a character. */
export function cutText(text: string, length = lexemeLength): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** True if a lexeme, or another text that was truncated to `length`, proves that the whole text is equal. */
export const tellsEqual = (text: string, length = lexemeLength) => text.length < length - 1
/** True if a lexeme proves that a text has this prefix. */
export const tellsPrefix = (text: string) => text.length < lexemeLength

/** A lexeme in a `tsquery`; with `begins`, every lexeme with this prefix. */
export function asked(lexeme: string, begins = false): string {
  const quoted = lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")
  return `'${quoted}'${begins ? ':*' : ''}`
}

/** The prefix of a word in a query. A prefix longer than every lexeme keeps one more character, so it matches none. */
export function askedWord(start: string): string {
  return storable(start.slice(0, lexemeLength + 1))
}
