import { firstRow, lettersOf, nextRow } from '../../query/near-word.ts'
import { searchedWords } from '../../query/relevance.ts'
import type { WordPattern } from '../../query/suggestion.ts'
import { type Dictionary, DictionaryCursor } from '../columns/dictionary.ts'
import { type Inverted, InvertedBuilder, selectPrefix } from '../columns/inverted.ts'
import type { Pace } from '../in-turns.ts'
import { createBitset } from '../sets/bitset.ts'
import { addPostings, type ListRange } from '../sets/postings.ts'
import { intersection, listSelection, type Selection, selectBits } from '../sets/selection.ts'

/** After so many words the clock is asked. */
const wordsPerLook = 256

/**
 * The words of a dictionary that begin with a typed word, with at most so many edits, as ranges of indices. The rows of
 * edit distances are kept for what a word shares with the one before, and as soon as they tell that no word with this
 * beginning fits, or that every one does, all of these are passed at once.
 */
export function* nearWords(
  dictionary: Dictionary,
  { word, edits }: WordPattern,
  pace: Pace,
): Generator<void, ListRange[]> {
  const typed = lettersOf(word)
  const rows = [firstRow(typed)]
  const letters: number[] = []
  /** Behind which byte of the text each letter ends. */
  const ends: number[] = []
  const found: ListRange[] = []
  const cursor = new DictionaryCursor(dictionary)
  cursor.next()
  for (let looked = 1; cursor.isOnText; looked++) {
    if (looked % wordsPerLook === 0 && pace.isDue) yield
    while ((ends.at(-1) ?? 0) > cursor.shared) {
      ends.pop()
      letters.pop()
      rows.pop()
    }
    let state = stateOf(rows.at(-1)!, typed.length, edits)
    for (let at = ends.at(-1) ?? 0; at < cursor.length && state === 'open'; ) {
      const { letter, end } = letterAt(cursor.text, at)
      const row = nextRow(typed, rows, letters, letter)
      rows.push(row)
      letters.push(letter)
      ends.push(end)
      state = stateOf(row, typed.length, edits)
      at = end
    }
    const first = cursor.index
    if (state === 'open') cursor.next()
    else cursor.skipBeginning(ends.at(-1) ?? 0)
    if (state === 'fits') found.push({ first, end: cursor.index })
  }
  return found
}

/** What is certain of every word that begins as far as this row. */
function stateOf(
  { edits, least }: ReturnType<typeof firstRow>,
  length: number,
  most: number,
): 'fits' | 'fails' | 'open' {
  if (edits[length]! <= most) return 'fits'
  return least > most ? 'fails' : 'open'
}

/** The code point of the UTF-8 that begins at a byte, and where it ends. */
function letterAt(text: Buffer, at: number): { readonly letter: number; readonly end: number } {
  const lead = text[at]!
  if (lead < 0x80) return { letter: lead, end: at + 1 }
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  let letter = lead & (0x7f >> length)
  for (let next = at + 1; next < at + length; next++) letter = (letter << 6) | (text[next]! & 0x3f)
  return { letter, end: at + length }
}

/** Texts or places that have words for all patterns, ascending. `words` lead from words to them; there are `size`. */
export function* fittingTexts(
  patterns: readonly WordPattern[],
  words: Inverted,
  { size, pace }: FittedTexts,
): Generator<void, Uint32Array> {
  const fitting: Selection[] = []
  for (const pattern of patterns) {
    fitting.push(yield* textsWith(pattern, words, { size, pace }))
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
