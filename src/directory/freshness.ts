/** What is known of when an owner was asked for. */
interface Asked {
  /** When the request was sent whose answer is known. */
  readonly askedAt: number
  /** Until when it need not be asked for again. */
  readonly freshUntil: number
}

/** Remembers for a bounded number of ids how old the answer is; the one noted longest ago is forgotten first. */
export class Freshness {
  readonly #max: number
  readonly #asked = new Map<string, Asked>()

  constructor(max: number) {
    this.#max = max
  }

  isFresh(id: string, now: number): boolean {
    return now < (this.#asked.get(id)?.freshUntil ?? Number.NEGATIVE_INFINITY)
  }

  /** Whether an answer to a request sent at this time is older than what is known. */
  isOutdated(id: string, askedAt: number): boolean {
    return askedAt < (this.#asked.get(id)?.askedAt ?? Number.NEGATIVE_INFINITY)
  }

  /** Notes an answer to a request sent at `askedAt`. */
  note(id: string, asked: Asked): void {
    this.#asked.delete(id)
    this.#asked.set(id, asked)
    if (this.#asked.size <= this.#max) return
    for (const oldest of this.#asked.keys()) {
      this.#asked.delete(oldest)
      return
    }
  }

  /** Puts off the next request without an answer. */
  putOff(id: string, freshUntil: number): void {
    this.note(id, { askedAt: this.#asked.get(id)?.askedAt ?? Number.NEGATIVE_INFINITY, freshUntil })
  }
}
