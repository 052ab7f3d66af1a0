import type { DocumentRef } from './index/place-index.ts'
import type { PlaceId } from './place/place.ts'

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
 * changes, and the names are the same. Two generations: what is asked for moves into the younger one, and when that is
 * full, the older one goes.
 */
export class RecentAnswers<Answer extends { readonly bytes: Buffer }> {
  readonly #bytesMax: number
  #young = new Map<PlaceId, Kept<Answer>>()
  #old = new Map<PlaceId, Kept<Answer>>()
  #bytes = 0

  /** @param bytesMax What all answers may take together. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** The answer of the place that stands there; made where it is not kept. */
  get(id: PlaceId, { segment, ordinal }: DocumentRef, version: number, make: () => Answer): Answer {
    const kept = this.#young.get(id) ?? this.#old.get(id)
    if (kept?.segment === segment && kept.ordinal === ordinal && kept.version === version) {
      if (!this.#young.has(id)) this.#keep(id, kept)
      return kept.answer
    }
    const answer = make()
    this.#keep(id, { segment, ordinal, version, answer })
    return answer
  }

  #keep(id: PlaceId, kept: Kept<Answer>): void {
    this.#bytes += kept.answer.bytes.length
    if (this.#bytes > this.#bytesMax / 2) {
      this.#old = this.#young
      this.#young = new Map()
      this.#bytes = kept.answer.bytes.length
    }
    this.#young.set(id, kept)
  }
}
