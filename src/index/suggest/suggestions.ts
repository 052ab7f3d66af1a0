import { writtenValue } from '../../query/results/facets.ts'
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
} from '../../query/results/suggestion.ts'
import { rangeOfPrefix, rangeOfText } from '../columns/dictionary.ts'
import type { FacetSource } from '../facets/facet-source.ts'
import { type FacetContext, firstView, mostFrequent } from '../facets/facet-values.ts'
import type { Leaf } from '../hits.ts'
import type { Pace } from '../in-turns.ts'
import { ascendingNumbers } from '../memory/sorting.ts'
import type { FoundIn } from '../order/page-order.ts'
import type { ListRange } from '../sets/postings.ts'
import type { SuggestTexts } from './suggest-texts.ts'

/** The texts of one type in all leaves. */
interface TypeTexts {
  readonly type: SuggestionType
  readonly leaves: readonly { readonly leaf: Leaf; readonly texts: SuggestTexts }[]
}

/** Completions of a typed text from the hits of all leaves. */
export function* suggestions(
  found: readonly FoundIn[],
  request: SuggestRequest,
  context: SuggestContext,
): Generator<void, Suggestion[]> {
  const types: TypeTexts[] = []
  for (const type of suggestionTypes) {
    const leaves: { readonly leaf: Leaf; readonly texts: SuggestTexts }[] = []
    for (const { leaf, hits } of found) {
      const texts = yield* hits.texts(type, request.facets[type])
      if (texts) leaves.push({ leaf, texts })
    }
    types.push({ type, leaves })
  }
  for (const attempt of editAttempts) {
    const patterns = patternsOf(request.words, attempt)
    const candidates: Candidate[] = []
    if (patterns) {
      for (const type of types)
        candidates.push(...(yield* candidatesOf(type, { request, patterns, pace: context.pace })))
    }
    if (candidates.length > 0) {
      return chooseCandidates(candidates, request.limit).flatMap((candidate) => {
        const { leaves } = types.find(({ type }) => type === candidate.type)!
        return suggestionOf(candidate, { leaves, request, context })
      })
    }
  }
  return []
}

/** Dependencies of suggestions, and the pace of the search. */
interface SuggestContext extends FacetContext {
  readonly pace: Pace
}

interface Attempt {
  readonly request: SuggestRequest
  readonly patterns: readonly WordPattern[]
  readonly pace: Pace
}

/** The best candidates of one type. A worse fit is tried only if better ones do not suffice. */
function* candidatesOf(
  { type, leaves }: TypeTexts,
  { request: { text, limit }, patterns, pace }: Attempt,
): Generator<void, Candidate[]> {
  const best = new Map<string, Candidate>()
  function* add(fit: Fit, select: (texts: SuggestTexts) => Uint32Array | Generator<void, Uint32Array>) {
    if (best.size >= limit) return
    const sources: FacetSource[] = []
    for (const { texts } of leaves) {
      const selected = select(texts)
      sources.push({ ...texts.texts, some: selected instanceof Uint32Array ? selected : yield* selected })
    }
    for (const { key, count } of yield* mostFrequent(sources, limit + best.size, pace)) {
      if (best.size < limit && !best.has(key)) best.set(key, { type, key, fit, count })
    }
  }
  if (patterns.every(({ edits }) => edits === 0)) {
    yield* add(0, ({ texts }) => numbersIn(rangeOfText(texts.keys, text)))
    yield* add(1, ({ texts }) => numbersIn(rangeOfPrefix(texts.keys, text)))
  }
  yield* add(2, (texts) => texts.fitting(patterns, pace))
  return [...best.values()]
}

interface SuggestionSource {
  readonly leaves: TypeTexts['leaves']
  readonly request: SuggestRequest
  readonly context: FacetContext
}

/** The suggestion of a candidate; empty if the place with the text has just been purged. */
function suggestionOf({ type, key, count }: Candidate, { leaves, request, context }: SuggestionSource): Suggestion[] {
  const sources = leaves.map(({ leaf, texts }) => ({ leaf, source: texts.texts }))
  const view = firstView(sources, key, context)
  if (view === undefined) return []
  const text = String(writtenValue(view, request.facets[type], key).value)
  const owners = type === 'owner' ? [...new Set(leaves.flatMap(({ texts }) => texts.ownersOf(key)))] : []
  const ids = type === 'place' && count === 1 ? [view.id] : owners
  return [{ type, text, count, ...(ids.length === 1 && { id: ids[0]! }) }]
}

function numbersIn({ first, end }: ListRange): Uint32Array {
  return ascendingNumbers(end - first).map((number) => first + number)
}
