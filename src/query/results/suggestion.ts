import { beginsWithin, nearestPrefix } from '../../common/edit-distance.ts'
import type { Model } from '../../place/model.ts'
import { lengthFault } from '../../place/text.ts'
import { includeForbidden, typeChoice } from '../parse/parse.ts'
import { invalidParameter } from '../parse/raw-query.ts'
import type { ParameterSpec, ParameterValues } from '../parse/read-parameters.ts'
import { searchSpec } from '../parse/search-parameters.ts'
import type { Facet, PlaceQuery } from '../query.ts'
import { cutWords, fold, withoutDiacritics } from '../text/folded-text.ts'
import { searchedWords, soughtWords } from '../text/relevance.ts'
import { asWritten, soughtAs } from '../text/synonyms.ts'
import { compareKeys } from './facets.ts'
import { readOrder } from './order.ts'

/** The types of suggestions, in the order of equally good ones. */
export const suggestionTypes = ['municipality', 'owner', 'place'] as const
export type SuggestionType = (typeof suggestionTypes)[number]

/** The field whose values are the texts of a type. */
const fieldNames: Readonly<Record<SuggestionType, string>> = {
  municipality: 'geolocationinfo_municipality',
  owner: 'owner_name',
  place: 'name',
}

/** A completion of a partly typed text. */
export interface Suggestion {
  readonly type: SuggestionType
  readonly text: string
  /** The number of places that have it. */
  readonly count: number
  /** The id of the owner, or of the place if there is only one. */
  readonly id?: string
}

/** A word that must begin a word of the text, with at most so many edits. */
export interface WordPattern {
  readonly word: string
  readonly edits: number
}

/** A complete request for suggestions: nothing is parsed after this. */
export interface SuggestRequest {
  /** Folded, with single spaces between its parts. */
  readonly text: string
  /** The words of the text, at least one. */
  readonly words: readonly string[]
  readonly limit: number
  /** The places to search. */
  readonly query: PlaceQuery
  readonly facets: Readonly<Record<SuggestionType, Facet>>
}

/** Limits on the text to complete and its words, and on the suggestions. */
export const suggestLimits = { characters: 100, words: 20, max: 20, default: 10 } as const

export const suggestSpec = {
  q: {
    form: 'text',
    required: true,
    description: `What has been typed, up to ${suggestLimits.characters} characters and ${suggestLimits.words} words.`,
    example: 'upps',
  },
  limit: {
    form: 'integer',
    min: 1,
    max: suggestLimits.max,
    default: suggestLimits.default,
    description: 'Suggestions at most.',
    example: '5',
  },
  is: searchSpec.is,
  include: searchSpec.include,
} as const satisfies ParameterSpec

/**
 * Reads the request from the parameters; returns undefined if `q` contains neither letter nor digit, so that nothing
 * can match.
 */
export function readSuggest(
  given: ParameterValues<typeof suggestSpec>,
  model: Model,
  narrowed = false,
): SuggestRequest | undefined {
  if (narrowed && given.include.length > 0) throw includeForbidden()
  const { characters, words: wordsMax } = suggestLimits
  const tooLong = lengthFault(given.q, characters)
  if (tooLong) throw invalidParameter(`q ${tooLong.detail}`)
  const text = fold(given.q).trim().replaceAll(/\s+/g, ' ')
  const words = soughtWords(text, model.locale)
  if (words.length > wordsMax) throw invalidParameter(`q must have at most ${wordsMax} words, got ${words.length}`)
  if (words.length === 0) return undefined
  return {
    text,
    words,
    limit: given.limit,
    query: {
      filters: [],
      types: typeChoice(given.is),
      includeDeleted: given.include.includes('deleted'),
      includeNonPublished: given.include.includes('non-published'),
      order: readOrder([], { model, hasNearby: false, hasText: false, hasWords: false }),
      offset: 0,
      limit: 0,
      narrowed,
    },
    facets: suggestFacets(model),
  }
}

/**
 * Creates the request for the probable meaning of some words of a search, among the places that the rest of it finds.
 */
