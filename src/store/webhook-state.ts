import type { Explanation } from '../common/reason.ts'
import type { Revision } from '../place/journal.ts'
import type { Instant, PlaceId } from '../place/place.ts'

/**
 * The position in the events of an endpoint: everything up to `after` was delivered, skipped, or of no concern. The
 * next revision may have several events, for a parent and its children; `child` is the first child that is left (D57).
 */
export interface EventPosition {
  readonly after: Revision
  readonly child?: PlaceId
}

/** The progress of deliveries to an endpoint. It changes with every delivery, so it is kept beside the journal. */
export interface WebhookCursor extends EventPosition {
  /** The next event, if the endpoint has refused it. */
  readonly refused?: RefusedEvent
  /** The first refusal since the last success, and the last event skipped after too many refusals. */
  readonly failing?: { readonly since: Instant; readonly last: Instant }
}

/** An event that an endpoint did not take, with the reason but without the endpoint's answer. */
export interface RefusedEvent extends Explanation {
  readonly event: string
  readonly revision: Revision
  readonly place?: PlaceId
  /** The child that an entry of its parent shows or hides; absent if the event is about the entry itself. */
  readonly child?: PlaceId
  /** The position after the event; absent if it is that after its revision. */
  readonly behind?: EventPosition
  /** The time of the event; absent if an earlier version stored it. */
  readonly time?: Instant
  readonly refusals: number
  readonly since: Instant
  /** The instant of the next attempt. */
  readonly next: Instant
}

/** A stored cursor; `epoch` is the revision that last changed the endpoint. */
export interface StoredCursor extends WebhookCursor {
  readonly id: string
  readonly epoch: Revision
}

/** The result of one attempt, with the reason if it failed. */
export interface WebhookDelivery extends Partial<Explanation> {
  /** Orders the attempts of an endpoint. */
  readonly number: number
  readonly event: string
  readonly revision?: Revision
  readonly place?: PlaceId
  readonly time: Instant
  readonly millis: number
  /** Status of the answer; absent if there was none. */
  readonly status?: number
  /** The first characters of a refusal's body. */
  readonly answer?: string
}

/** An event that was skipped because the endpoint did not take it. */
export interface DeadLetter extends Explanation {
  readonly event: string
  readonly revision: Revision
  readonly place?: PlaceId
  readonly child?: PlaceId
  readonly time: Instant
}

/** The sender's work for an endpoint since the last report; none of it is in the journal. */
export interface WebhookProgress {
  readonly id: string
  /** The new cursor; ignored if the endpoint was changed since. */
  readonly cursor?: { readonly epoch: Revision } & WebhookCursor
  readonly deliveries: readonly WebhookDelivery[]
  readonly deadLetters: readonly DeadLetter[]
  /** Dead letters that were delivered. */
  readonly delivered: readonly Pick<DeadLetter, 'revision' | 'child'>[]
}
