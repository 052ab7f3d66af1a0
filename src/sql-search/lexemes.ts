import type { Visibility } from '../place/visibility.ts'
import { storable } from '../store/sql/database.ts'

/**
 * What is looked up in the lexemes of a place. They are made here, never by the text search of the server: a letter for
 * what they say, the number of the field, and a text that was folded and cut by the same functions as everywhere.
 */

/** Longer texts are cut for their lexeme, in UTF-16 code units. */
export const lexemeLength = 64
/** In places whose lexemes do not tell everything: every question about lexemes finds these, and looks closer. */
export const inexactLexeme = '*'

export const hasField = (field: number | '') => `h${field}`
export const fieldText = (field: number, text: string) => `e${field}:${cutText(text)}`
export const fieldWord = (field: number, word: string) => `w${field}:${cutText(word)}`
export const anyWord = (word: string, visibility: Visibility) => `${anyLetters[visibility]}:${cutText(word)}`

const suggestedLetters = { place: 'n', municipality: 'c' } as const
/** The texts of places that are suggested: names and municipalities. */
export type SuggestedText = keyof typeof suggestedLetters
export const suggestedTexts = Object.keys(suggestedLetters) as readonly SuggestedText[]

export const suggestedWord = (word: string, text: SuggestedText) => `${suggestedLetters[text]}:${cutText(word)}`

/** The word of a lexeme that `suggestedWord` made, which is cut; undefined of all others. */
export function wordOfLexeme(lexeme: string): string | undefined {
  return suggestedTexts.some((text) => lexeme.startsWith(suggestedWord('', text))) ? lexeme.slice(2) : undefined
}

/** What `q` looks into stands under these, by whom it is for. */
export const anyLetters = { public: 'q', media: 'm', restricted: 'r' } as const satisfies Record<Visibility, string>

/** The text, or its beginning that does not end inside of a character. */
function cutText(text: string): string {
  if (text.length <= lexemeLength) return text
  const cut = text.slice(0, lexemeLength)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** Whether a lexeme tells that the whole text is equal. */
export const tellsEqual = (text: string) => text.length < lexemeLength - 1
/** Whether a lexeme tells that a text begins with this. */
export const tellsPrefix = (text: string) => text.length < lexemeLength

/** A lexeme in a `tsquery`; with `begins` every lexeme that begins so. */
export function asked(lexeme: string, begins = false): string {
  const quoted = lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")
  return `'${quoted}'${begins ? ':*' : ''}`
}

/** The beginning of a word as it is asked for; one that is longer than every lexeme must not be cut to one. */
export function askedWord(start: string): string {
  return storable(start.slice(0, lexemeLength + 1))
}