export function meantRequest(words: readonly string[], search: PlaceQuery, model: Model): SuggestRequest {
  const { fullText: _, after: __, ...query } = search
  return {
    text: words.join(' '),
    words: words.map((word) => soughtAs(word, model.locale)),
    limit: suggestLimits.default,
    query: { ...query, facets: [], offset: 0, limit: 0 },
    facets: suggestFacets(model),
  }
}

/** Returns true if words are few and short enough to be completed. */
export function isCompletable(words: readonly string[]): boolean {
  return words.length <= suggestLimits.words && words.join(' ').length <= suggestLimits.characters
}

/** Returns the word of the text, or the beginning of one, that differs from the typed word by the fewest edits. */
export function wordMeant(typed: string, text: string): string {
  const near = searchedWords(text).map((searched) => {
    const word = asWritten(searched)
    return { word, ...nearestPrefix(typed, word) }
  })
  const { word, prefix } = near.reduce((least, one) => (one.edits < least.edits ? one : least))
  // Diacritics are put back if the letters correspond one to one.
  const own = cutWords(fold(text)).find((own) => own.length === word.length && withoutDiacritics(own) === word)
  return own?.slice(0, prefix.length) ?? prefix
}

function suggestFacets(model: Model): SuggestRequest['facets'] {
  return Object.fromEntries(suggestionTypes.map((type) => [type, facetOf(type, model)])) as SuggestRequest['facets']
}

function facetOf(type: SuggestionType, model: Model): Facet {
  const field = model.fields.get(fieldNames[type])
  if (field === undefined) throw new Error(`a model must have the field ${fieldNames[type]}`)
  return { by: 'field', field }
}

/** Returns the number of edits allowed in a word: one from four letters on, two from eight. */
function editsAllowed(word: string): number {
  const letters = [...word].length
  if (letters >= 8) return 2
  return letters >= 4 ? 1 : 0
}

/** The attempts to find a match. Each allows as many edits in a word as the word permits, up to this number. */
export const editAttempts = [0, 1, 2] as const

/** Returns the word patterns of an attempt; undefined if it would find no more than the previous one. */
export function patternsOf(words: readonly string[], attempt: number): WordPattern[] | undefined {
  if (attempt === 0) return words.map((word) => ({ word, edits: 0 }))
  const patterns = words.map(asWritten).map((word) => ({ word, edits: Math.min(attempt, editsAllowed(word)) }))
  return patterns.some(({ edits }) => edits === attempt) ? patterns : undefined
}

/** The quality of a match: the text equals what was typed, begins with it, or has words that begin with it. */
export type Fit = 0 | 1 | 2

/** A matching text. */
export interface Candidate {
  readonly type: SuggestionType
  /** The folded text. */
  readonly key: string
  readonly fit: Fit
  readonly count: number
}

/** Sorts by the best fit, then the greatest count, then type and text. */
export function compareCandidates(one: Candidate, other: Candidate): number {
  const byType = () => suggestionTypes.indexOf(one.type) - suggestionTypes.indexOf(other.type)
  return one.fit - other.fit || other.count - one.count || byType() || compareKeys(one.key, other.key)
}

/**
 * Returns the suggestions in order. Each type keeps up to a third of them, so that no type crowds out the others.
 * `candidates` has the best `limit` of each type.
 */
export function chooseCandidates(candidates: readonly Candidate[], limit: number): Candidate[] {
  const sorted = candidates.toSorted(compareCandidates)
  const share = Math.ceil(limit / suggestionTypes.length)
  const first = suggestionTypes.flatMap((type) => sorted.filter((one) => one.type === type).slice(0, share))
  const others = sorted.filter((one) => !first.includes(one))
  return [...first, ...others].slice(0, limit).sort(compareCandidates)
}

/** Returns true if a text with these words, from `searchedWords`, has a matching word for every pattern. */
export function fitsWords(words: readonly string[], patterns: readonly WordPattern[]): boolean {
  return patterns.every(({ word, edits }) => words.some((one) => beginsWithin(word, one, edits)))
}

/** Returns true if a typed text consists of words that begin words of a name. */
export function fitsName(name: string, typed: string, locale: string): boolean {
  const words = soughtWords(fold(typed), locale)
  return fitsWords(
    searchedWords(name),
    words.map((word) => ({ word, edits: 0 })),
  )
}
