import { EditTable } from '../../common/edit-distance.ts'
import { fitsWords, type SuggestionType, type WordPattern } from '../../query/results/suggestion.ts'
import { searchedWords } from '../../query/text/relevance.ts'
import { type Dictionary, DictionaryCursor, indexOfText } from '../columns/dictionary.ts'
import { type Inverted, selectPrefix } from '../columns/inverted.ts'
import type { KeywordData } from '../columns/keyword-column.ts'
import { type FacetSource, keysAmong } from '../facets/facet-source.ts'
import type { Pace } from '../in-turns.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import type { SegmentDocuments } from '../segment/segment-documents.ts'
import { type Bitset, createBitset, hasBit } from '../sets/bitset.ts'
import { addPostings, countPosting, firstPostingIn, type ListRange, ordinalsOf } from '../sets/postings.ts'
import { ascending, intersection, listSelection, type Selection, selectBits } from '../sets/selection.ts'

/** The texts of one type among the hits of a leaf, and the selection of those that fit the typed words. */
export interface SuggestTexts {
  /** All texts. */
  readonly texts: FacetSource
  /** The numbers of the texts that have words for all patterns, ascending. */
  fitting(patterns: readonly WordPattern[], pace: Pace): Generator<void, Uint32Array>
  /** The ids of the owners with this name that some hit has. */
  ownersOf(name: string): readonly string[]
}

/** The fields whose values are suggested for each type. */
const suggestedFields = { place: 'name', municipality: 'geolocationinfo_municipality', owner: 'owner_name' } as const

/** The texts of a segment that can be suggested. */
export class SegmentTexts {
  readonly #data: SegmentData
  readonly #documents: SegmentDocuments
  /** The words of each municipality, computed on first use; there are few. */
  #municipalities: readonly (readonly string[])[] | undefined

  constructor(data: SegmentData, documents: SegmentDocuments) {
    this.#data = data
    this.#documents = documents
  }

  /** The texts of a type among the hits; undefined if no place has one. */
  among(type: SuggestionType, hits: Bitset): SuggestTexts | undefined {
    const column = this.#data.columns[suggestedFields[type]] as KeywordData | undefined
    return column && { texts: keysAmong(column.values, hits), ...this.#parts(type, column, hits) }
  }

  #parts(type: SuggestionType, column: KeywordData, hits: Bitset): Omit<SuggestTexts, 'texts'> {
    const { keys } = column.values
    const { names, ownerNameWords, count } = this.#data
    switch (type) {
      case 'place':
        return {
          *fitting(patterns, pace) {
            const places = yield* fittingOrdinals(patterns, names.words, { size: count, pace })
            if (pace.isDue) yield
            const found = places.filter((place) => hasBit(hits, place))
            return ascending(
              found.map((place) => names.valueOf[place]!),
              keys.count,
            )
          },
          ownersOf: () => [],
        }
      case 'municipality': {
        this.#municipalities ??= Array.from(textsIn(keys), searchedWords)
        const words = this.#municipalities
        return { fitting: (patterns, pace) => fittingTexts(words, patterns, pace), ownersOf: () => [] }
      }
      case 'owner':
        return {
          fitting: (patterns, pace) => fittingOrdinals(patterns, ownerNameWords, { size: keys.count, pace }),
          ownersOf: (name) => this.#ownersOf(column, name, hits),
        }
    }
  }

  /** The ids of the owners with a name among the hits, but no more than two of them. */
  #ownersOf({ values }: KeywordData, name: string, hits: Bitset): readonly string[] {
    const value = indexOfText(values.keys, name)
    const first = value < 0 ? -1 : firstPostingIn(values.postings, value, hits)
    if (first < 0) return []
    const { postings } = this.#data.references
    const reference = this.#documents.ownerOf(first)
    const { id } = this.#documents.referenceAt(reference)
    if (countPosting(postings, reference, hits) === countPosting(values.postings, value, hits)) return [id]
    const other = ordinalsOf(values.postings, value).find((ordinal) => {
      const owner = this.#documents.ownerOf(ordinal)
      return hasBit(hits, ordinal) && owner !== reference && this.#documents.referenceAt(owner).id !== id
    })
    return other === undefined ? [id] : [id, this.#documents.referenceAt(this.#documents.ownerOf(other)).id]
  }
}

