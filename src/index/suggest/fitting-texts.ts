import { searchedWords } from '../../query/relevance.ts'
import type { WordPattern } from '../../query/suggestion.ts'
import { type Inverted, InvertedBuilder, selectPrefix } from '../columns/inverted.ts'
import type { Pace } from '../in-turns.ts'
import { createBitset } from '../sets/bitset.ts'
import { addPostings, type ListRange } from '../sets/postings.ts'
import { intersection, listSelection, type Selection, selectBits, Union } from '../sets/selection.ts'
import { nearWords } from './near-words.ts'

/** Texts that have words for all patterns, ascending. `words` lead from words to texts, of which there are `size`. */
export function* fittingTexts(
  patterns: readonly WordPattern[],
  words: readonly Inverted[],
  { size, pace }: FittedTexts,
): Generator<void, Uint32Array> {
  const fitting: Selection[] = []
  for (const pattern of patterns) {
    const having = new Union(size)
    for (const inverted of words) having.add(yield* textsWith(pattern, inverted, { size, pace }))
    fitting.push(having.finish())
  }
  return listSelection(intersection(fitting, size))
}

/** How many texts there are, and where the steps end of looking for some. */
interface FittedTexts {
  readonly size: number
  readonly pace: Pace
}

/** Texts that have a word for the pattern. */
function* textsWith(pattern: WordPattern, inverted: Inverted, { size, pace }: FittedTexts): Generator<void, Selection> {
  if (pattern.edits === 0) return selectPrefix(inverted, pattern.word, size)
  const bits = createBitset(size)
  for (const range of yield* nearWords(inverted.keys, pattern, pace)) addPostings(inverted.postings, range, bits)
  return selectBits(bits)
}

/** From the words of texts, as they are and without diacritics, to the texts by their numbers. */
export function wordsOf(texts: Iterable<string>): Inverted {
  const builder = new InvertedBuilder()
  let number = 0
  for (const text of texts) {
    for (const word of searchedWords(text)) builder.add(number, word)
    number++
  }
  return builder.finish(Uint32Array.from({ length: number }, (_, text) => text)).inverted
}

/** A text by its number as a range of one; of none for -1. */
export function onlyOne(text: number): ListRange {
  return text < 0 ? { first: 0, end: 0 } : { first: text, end: text + 1 }
}
