import type { Instant, PlaceView } from '../place/place.ts'
import { facetKeys, writtenValue } from './facets.ts'
import { type Meaning, matches } from './matches.ts'
import { byNameAndId } from './naive-facets.ts'
import { beginsWithin } from './near-word.ts'
import { searchedWords } from './relevance.ts'
import {
  type Candidate,
  chooseCandidates,
  compareCandidates,
  editAttempts,
  type Fit,
  patternsOf,
  type Suggestion,
  type SuggestionType,
  type SuggestRequest,
  suggestionTypes,
  type WordPattern,
} from './suggestion.ts'

/** Suggestions by their meaning alone, text by text: slow, and what every faster way must give. */
export function suggestNaively(
  views: readonly PlaceView[],
  request: SuggestRequest,
  meaning: Meaning,
  now: Instant,
): Suggestion[] {
  const found = byNameAndId(
    views.filter((view) => matches(view, request.query, meaning, now)),
    meaning,
  )
  const having = Object.fromEntries(
    suggestionTypes.map((type) => [type, viewsByKey(found, type, request, now)]),
  ) as Record<SuggestionType, ReturnType<typeof viewsByKey>>
  for (const attempt of editAttempts) {
    const patterns = patternsOf(request.words, attempt)
    if (patterns === undefined) continue
    const candidates = suggestionTypes.flatMap((type) => candidatesOf(type, having[type], request, patterns))
    if (candidates.length > 0) {
      return chooseCandidates(candidates, request.limit).map((one) =>
        suggestionOf(one, having[one.type].get(one.key)!, request),
      )
    }
  }
  return []
}

function viewsByKey(views: readonly PlaceView[], type: SuggestionType, { facets }: SuggestRequest, now: Instant) {
  const having = new Map<string, PlaceView[]>()
  for (const view of views) {
    for (const key of facetKeys(view, facets[type], now)) having.set(key, [...(having.get(key) ?? []), view])
  }
  return having
}

function candidatesOf(
  type: SuggestionType,
  having: ReadonlyMap<string, readonly PlaceView[]>,
  { text, limit }: SuggestRequest,
  patterns: readonly WordPattern[],
): Candidate[] {
  return [...having]
    .flatMap(([key, { length: count }]): Candidate[] => {
      const fit = fitOf(key, text, patterns)
      return fit === undefined ? [] : [{ type, key, fit, count }]
    })
    .sort(compareCandidates)
    .slice(0, limit)
}

/** How well a folded text fits what was typed; undefined when it does not. */
function fitOf(key: string, typed: string, patterns: readonly WordPattern[]): Fit | undefined {
  if (patterns.every(({ edits }) => edits === 0)) {
    if (key === typed) return 0
    if (key.startsWith(typed)) return 1
  }
  return fitsWords(key, patterns) ? 2 : undefined
}

/** Whether a folded text has words for all patterns. */
export function fitsWords(key: string, patterns: readonly WordPattern[]): boolean {
  const words = searchedWords(key)
  return patterns.every(({ word, edits }) => words.some((one) => beginsWithin(word, one, edits)))
}

function suggestionOf(
  { type, key, count }: Candidate,
  views: readonly PlaceView[],
  { facets }: SuggestRequest,
): Suggestion {
  const text = String(writtenValue(views[0]!, facets[type], key).value)
  const ids = new Set(type === 'municipality' ? [] : views.map((view) => (type === 'owner' ? view.owner.id : view.id)))
  const [id] = ids
  return { type, text, count, ...(ids.size === 1 && id !== undefined && { id }) }
}
