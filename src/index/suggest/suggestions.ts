import { writtenValue } from '../../query/facets.ts'
import {
  type Candidate,
  chooseCandidates,
  editAttempts,
  type Fit,
  patternsOf,
  type Suggestion,
  type SuggestionType,
  type SuggestRequest,
  suggestionTypes,
  type WordPattern,
} from '../../query/suggestion.ts'
import type { FacetSource } from '../facets/facet-source.ts'
import { type FacetContext, firstView } from '../facets/facet-values.ts'
import { mostFrequent } from '../facets/most-frequent.ts'
import type { FoundIn } from '../page-order.ts'
import type { Part } from '../part.ts'
import type { SuggestTexts } from './suggest-texts.ts'

/** The texts of one type in all parts. */
interface TypeTexts {
  readonly type: SuggestionType
  readonly parts: readonly { readonly part: Part; readonly texts: SuggestTexts }[]
}

/** What a text that has been begun may become, among the hits of all parts. */
export function suggestions(found: readonly FoundIn[], request: SuggestRequest, context: FacetContext): Suggestion[] {
  const types = suggestionTypes.map((type): TypeTexts => {
    const parts = found.map(({ part, hits }) => ({ part, texts: hits.texts(type, request.facets[type]) }))
    return { type, parts: parts.flatMap(({ part, texts }) => (texts ? [{ part, texts }] : [])) }
  })
  for (const attempt of editAttempts) {
    const patterns = patternsOf(request.words, attempt)
    const candidates = patterns ? types.flatMap((type) => candidatesOf(type, request, patterns)) : []
    if (candidates.length > 0) {
      return chooseCandidates(candidates, request.limit).flatMap((candidate) => {
        const { parts } = types.find(({ type }) => type === candidate.type)!
        return suggestionOf(candidate, { parts, request, context })
      })
    }
  }
  return []
}

/** The best of one type; a worse fit is only looked for as long as better ones do not suffice. */
function candidatesOf(
  { type, parts }: TypeTexts,
  { text, limit }: SuggestRequest,
  patterns: readonly WordPattern[],
): Candidate[] {
  const best = new Map<string, Candidate>()
  const add = (fit: Fit, select: (texts: SuggestTexts) => FacetSource) => {
    if (best.size >= limit) return
    const sources = parts.map(({ texts }) => select(texts))
    for (const { key, count } of mostFrequent(sources, limit + best.size)) {
      if (best.size < limit && !best.has(key)) best.set(key, { type, key, fit, count })
    }
  }
  if (patterns.every(({ edits }) => edits === 0)) {
    add(0, (texts) => texts.equal(text))
    add(1, (texts) => texts.starting(text))
  }
  add(2, (texts) => texts.fitting(patterns))
  return [...best.values()]
}

interface Written {
  readonly parts: TypeTexts['parts']
  readonly request: SuggestRequest
  readonly context: FacetContext
}

/** None where the place that has the text has just been purged. */
function suggestionOf({ type, key, count }: Candidate, { parts, request, context }: Written): Suggestion[] {
  const sources = parts.map(({ part, texts }) => ({ part, source: texts.equal(key) }))
  const view = firstView(sources, key, context)
  if (view === undefined) return []
  const text = String(writtenValue(view, request.facets[type], key).value)
  const owners = type === 'owner' ? [...new Set(parts.flatMap(({ texts }) => texts.ownersOf(key)))] : []
  const ids = type === 'place' && count === 1 ? [view.id] : owners
  return [{ type, text, count, ...(ids.length === 1 && { id: ids[0]! }) }]
}
