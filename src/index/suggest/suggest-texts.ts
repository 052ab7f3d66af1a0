import { firstRow, lettersOf, nextRow } from '../../query/near-word.ts'
import { searchedWords } from '../../query/relevance.ts'
import type { SuggestionType, WordPattern } from '../../query/suggestion.ts'
import { type Dictionary, DictionaryCursor, rangeOfPrefix } from '../columns/dictionary.ts'
import type { DirectoryColumn, ReferencesByName } from '../columns/directory-column.ts'
import { type Inverted, InvertedBuilder, selectPrefix } from '../columns/inverted.ts'
import type { KeywordData } from '../columns/keyword-column.ts'
import { type FacetSource, keysAmong, namesAmong, rangeOfStart, someOf } from '../facets/facet-source.ts'
import type { Pace } from '../in-turns.ts'
import type { SegmentColumns } from '../segment/segment-columns.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import { type Bitset, createBitset, hasBit, setBit } from '../sets/bitset.ts'
import { addPostings, firstPostingIn, type ListRange } from '../sets/postings.ts'
import { ascending, intersection, listSelection, type Selection, selectBits } from '../sets/selection.ts'

/** The texts of one type that the hits of a part of the index have, and which of them fit what was typed. */
export interface SuggestTexts {
  /** The text itself, folded. */
  equal(text: string): FacetSource
  /** Texts that begin so. */
  starting(text: string): FacetSource
  /** Texts that have words for all patterns. */
  fitting(patterns: readonly WordPattern[], pace: Pace): FacetSource | Generator<void, FacetSource>
  /** The ids of the owners that some hit has by this name. */
  ownersOf(name: string): readonly string[]
}

/** What can be suggested of a segment. */
export class SegmentTexts {
  readonly #data: SegmentData
  readonly #owners: OwnerTexts | undefined
  /** The words of municipalities, which are few, with and without diacritics; made when they are first wanted. */
  #municipalityWords: Inverted | undefined

  constructor(data: SegmentData, { directory }: SegmentColumns) {
    this.#data = data
    this.#owners = directory.owners && new OwnerTexts(directory.owners, data.count)
  }

  /** The texts of a type among the hits; undefined when no place has one. */
  *among(type: SuggestionType, hits: Bitset): Generator<void, SuggestTexts | undefined> {
    if (type === 'owner') return this.#owners && (yield* this.#owners.among(hits))
    const { names, count } = this.#data
    const column = this.#keywords(type === 'place' ? 'name' : 'geolocationinfo_municipality')
    if (column === undefined) return undefined
    if (type === 'municipality') {
      const words = this.#wordsOfMunicipalities(column)
      return keywordTexts(column, hits, (patterns, pace) =>
        fittingTexts(patterns, words, { size: column.values.keys.count, pace }),
      )
    }
    return keywordTexts(column, hits, function* (patterns, pace) {
      const places = yield* fittingTexts(patterns, names.words, { size: count, pace })
      if (pace.isDue) yield
      return ascending(
        places.filter((place) => hasBit(hits, place)).map((place) => names.valueOf[place]!),
        column.values.keys.count,
      )
    })
  }

  #keywords(name: string): KeywordData | undefined {
    return this.#data.columns[name] as KeywordData | undefined
  }

  #wordsOfMunicipalities({ values }: KeywordData): Inverted {
    this.#municipalityWords ??= wordsOf(textsIn(values.keys))
    return this.#municipalityWords
  }
}

/** The values of a keyword column; `fitting` gives those that have words for all patterns, as far as there are hits with them. */
function keywordTexts(
  { values }: KeywordData,
  hits: Bitset,
  fitting: (patterns: readonly WordPattern[], pace: Pace) => Generator<void, Uint32Array>,
): SuggestTexts {
  const texts = keysAmong(values, hits)
  return {
    equal: (text) => someOf(texts, onlyOne(texts.numberOf(text))),
    starting: (text) => someOf(texts, rangeOfPrefix(values.keys, text)),
    *fitting(patterns, pace) {
      return someOf(texts, yield* fitting(patterns, pace))
    },
    ownersOf: () => [],
  }
}

function* textsIn(dictionary: Dictionary): Iterable<string> {
  const cursor = new DictionaryCursor(dictionary)
  for (cursor.next(); cursor.isOnText; cursor.next()) yield cursor.toString()
}

/** The names that the directory has now for the owners of a segment. */
class OwnerTexts {
  readonly #column: DirectoryColumn
  readonly #size: number

  /** @param size How many places the segment has. */
  constructor(column: DirectoryColumn, size: number) {
    this.#column = column
    this.#size = size
  }

  /** The names among the hits. */
  *among(hits: Bitset): Generator<void, SuggestTexts> {
    const byName = yield* this.#column.readByName()
    const texts = namesAmong(byName, hits, this.#size)
    return {
      equal: (text) => someOf(texts, onlyOne(texts.numberOf(text))),
      starting: (text) => someOf(texts, rangeOfStart(byName.names, text)),
      fitting: (patterns, pace) => this.#fitting(patterns, { byName, texts, pace }),
      ownersOf: (name) => {
        const text = texts.numberOf(name)
        const references = text < 0 ? [] : byName.references[text]!
        const { postings } = byName.lists
        return references
          .filter((reference) => firstPostingIn(postings, reference, hits) >= 0)
          .map((reference) => this.#column.referenceAt(reference).id)
      },
    }
  }

  *#fitting(
    patterns: readonly WordPattern[],
    { byName: { names, nameOf }, texts, pace }: Fitted,
  ): Generator<void, FacetSource> {
    yield* this.#column.readWords()
    const fitting: Selection[] = []
    for (const pattern of patterns) {
      const bits = createBitset(names.length)
      for (const reference of yield* this.#column.referencesLike(pattern, pace)) setBit(bits, nameOf[reference]!)
      fitting.push(selectBits(bits))
      if (pace.isDue) yield
    }
    return someOf(texts, listSelection(intersection(fitting, names.length)))
  }
}

interface Fitted {
  readonly byName: ReferencesByName
  readonly texts: FacetSource
  readonly pace: Pace
}

/** After so many words the clock is asked. */
const wordsPerLook = 256

/**
 * The words of a dictionary that begin with a typed word, with at most so many edits, as ranges of indices. The rows of
 * edit distances are kept for what a word shares with the one before, and as soon as they tell that no word with this
 * beginning fits, or that every one does, all of these are passed at once.
 */
function* nearWords(dictionary: Dictionary, { word, edits }: WordPattern, pace: Pace): Generator<void, ListRange[]> {
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
function* fittingTexts(
  patterns: readonly WordPattern[],
  words: Inverted,
  { size, pace }: FittedTexts,
): Generator<void, Uint32Array> {
  const fitting: Selection[] = []
  for (const pattern of patterns) {
    fitting.push(yield* textsWith(pattern, words, { size, pace }))
    if (pace.isDue) yield
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
function onlyOne(text: number): ListRange {
  return text < 0 ? { first: 0, end: 0 } : { first: text, end: text + 1 }
}
