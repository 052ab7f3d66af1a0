import type { SuggestionType } from '../../query/suggestion.ts'
import { type Dictionary, DictionaryCursor, rangeOfPrefix } from '../columns/dictionary.ts'
import type { Inverted } from '../columns/inverted.ts'
import type { KeywordData } from '../columns/keyword-column.ts'
import { keysAmong, someOf } from '../facets/counted-texts.ts'
import type { SegmentColumns } from '../segment/segment-columns.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import type { Bitset } from '../sets/bitset.ts'
import { fittingTexts, onlyOne, wordsOf } from './fitting-texts.ts'
import { OwnerTexts } from './owner-texts.ts'
import type { SuggestTexts } from './suggest-texts.ts'

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
    const column = this.#keywords(type === 'place' ? 'name' : 'geolocationinfo_municipality')
    if (column === undefined) return undefined
    const words = type === 'place' ? [column.words, this.#data.names.bareWords] : [this.#wordsOfMunicipalities(column)]
    return keywordTexts(column, words, hits)
  }

  #keywords(name: string): KeywordData | undefined {
    return this.#data.columns[name] as KeywordData | undefined
  }

  #wordsOfMunicipalities({ values }: KeywordData): Inverted {
    this.#municipalityWords ??= wordsOf(textsIn(values.keys))
    return this.#municipalityWords
  }
}

/** The values of a keyword column; `words` lead from words to them. */
function keywordTexts({ values }: KeywordData, words: readonly Inverted[], hits: Bitset): SuggestTexts {
  const texts = keysAmong(values, hits)
  return {
    equal: (text) => someOf(texts, onlyOne(texts.numberOf(text))),
    starting: (text) => someOf(texts, rangeOfPrefix(values.keys, text)),
    *fitting(patterns, pace) {
      return someOf(texts, yield* fittingTexts(patterns, words, { size: texts.size, pace }))
    },
    ownersOf: () => [],
  }
}

function* textsIn(dictionary: Dictionary): Iterable<string> {
  const cursor = new DictionaryCursor(dictionary)
  for (cursor.next(); cursor.isOnText; cursor.next()) yield cursor.toString()
}
