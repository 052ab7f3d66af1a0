import { LruCache } from '../common/lru-cache.ts'
import type { DocumentRef } from '../index/part.ts'
import type { PlaceId } from '../place/place.ts'

/** Where the document of a place is. */
type Where = Pick<DocumentRef, 'ordinal'> & { readonly part: Pick<DocumentRef['part'], 'number'> }

/** The answer of one place in one form, at one version of the names. */
interface Kept<Answer> {
  /** The number of the part, which the cache must not keep in memory. */
  readonly part: number
  readonly ordinal: number
  readonly version: number
  readonly answer: Answer
}

/**
 * Answers that were made lately, of places by their ids: some are asked for again and again, and making one takes longer
 * than sending it. What is kept is good as long as the place stands where it stood, since a document in the index never
 * changes, and the names are the same.
 */
export class RecentAnswers<Answer extends { readonly bytes: Buffer }> {
  readonly #kept: LruCache<PlaceId, Kept<Answer>>

  /** @param bytesMax What all answers may take together. */
  constructor(bytesMax: number) {
    this.#kept = new LruCache(bytesMax, (_, { answer }) => answer.bytes.length)
  }

  /** The answer of the place that stands there; made where it is not kept. */
  get(id: PlaceId, { part, ordinal }: Where, version: number, make: () => Answer): Answer {
    const kept = this.#kept.get(id)
    if (kept?.part === part.number && kept.ordinal === ordinal && kept.version === version) return kept.answer
    const answer = make()
    this.#kept.set(id, { part: part.number, ordinal, version, answer })
    return answer
  }
}
