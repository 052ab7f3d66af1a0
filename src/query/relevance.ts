import { cutWords, fold, withoutDiacritics } from './folded-text.ts'
import type { FullText } from './query.ts'
import { marksOf, marksOfShortForms, soughtAs, writtenOut } from './synonyms.ts'

/** How well a name answers a full text: best is 0. All words whole, all words begun, the rest (D32). */
type RelevanceTier = 0 | 1 | 2

/** The words of a text in all forms in which `q` finds them: as they are, without diacritics (D25), and as others (D64). */
export function searchedWords(text: string): string[] {
  const folded = fold(text)
  const words = cutWords(folded)
  return [...words, ...words.flatMap(otherForms), ...marksOfShortForms(folded)]
}

/** The words of a folded text that is searched for in a service of a language (BCP 47), as `searchedWords` has them. */
export function soughtWords(folded: string, locale: string): string[] {
  return cutWords(writtenOut(folded)).map((word) => soughtAs(word, locale))
}

/** The other forms in which `q` finds a folded word. */
export function otherForms(word: string): readonly string[] {
  const plain = withoutDiacritics(word)
  const marks = marksOf(word, plain)
  return plain === word || plain === '' ? marks : [plain, ...marks]
}

/** The words of what stands for a word in a full text: itself, or those that a whole UUID is cut into. */
export const wordsOfTerm = (term: string): string[] => term.split('-')

/** The tier of a place whose name has these words, as `searchedWords` gives them, among those that the full text finds. */
export function relevanceTier(words: readonly string[], { terms }: FullText): RelevanceTier {
  const wanted = terms.flat()
  if (wanted.every((word) => words.includes(word))) return 0
  return wanted.every((start) => words.some((word) => word.startsWith(start))) ? 1 : 2
}
