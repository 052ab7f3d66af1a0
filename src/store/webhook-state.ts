import type { Explanation } from '../common/reason.ts'
import type { Revision } from '../place/journal.ts'
import type { Instant, PlaceId } from '../place/place.ts'

/** How far an endpoint has been sent to. It changes at every delivery, so it is beside the journal. */
export interface WebhookCursor {
  /** Everything up to this revision was delivered, skipped, or of no concern to the endpoint. */
  readonly after: Revision
  /** The next event, where the endpoint has refused it. */
  readonly refused?: RefusedEvent
  /** Since when nothing was taken, and when the last event was skipped after so many refusals. */
  readonly failing?: { readonly since: Instant; readonly last: Instant }
}

/** An event that an endpoint has not taken, and why, without what the endpoint said. */
export interface RefusedEvent extends Explanation {
  readonly event: string
  readonly revision: Revision
  readonly place?: PlaceId
  /** Of the event; absent where a former version kept it. */
  readonly time?: Instant
  readonly refusals: number
  readonly since: Instant
  /** When it is sent again. */
  readonly next: Instant
}

/** A cursor as it is kept; `epoch` is the revision of the journal that changed the endpoint last. */
export interface StoredCursor extends WebhookCursor {
  readonly id: string
  readonly epoch: Revision
}

/** What became of one attempt, and why it was no success, if it was none. */
export interface WebhookDelivery extends Partial<Explanation> {
  /** By which those of an endpoint are in order. */
  readonly number: number
  readonly event: string
  readonly revision?: Revision
  readonly place?: PlaceId
  readonly time: Instant
  readonly millis: number
  /** The status of the answer; absent: there was none. */
  readonly status?: number
  /** What a refusal said, its first characters. */
  readonly answer?: string
}

/** An event that was skipped since the endpoint did not take it. */
export interface DeadLetter extends Explanation {
  readonly event: string
  readonly revision: Revision
  readonly place?: PlaceId
  readonly time: Instant
}

/** What the sender has done for an endpoint; nothing of it is in the journal. */
export interface WebhookProgress {
  readonly id: string
  /** How far it is now, where the endpoint was not changed since. */
  readonly cursor?: { readonly epoch: Revision } & WebhookCursor
  readonly deliveries: readonly WebhookDelivery[]
  readonly deadLetters: readonly DeadLetter[]
  /** Dead letters that were delivered. */
  readonly delivered: readonly Revision[]
}
