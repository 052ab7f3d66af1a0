import type { Explanation } from '../common/reason.ts'
import type { JournalEntry, Revision } from '../place/journal.ts'
import type { Instant } from '../place/place.ts'

/** A receiver of events, as stored. */
export interface Endpoint {
  readonly id: string
  readonly url: string
  readonly description?: string
  /** Selects the places of concern, as the query of a search; absent: all. */
  readonly filter?: string
  /** The types of events that are sent; absent: all. */
  readonly types?: readonly string[]
  /** Id of the key whose rights, at each attempt, limit the sent events. */
  readonly key: string
  /** Number of refusals after which an event becomes a dead letter; absent: it is retried. */
  readonly skipAfter?: number
  /** The reason and time of disabling; absent: the endpoint is enabled. */
  readonly disabled?: Explanation & { readonly time: Instant }
  /** The signing secret, encrypted. */
  readonly secret: string
  /** A second signing secret, valid until that instant. */
  readonly former?: { readonly secret: string; readonly until: Instant }
  readonly created: Instant
}

/** An endpoint with the revision that last changed it. */
export interface KnownEndpoint extends Endpoint {
  readonly epoch: Revision
}

/** All endpoints, fed by the journal. */
export class Endpoints {
  readonly #byId = new Map<string, KnownEndpoint>()

  /** Applies entries of kind `webhook` and ignores others. */
  apply(entries: readonly JournalEntry[]): void {
    for (const { kind, id, document, revision } of entries) {
      if (kind !== 'webhook') continue
      if (document === undefined) this.#byId.delete(id)
      else this.#byId.set(id, { ...(JSON.parse(document) as Endpoint), epoch: revision })
    }
  }

  /** Replaces all endpoints by those in these entries. */
  reset(entries: readonly JournalEntry[]): void {
    this.#byId.clear()
    this.apply(entries)
  }

  find(id: string): KnownEndpoint | undefined {
    return this.#byId.get(id)
  }

  /** Returns all endpoints in the order of their creation. */
  list(): readonly KnownEndpoint[] {
    return [...this.#byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }
}
