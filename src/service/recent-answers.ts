import { LruCache } from '../common/lru-cache.ts'
import type { DocumentRef } from '../index/place-index.ts'
import type { PlaceId } from '../place/place.ts'

/** The answer of one place in one form, at one version of the names. */
interface Kept<Answer> {
  readonly segment: number
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
  get(id: PlaceId, { segment, ordinal }: DocumentRef, version: number, make: () => Answer): Answer {
    const kept = this.#kept.get(id)
    if (kept?.segment === segment && kept.ordinal === ordinal && kept.version === version) return kept.answer
    const answer = make()
    this.#kept.set(id, { segment, ordinal, version, answer })
    return answer
  }
}
