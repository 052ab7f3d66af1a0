import type { Explanation } from '../common/reason.ts'
import type { JournalEntry, Revision } from '../place/journal.ts'
import type { Instant } from '../place/place.ts'

/** Where events are sent to, as it is kept. */
export interface Endpoint {
  readonly id: string
  readonly url: string
  readonly description?: string
  /** Which places are of concern, as the query of a search says it; absent: all. */
  readonly filter?: string
  /** The types of events that are sent; absent: all. */
  readonly types?: readonly string[]
  /** Id of the key whose rights, at each attempt, bound what is sent. */
  readonly key: string
  /** After so many refusals an event becomes a dead letter; absent: it is waited for. */
  readonly skipAfter?: number
  /** Why and since when nothing is sent; absent: it is enabled. */
  readonly disabled?: Explanation & { readonly time: Instant }
  /** What signs, encrypted. */
  readonly secret: string
  /** What signs too until that instant. */
  readonly former?: { readonly secret: string; readonly until: Instant }
  readonly created: Instant
}

/** An endpoint and the entry of the journal that changed it last. */
export interface KnownEndpoint extends Endpoint {
  readonly epoch: Revision
}

/** Every endpoint, fed by the journal. */
export class Endpoints {
  readonly #byId = new Map<string, KnownEndpoint>()

  /** Takes in entries of kind `webhook`; others are passed over. */
  apply(entries: readonly JournalEntry[]): void {
    for (const { kind, id, document, revision } of entries) {
      if (kind !== 'webhook') continue
      if (document === undefined) this.#byId.delete(id)
      else this.#byId.set(id, { ...(JSON.parse(document) as Endpoint), epoch: revision })
    }
  }

  /** Forgets every endpoint, for those that these entries tell of. */
  reset(entries: readonly JournalEntry[]): void {
    this.#byId.clear()
    this.apply(entries)
  }

  find(id: string): KnownEndpoint | undefined {
    return this.#byId.get(id)
  }

  /** All in the order of their making. */
  list(): readonly KnownEndpoint[] {
    return [...this.#byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }
}
