import type { SuggestionType, WordPattern } from '../../query/suggestion.ts'
import { type Dictionary, DictionaryCursor, rangeOfPrefix } from '../columns/dictionary.ts'
import type { DirectoryColumn, ReferencesByName } from '../columns/directory-column.ts'
import type { Inverted } from '../columns/inverted.ts'
import type { KeywordData } from '../columns/keyword-column.ts'
import { keysAmong, namesAmong, rangeOfStart, someOf } from '../facets/counted-texts.ts'
import type { FacetSource } from '../facets/facet-source.ts'
import type { Pace } from '../in-turns.ts'
import type { SegmentColumns } from '../segment/segment-columns.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import { type Bitset, createBitset, hasBit, setBit } from '../sets/bitset.ts'
import { firstPostingIn } from '../sets/postings.ts'
import { ascending, intersection, listSelection, type Selection, selectBits } from '../sets/selection.ts'
import { fittingTexts, onlyOne, wordsOf } from './fitting-words.ts'

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
export class OwnerTexts {
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