function* textsIn(dictionary: Dictionary): Iterable<string> {
  const cursor = new DictionaryCursor(dictionary)
  for (cursor.next(); cursor.isOnText; cursor.next()) yield cursor.toString()
}

/** Number of words between two looks at the clock. */
const wordsPerLook = 256

/**
 * The words of a dictionary that begin with a typed word within the allowed edits, as ranges of indices. The table of
 * edits keeps the prefix shared with the previous word. Once a prefix decides that no word with it fits, or that all
 * fit, these words are passed at once.
 */
function* nearWords(dictionary: Dictionary, { word, edits }: WordPattern, pace: Pace): Generator<void, ListRange[]> {
  const table = new EditTable(word)
  /** The end of each letter in the text, in bytes. */
  const ends: number[] = []
  const found: ListRange[] = []
  const cursor = new DictionaryCursor(dictionary)
  cursor.next()
  for (let looked = 1; cursor.isOnText; looked++) {
    if (looked % wordsPerLook === 0 && pace.isDue) yield
    while ((ends.at(-1) ?? 0) > cursor.shared) {
      ends.pop()
      table.pop()
    }
    let state = stateOf(table, edits)
    for (let at = ends.at(-1) ?? 0; at < cursor.length && state === 'open'; ) {
      const { letter, end } = letterAt(cursor.text, at)
      table.push(letter)
      ends.push(end)
      state = stateOf(table, edits)
      at = end
    }
    const first = cursor.index
    if (state === 'open') cursor.next()
    else cursor.skipPrefix(ends.at(-1) ?? 0)
    if (state === 'fits') found.push({ first, end: cursor.index })
  }
  return found
}

/** The result for every word that begins with the letters of the table: all fit, all fail, or it is open. */
function stateOf(table: EditTable, editsMax: number): 'fits' | 'fails' | 'open' {
  if (table.edits <= editsMax) return 'fits'
  return table.least > editsMax ? 'fails' : 'open'
}

/** The code point of the UTF-8 sequence at a byte, and the end of that sequence. */
function letterAt(text: Buffer, at: number): { readonly letter: number; readonly end: number } {
  const lead = text[at]!
  if (lead < 0x80) return { letter: lead, end: at + 1 }
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  let letter = lead & (0x7f >> length)
  for (let next = at + 1; next < at + length; next++) letter = (letter << 6) | (text[next]! & 0x3f)
  return { letter, end: at + length }
}

/** The numbers of the texts that have words for all patterns, ascending; `texts` holds the words of each text. */
export function* fittingTexts(
  texts: readonly (readonly string[])[],
  patterns: readonly WordPattern[],
  pace: Pace,
): Generator<void, Uint32Array> {
  const found: number[] = []
  for (const [number, words] of texts.entries()) {
    if (fitsWords(words, patterns)) found.push(number)
    if (number % wordsPerLook === 0 && pace.isDue) yield
  }
  return Uint32Array.from(found)
}

/** Places or values, below `size`, that have words for all patterns, ascending. `words` maps words to them. */
function* fittingOrdinals(
  patterns: readonly WordPattern[],
  words: Inverted,
  { size, pace }: FitOptions,
): Generator<void, Uint32Array> {
  const fitting: Selection[] = []
  for (const pattern of patterns) fitting.push(yield* placesWith(pattern, words, { size, pace }))
  return listSelection(intersection(fitting, size))
}

/** The number of places, and the pace of the search. */
interface FitOptions {
  readonly size: number
  readonly pace: Pace
}

/** Places that have a word for the pattern. */
function* placesWith(pattern: WordPattern, inverted: Inverted, { size, pace }: FitOptions): Generator<void, Selection> {
  if (pattern.edits === 0) return selectPrefix(inverted, pattern.word, size)
  const bits = createBitset(size)
  for (const range of yield* nearWords(inverted.keys, pattern, pace)) addPostings(inverted.postings, range, bits)
  return selectBits(bits)
}
