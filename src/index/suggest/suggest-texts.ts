import { EditTable } from '../../common/edit-distance.ts'
import { fitsWords, type SuggestionType, type WordPattern } from '../../query/results/suggestion.ts'
import { searchedWords } from '../../query/text/relevance.ts'
import { type Dictionary, DictionaryCursor } from '../columns/dictionary.ts'
import type { DirectoryColumn, ReferencesByName } from '../columns/directory-column.ts'
import { type Inverted, selectKey, selectPrefix } from '../columns/inverted.ts'
import type { KeywordData } from '../columns/keyword-column.ts'
import { type FacetSource, keysAmong, namesAmong } from '../facets/facet-source.ts'
import type { Pace } from '../in-turns.ts'
import type { SegmentColumns } from '../segment/segment-columns.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import { type Bitset, createBitset, hasBit } from '../sets/bitset.ts'
import { addPostings, firstPostingIn, type ListRange } from '../sets/postings.ts'
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

/** The texts of a segment that can be suggested. */
export class SegmentTexts {
  readonly #data: SegmentData
  readonly #owners: OwnerTexts | undefined
  /** The words of each municipality, computed on first use; there are few. */
  #municipalities: readonly (readonly string[])[] | undefined

  constructor(data: SegmentData, { directory }: SegmentColumns) {
    this.#data = data
    this.#owners = directory.owners && new OwnerTexts(directory.owners, data.count)
  }

  /** The texts of a type among the hits; undefined if no place has one. */
  *among(type: SuggestionType, hits: Bitset): Generator<void, SuggestTexts | undefined> {
    if (type === 'owner') return this.#owners && (yield* this.#owners.among(hits))
    const { names, count } = this.#data
    const column = this.#keywords(type === 'place' ? 'name' : 'geolocationinfo_municipality')
    if (column === undefined) return undefined
    if (type === 'municipality') {
      this.#municipalities ??= Array.from(textsIn(column.values.keys), searchedWords)
      const words = this.#municipalities
      return keywordTexts(column, hits, (patterns, pace) => fittingTexts(words, patterns, pace))
    }
    return keywordTexts(column, hits, function* (patterns, pace) {
      const places = yield* fittingOrdinals(patterns, names.words, { size: count, pace })
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
}

/** The values of a keyword column; `fitting` returns those that have words for all patterns, if some hit has them. */
function keywordTexts(
  { values }: KeywordData,
  hits: Bitset,
  fitting: (patterns: readonly WordPattern[], pace: Pace) => Generator<void, Uint32Array>,
): SuggestTexts {
  return {
    texts: keysAmong(values, hits),
    fitting,
    ownersOf: () => [],
  }
}

function* textsIn(dictionary: Dictionary): Iterable<string> {
  const cursor = new DictionaryCursor(dictionary)
  for (cursor.next(); cursor.isOnText; cursor.next()) yield cursor.toString()
}

/** The current names of a segment's owners in the directory. */
class OwnerTexts {
  readonly #column: DirectoryColumn
  readonly #size: number

  /** @param size Number of places in the segment. */
  constructor(column: DirectoryColumn, size: number) {
    this.#column = column
    this.#size = size
  }

  /** The names among the hits. */
  *among(hits: Bitset): Generator<void, SuggestTexts> {
    const byName = yield* this.#column.readByName()
    const texts = namesAmong(byName, hits, this.#size)
    return {
      texts,
      fitting: (patterns, pace) => this.#fitting(patterns, byName, pace),
      ownersOf: (name) => {
        const { names, rankOf, postings } = byName
        return [...listSelection(selectKey(names, name, rankOf.length))]
          .filter((reference) => firstPostingIn(postings, reference, hits) >= 0)
          .map((reference) => this.#column.referenceAt(reference).id)
      },
    }
  }

  *#fitting(
    patterns: readonly WordPattern[],
    { names, rankOf }: ReferencesByName,
    pace: Pace,
  ): Generator<void, Uint32Array> {
    const { words, count } = yield* this.#column.readWords()
    const references = yield* fittingOrdinals(patterns, words, { size: count, pace })
    // The words may belong to names that have changed since.
    const ranks = references.map((reference) => rankOf[reference]!).filter((rank) => rank > 0)
    return ascending(
      ranks.map((rank) => rank - 1),
      names.keys.count,
    )
  }
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

/** Places or references, below `size`, that have words for all patterns, ascending. `words` maps words to them. */
function* fittingOrdinals(
  patterns: readonly WordPattern[],
  words: Inverted,
  { size, pace }: FitOptions,
): Generator<void, Uint32Array> {
  const fitting: Selection[] = []
  for (const pattern of patterns) {
    fitting.push(yield* placesWith(pattern, words, { size, pace }))
    if (pace.isDue) yield
  }
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
