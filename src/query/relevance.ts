import type { FullText } from './query.ts'
import { cutWords, fold, isAscii, withoutDiacritics } from './text.ts'

/** How well a name answers a full text: best is 0. All words whole, all words begun, the rest (D32). */
export type RelevanceTier = 0 | 1 | 2

/** The words of a text in both forms in which `q` finds them: as they are, and without diacritics (D25). */
export function searchedWords(text: string): string[] {
  const folded = fold(text)
  const words = cutWords(folded)
  if (isAscii(folded)) return words
  return words.flatMap((word) => {
    const plain = withoutDiacritics(word)
    return plain === word ? [word] : [word, plain]
  })
}

/** The tier of a place whose name has these words, as `searchedWords` gives them, among those that the full text finds. */
export function relevanceTier(words: readonly string[], { terms }: FullText): RelevanceTier {
  const wanted = terms.flat()
  if (wanted.every((word) => words.includes(word))) return 0
  return wanted.every((start) => words.some((word) => word.startsWith(start))) ? 1 : 2
}
