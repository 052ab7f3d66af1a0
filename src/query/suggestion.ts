import { beginsWithin, nearestPrefix } from '../common/edit-distance.ts'
import type { Model } from '../place/model.ts'
import { lengthFault } from '../place/text.ts'
import { compareKeys } from './facets.ts'
import { cutWords, fold, withoutDiacritics } from './folded-text.ts'
import { readOrder } from './order.ts'
import { includeForbidden, typeChoice } from './parse.ts'
import type { Facet, PlaceQuery } from './query.ts'
import { invalidParameter } from './raw-query.ts'
import type { ParameterSpec, ParameterValues } from './read-parameters.ts'
import { searchedWords, soughtWords } from './relevance.ts'
import { searchSpec } from './search-parameters.ts'
import { asWritten, soughtAs } from './synonyms.ts'

/** What is suggested, in the order in which equally good suggestions are answered. */
export const suggestionTypes = ['municipality', 'owner', 'place'] as const
export type SuggestionType = (typeof suggestionTypes)[number]

/** The field whose values are the texts of a type. */
const fieldNames: Readonly<Record<SuggestionType, string>> = {
  municipality: 'geolocationinfo_municipality',
  owner: 'owner_name',
  place: 'name',
}

/** What a text that has been begun may become. */
export interface Suggestion {
  readonly type: SuggestionType
  readonly text: string
  /** Places that have it. */
  readonly count: number
  /** Of the owner, or of the place, where it is only one. */
  readonly id?: string
}

/** A word that must begin a word of the text, with at most so many edits. */
export interface WordPattern {
  readonly word: string
  readonly edits: number
}

/** What is asked for suggestions: complete, nothing is parsed after this. */
export interface SuggestRequest {
  /** Folded, a single space between its parts. */
  readonly text: string
  /** The words of the text, at least one. */
  readonly words: readonly string[]
  readonly limit: number
  /** Among which places. */
  readonly query: PlaceQuery
  readonly facets: Readonly<Record<SuggestionType, Facet>>
}

/** The longest text that is completed, and most of its words. */
const suggestLimits = { characters: 100, words: 10, max: 20, default: 10 } as const

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

/** Reads what the parameters ask for; undefined when `q` holds no letter and no digit, so that nothing fits. */
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

/** The request for what some words of a search may mean, among the places that the rest of it finds. */
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

/** Whether words are few and short enough to be completed. */
export function isCompletable(words: readonly string[]): boolean {
  return words.length <= suggestLimits.words && words.join(' ').length <= suggestLimits.characters
}

/** The typed word as the text has it, with the fewest edits: a word of it, or the beginning of one. */
export function wordMeant(typed: string, text: string): string {
  const near = searchedWords(text).map((searched) => {
    const word = asWritten(searched)
    return { word, ...nearestPrefix(typed, word) }
  })
  const { word, prefix } = near.reduce((least, one) => (one.edits < least.edits ? one : least))
  // What is nearer without its diacritics is told with them, where letters stand for letters.
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

/** How often a word may be mistyped: once from four letters on, twice from eight. */
function editsAllowed(word: string): number {
  const letters = [...word].length
  if (letters >= 8) return 2
  return letters >= 4 ? 1 : 0
}

/** The attempts to find anything, each with as many edits a word as it allows and no more than this. */
export const editAttempts = [0, 1, 2] as const

/** The words of an attempt; undefined when it would find no more than the one before. */
export function patternsOf(words: readonly string[], attempt: number): WordPattern[] | undefined {
  if (attempt === 0) return words.map((word) => ({ word, edits: 0 }))
  const patterns = words.map(asWritten).map((word) => ({ word, edits: Math.min(attempt, editsAllowed(word)) }))
  return patterns.some(({ edits }) => edits === attempt) ? patterns : undefined
}

/** How well a text fits: it is what was typed, begins so, or has words that begin so. */
export type Fit = 0 | 1 | 2

/** A text that fits. */
export interface Candidate {
  readonly type: SuggestionType
  /** Folded. */
  readonly key: string
  readonly fit: Fit
  readonly count: number
}

/** The best fit first, then the greatest count, then by type and text. */
export function compareCandidates(one: Candidate, other: Candidate): number {
  const byType = () => suggestionTypes.indexOf(one.type) - suggestionTypes.indexOf(other.type)
  return one.fit - other.fit || other.count - one.count || byType() || compareKeys(one.key, other.key)
}

/**
 * The candidates that are answered, in order: so that no type crowds out the others, a third of them is kept for each
 * as far as it has as many. `candidates` has the best `limit` of each type.
 */
export function chooseCandidates(candidates: readonly Candidate[], limit: number): Candidate[] {
  const sorted = candidates.toSorted(compareCandidates)
  const share = Math.ceil(limit / suggestionTypes.length)
  const first = suggestionTypes.flatMap((type) => sorted.filter((one) => one.type === type).slice(0, share))
  const others = sorted.filter((one) => !first.includes(one))
  return [...first, ...others].slice(0, limit).sort(compareCandidates)
}

/** Whether a text with these words, as `searchedWords` gives them, has words for all patterns. */
export function fitsWords(words: readonly string[], patterns: readonly WordPattern[]): boolean {
  return patterns.every(({ word, edits }) => words.some((one) => beginsWithin(word, one, edits)))
}
