import type { Caller } from '../access/access.ts'
import { searchMillisMax, searchTooLong } from '../common/search-budget.ts'
import type { Model } from '../place/model.ts'
import type { SearchRequest } from '../query/parse/search-request.ts'
import type { PlaceQuery } from '../query/query.ts'
import { isCompletable, meantRequest, wordMeant } from '../query/results/suggestion.ts'
import { asWritten, soughtAs } from '../query/text/synonyms.ts'
import type { FoundPage, IsGone, SearchEngine } from './search-engine.ts'

/** Each of so many words may be taken as another; of more, only all together. */
const wordsMax = 4

/** A search, its caller and the engine. */
interface SimilarSearch {
  readonly engine: Pick<SearchEngine, 'search' | 'suggest'>
  readonly model: Model
  readonly request: SearchRequest
  readonly caller: Caller
  readonly isGone: IsGone
}

/**
 * Returns the page of a search. If its `q` finds nothing, returns that of a similar search, named in its `similar` (D63).
 * Only searches and suggestions of the caller are used, each with its own budget; none begins once one budget has passed.
 */
export async function searchSimilar(search: SimilarSearch): Promise<FoundPage> {
  const { request } = search
  const { query } = request
  const until = performance.now() + searchMillisMax
  const page = await pageOf(search, query)
  const words = [...new Set(query.fullText?.terms.flat().map(asWritten))]
  if (page.total > 0 || words.length === 0 || !isCompletable(words)) return page
  for await (const meant of meantWords(words, search, until)) {
    const similar = { ...query, fullText: { ...query.fullText!, terms: meant.map((word) => termOf(word, search)) } }
    const found = await pageOf(search, similar)
    // The tag of a search does not say which one was made in its place.
    if (found.total > 0) return { ...found, etag: undefined, similar: meant.join(' ') }
  }
  return page
}

/** Yields possible readings of the words, likeliest first: all as one text has them, or each unknown word replaced. */
async function* meantWords(
  words: readonly string[],
  search: SimilarSearch,
  until: number,
): AsyncGenerator<readonly string[]> {
  const together = await meantIn(words, search)
  if (together) yield together
  if (words.length === 1 || words.length > wordsMax) return
  const meant: string[] = []
  for (const word of words) {
    if (performance.now() > until) throw searchTooLong()
    const isKnown = await isFound(word, search)
    const [near = word] = isKnown ? [] : ((await meantIn([word], search)) ?? [])
    meant.push(near)
  }
  yield meant
}

/** The words as the likeliest text has them; undefined where none has all. */
async function meantIn(words: readonly string[], search: SimilarSearch): Promise<string[] | undefined> {
  const { engine, model, request, caller, isGone } = search
  const { suggestions } = await engine.suggest(meantRequest(words, request.query, model), caller, isGone)
  const [likeliest] = suggestions
  return likeliest && words.map((word) => wordMeant(word, likeliest.text))
}

/** A word as a term of the search. */
function termOf(word: string, { model }: SimilarSearch): string[] {
  return [soughtAs(word, model.locale)]
}

/** Resolves with true if some place has the word, regardless of the other conditions. */
async function isFound(word: string, search: SimilarSearch): Promise<boolean> {
  const { query } = search.request
  const { after: _, bbox: __, openAt: ___, openOn: ____, nearby, ...rest } = query
  const { total } = await pageOf(search, {
    ...rest,
    ...(nearby && { nearby: { center: nearby.center } }),
    ...{ fullText: { ...query.fullText!, terms: [termOf(word, search)] }, types: { types: 'all', partial: true } },
    ...{ filters: [], facets: [], offset: 0, limit: 0 },
  })
  return total > 0
}

function pageOf({ engine, request, caller, isGone }: SimilarSearch, query: PlaceQuery): Promise<FoundPage> {
  return engine.search({ ...request, query }, caller, isGone)
}
