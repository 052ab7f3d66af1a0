import type { Names } from '../place/directory-entry.ts'
import type { Instant } from '../place/place.ts'
import type { PlaceQuery } from '../query/query.ts'
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
} from '../query/suggestion.ts'
import type { Session } from '../store/postgres/session.ts'
import { type LookedAt, mostFrequent } from './most-frequent.ts'
import { NameWords } from './name-words.ts'
import type { QueryContext } from './query-context.ts'
import { KnownTexts } from './reference-texts.ts'
import type { References } from './references.ts'
import type { SearchTables } from './statement.ts'
import { SuggestedNames } from './suggested-names.ts'
import { SuggestedReferences } from './suggested-references.ts'
import type { SuggestedTexts } from './suggested-texts.ts'

/** What suggestions are asked with. */
export interface SuggestParts {
  readonly session: Session
  /** A context for one more statement. */
  readonly context: () => QueryContext
  /** Among which places. */
  readonly query: PlaceQuery
  readonly now: Instant
}

/** What a text that has been begun may become, among the places of a database. */
export class Suggestions {
  readonly #names: Names
  readonly #words: NameWords
  readonly #known = new KnownTexts()

  constructor(tables: SearchTables, names: Names) {
    this.#names = names
    this.#words = new NameWords(tables)
  }

  async suggest(request: SuggestRequest, references: References, parts: SuggestParts): Promise<Suggestion[]> {
    const texts: Record<SuggestionType, SuggestedTexts> = {
      municipality: this.#references('municipalities', references, parts),
      owner: this.#references('owners', references, parts),
      place: new SuggestedNames(this.#words, parts),
    }
    for (const attempt of editAttempts) {
      const patterns = patternsOf(request.words, attempt)
      if (patterns === undefined) continue
      const found = await Promise.all(suggestionTypes.map((type) => candidatesOf(type, texts[type], request, patterns)))
      const chosen = chooseCandidates(found.flat(), request.limit)
      if (chosen.length > 0) return Promise.all(chosen.map((candidate) => suggestionOf(candidate, texts)))
    }
    return []
  }

  #references(kind: 'owners' | 'municipalities', references: References, parts: SuggestParts): SuggestedTexts {
    return new SuggestedReferences(kind, this.#known.texts(kind, references, this.#names), parts)
  }
}

/** The best of one type; a worse fit is only looked for as long as better ones do not suffice. */
async function candidatesOf(
  type: SuggestionType,
  texts: SuggestedTexts,
  { text, limit }: SuggestRequest,
  patterns: readonly WordPattern[],
): Promise<Candidate[]> {
  const best = new Map<string, Candidate>()
  const add = async (fit: Fit, lookedAt: LookedAt) => {
    for (const { key, count } of await mostFrequent(lookedAt, limit + best.size)) {
      if (best.size < limit && !best.has(key)) best.set(key, { type, key, fit, count })
    }
  }
  if (patterns.every(({ edits }) => edits === 0)) {
    await add(0, texts.equal(text))
    if (best.size < limit) await add(1, texts.starting(text))
  }
  if (best.size < limit) await add(2, await texts.fitting(patterns))
  return [...best.values()]
}

async function suggestionOf(
  { type, key, count }: Candidate,
  texts: Readonly<Record<SuggestionType, SuggestedTexts>>,
): Promise<Suggestion> {
  const { text, id } = await texts[type].written(key)
  return { type, text, count, ...(id !== undefined && { id }) }
}
