import type { AccessKey, Caller } from '../access/access.ts'
import type { KeyRing } from '../access/key-ring.ts'
import { explanationOf, type Reason, reason } from '../common/reason.ts'
import type { Revision } from '../place/journal.ts'
import type { Instant, PlaceId } from '../place/place.ts'
import type { Command } from '../store/store.ts'
import type { EventPosition, StoredCursor } from '../store/webhook-state.ts'
import type { Endpoint, Endpoints, KnownEndpoint } from './endpoint.ts'
import { signatureOf } from './signature.ts'
import type { Attempt, Transport } from './transport.ts'

/** Time limits of sending, in milliseconds; tests use shorter ones. */
export const defaultLimits = {
  /** A slower endpoint waits for its answer, and sends its next events, outside the turns of the others. */
  turnMillis: 1_000,
  /** Interval of recording progress; after a kill, events sent since the last record are sent again. */
  flushMillis: 1_000,
  /** Longest time that a stop waits for pending requests. */
  drainMillis: 3_000,
  /** Interval at which endpoints check if a pause has ended or a key has become valid. */
  lookMillis: 1_000,
}
export type WebhookLimits = Readonly<typeof defaultLimits>

/** An event to be sent. */
export interface SentEvent {
  readonly id: string
  readonly revision: Revision
  /** The place concerned; absent if there is none. */
  readonly place?: PlaceId
  /** That place if it is a child that the entry of its parent shows or hides (D57). */
  readonly child?: PlaceId
  /** The position after the event. */
  readonly behind: EventPosition
  readonly time: Instant
  /** The envelope and its content as JSON; shared by all receivers of the same content. */
  readonly body: Uint8Array
}

/** The range and kind of wanted events. */
export interface EventsWanted extends EventPosition {
  /** Maximum number of journal entries to examine. */
  readonly limit: number
  readonly types?: readonly string[] | undefined
  readonly filter?: string | undefined
}

/** The first wanted event and its revision. Without an event: the revision up to which there is none. */
export interface NextEvent {
  readonly revision: Revision
  readonly event?: SentEvent
}

/** The parts of the service that sending needs. */
export interface DeliveryContext {
  readonly endpoints: Endpoints
  readonly keys: Pick<KeyRing, 'find'>
  readonly transport: Transport
  readonly clock: () => Instant
  readonly next: (wanted: EventsWanted, caller: Caller) => Promise<NextEvent>
  /** Returns the revision up to which this process is complete. */
  readonly watermark: () => Revision
  /** Resolves soon after the next commit by anybody, or when the signal is aborted. */
  readonly nextCommit: (signal: AbortSignal) => Promise<void>
  readonly cursors: () => Promise<readonly StoredCursor[]>
  /** Returns the fault of a filter for this key, or undefined if there is none. */
  readonly faultOfFilter: (filter: string, key: AccessKey) => Reason | undefined
  /** Returns the current signing secrets of an endpoint; undefined if they cannot be decrypted. */
  readonly secretsOf: (endpoint: Endpoint) => readonly string[] | undefined
  readonly command: (command: Command) => Promise<unknown>
  /** Called with faults, for the log. */
  readonly onFault: (what: string, error?: unknown) => void
  /** Called with the outcome of each attempt, for metrics. */
  readonly onAttempt: (outcome: 'delivered' | 'refused' | 'unanswered') => void
  readonly onDeadLetter: () => void
  readonly limits: WebhookLimits
}

/** Signs and sends one event now. Never rejects. */
export async function postEvent(
  sending: Pick<DeliveryContext, 'clock' | 'secretsOf' | 'transport' | 'onAttempt'>,
  endpoint: KnownEndpoint,
  { id, body }: Pick<SentEvent, 'id'> & { readonly body: string | Uint8Array },
  signal: AbortSignal,
): Promise<Attempt> {
  const timestamp = Math.floor(sending.clock() / 1000)
  const secrets = sending.secretsOf(endpoint)
  if (secrets === undefined) return { millis: 0, ...explanationOf(reason('secret-lost')) }
  const attempt = await sending.transport.post({
    url: endpoint.url,
    body,
    signal,
    headers: {
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'user-agent': 'Gazetteer',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf({ id, timestamp, body }, secrets),
    },
  })
  if (!signal.aborted) {
    sending.onAttempt(
      attempt.reason === undefined ? 'delivered' : attempt.status === undefined ? 'unanswered' : 'refused',
    )
  }
  return attempt
}
