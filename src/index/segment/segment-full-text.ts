import { hiddenVisibilities, sees, type Visibility } from '../../place/visibility.ts'
import type { FullText } from '../../query/query.ts'
import { wordsOfTerm } from '../../query/text/relevance.ts'
import { type Dictionary, rangeOfPrefix, rangeOfText } from '../columns/dictionary.ts'
import { selectIds } from '../columns/id-column.ts'
import type { Pace } from '../in-turns.ts'
import { type ListRange, PostingUnion, selectInSteps } from '../sets/postings.ts'
import {
  intersection,
  isNothing,
  listIntersection,
  nothing,
  type Selection,
  type SelectionCache,
  union,
} from '../sets/selection.ts'
import type { SegmentData } from './segment-data.ts'

/** The full text of a segment: each word of `q` finds the union of the lists of all words with that prefix. */
export class SegmentWords {
  readonly #data: SegmentData
  readonly #unions: SelectionCache

  constructor(data: SegmentData, unions: SelectionCache) {
    this.#data = data
    this.#unions = unions
  }

  /** For each word of a full text, the places that have a word with this prefix in a text. */
  conditions({ terms, sees: sight }: FullText, pace: Pace): (() => Generator<void, Selection>)[] {
    const begun = (word: string) =>
      this.#unions.getOrMakeInSteps(`q${sight} ${word}`, () => this.#begun(word, { sight, pace }))
    return distinct(terms).map((term) => () => this.#termFound(wordsOfTerm(term), term, begun))
  }

  /** Places that have all words of a term, and the place whose id is the term. */
  *#termFound(
    words: readonly string[],
    term: string,
    begun: (word: string) => Generator<void, Selection>,
  ): Generator<void, Selection> {
    const { ids, count } = this.#data
    const having: Selection[] = []
    for (const word of words) having.push(yield* begun(word))
    if (having.length === 1) return having[0]!
    return union([intersection(having, count), selectIds(ids, [term], count)], count)
  }

  /**
   * Places whose name contains all words completely, and places whose name has a word with each as a prefix (D32). If
   * the hits are few, the search is limited to them, so little more than the hits is read.
   */
  *tiers({ terms }: FullText, hits: Selection, pace: Pace): Generator<void, [Selection, Selection]> {
    const words = distinct(terms)
    const second = yield* this.#inNames(words, hits, { kind: 'n', rangeIn: rangeOfPrefix, pace })
    if (isNothing(second)) return [nothing, nothing]
    return [yield* this.#inNames(words, second, { kind: 'w', rangeIn: rangeOfText, pace }), second]
  }

  /** The places whose name has words for all. If `among` is a list, only its places are returned. */
  *#inNames(words: readonly string[], among: Selection, { kind, rangeIn, pace }: InNames): Generator<void, Selection> {
    const { keys, postings } = this.#data.names.words
    const having: Selection[] = []
    for (const word of words) {
      const counting = { size: this.#data.count, pace }
      const made = () => selectInSteps(postings, rangeIn(keys, word), counting)
      having.push(yield* this.#unions.getOrMakeInSteps(`${kind} ${word}`, made))
    }
    return among.kind === 'list' ? listIntersection(among.list, having) : intersection(having, this.#data.count)
  }

  *#begun(word: string, { sight, pace }: PrefixSearch): Generator<void, Selection> {
    const { publicWords, hiddenWords, count } = this.#data
    const union = new PostingUnion(count)
    union.add(publicWords.postings, rangeOfPrefix(publicWords.keys, word))
    for (const visibility of hiddenVisibilities) {
      const { keys, postings } = hiddenWords[visibility]
      if (sees(sight, visibility)) union.add(postings, rangeOfPrefix(keys, word))
    }
    return yield* union.finishing(pace)
  }
}

interface PrefixSearch {
  readonly sight: Visibility
  readonly pace: Pace
}

interface InNames {
  /** The prefix of the cache keys. */
  readonly kind: string
  readonly rangeIn: (words: Dictionary, word: string) => ListRange
  readonly pace: Pace
}

function distinct(terms: FullText['terms']): string[] {
  return [...new Set(terms.flat())]
}
