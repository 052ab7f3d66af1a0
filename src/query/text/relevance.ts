import type { FullText } from '../query.ts'
import { cutWords, fold, withoutDiacritics } from './folded-text.ts'
import { marksOf, marksOfShortForms, soughtAs, writtenOut } from './synonyms.ts'

/** The match quality of a name for a full text; 0 is the best: all words whole, all words begun, the rest (D32). */
type RelevanceTier = 0 | 1 | 2

/**
 * Returns the words of a text in all forms that `q` finds: unchanged, without diacritics (D25), and as synonyms (D64).
 */
export function searchedWords(text: string): string[] {
  const folded = fold(text)
  const words = cutWords(folded)
  return [...words, ...words.flatMap(otherForms), ...marksOfShortForms(folded)]
}

/** Returns the words of a folded search text in a service of a language (BCP 47), in the forms of `searchedWords`. */
export function soughtWords(folded: string, locale: string): string[] {
  return cutWords(writtenOut(folded)).map((word) => soughtAs(word, locale))
}

/** Returns the other forms in which `q` finds a folded word. */
export function otherForms(word: string): readonly string[] {
  const plain = withoutDiacritics(word)
  const marks = marksOf(word, plain)
  return plain === word || plain === '' ? marks : [plain, ...marks]
}

/** Returns the words of a full-text term: the term itself, or the parts of a whole UUID. */
export const wordsOfTerm = (term: string): string[] => term.split('-')

/** Returns the tier of a match whose name has these words, from `searchedWords`. */
export function relevanceTier(words: readonly string[], { terms }: FullText): RelevanceTier {
  const wanted = terms.flat()
  if (wanted.every((word) => words.includes(word))) return 0
  return wanted.every((start) => words.some((word) => word.startsWith(start))) ? 1 : 2
}
