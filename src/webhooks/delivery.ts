import type { AccessKey, Caller } from '../access/access.ts'
import type { KeyRing } from '../access/key-ring.ts'
import { explanationOf, type Reason, reason } from '../common/reason.ts'
import type { Revision } from '../place/journal.ts'
import type { Instant, PlaceId } from '../place/place.ts'
import type { Command } from '../store/store.ts'
import type { StoredCursor } from '../store/webhook-state.ts'
import type { Endpoint, Endpoints, KnownEndpoint } from './endpoint.ts'
import { signatureOf } from './signature.ts'
import type { Attempt, Transport } from './transport.ts'

/** How long sending waits, in milliseconds; tests wait less. */
export const defaultLimits = {
  /** An endpoint that takes so long waits for its answer, and sends what is next, outside the turns of the others. */
  turnMillis: 1_000,
  /** How often progress is recorded; after a kill, what was sent since is sent again. */
  flushMillis: 1_000,
  /** How long a stop waits for what is under way. */
  drainMillis: 3_000,
  /** How often endpoints look whether a pause, or the validity of a key, is over. */
  lookMillis: 1_000,
}
export type WebhookLimits = Readonly<typeof defaultLimits>

/** An event as it is sent. */
export interface SentEvent {
  readonly id: string
  readonly revision: Revision
  /** The place that it is about; absent: it is about none. */
  readonly place?: PlaceId
  readonly time: Instant
  /** The envelope and what is in it, as JSON; the same for all to whom the same is sent. */
  readonly body: Uint8Array
}

/** Which events are wanted. */
export interface EventsWanted {
  readonly after: Revision
  /** How many entries of the journal are looked at. */
  readonly limit: number
  readonly types?: readonly string[] | undefined
  readonly filter?: string | undefined
}

/** The first event that is wanted, and its revision; without one the revision up to which there is none. */
export interface NextEvent {
  readonly revision: Revision
  readonly event?: SentEvent
}

/** What sending needs of the service. */
export interface DeliveryContext {
  readonly endpoints: Endpoints
  readonly keys: Pick<KeyRing, 'find'>
  readonly transport: Transport
  readonly clock: () => Instant
  readonly next: (wanted: EventsWanted, caller: Caller) => Promise<NextEvent>
  /** Up to which revision this process is complete. */
  readonly watermark: () => Revision
  /** Resolves soon after the next commit of anybody, or when the signal is aborted. */
  readonly nextCommit: (signal: AbortSignal) => Promise<void>
  readonly cursors: () => Promise<readonly StoredCursor[]>
  /** What is wrong with a filter for this key; undefined when nothing is. */
  readonly faultOfFilter: (filter: string, key: AccessKey) => Reason | undefined
  /** What signs for an endpoint now; undefined where it cannot be decrypted. */
  readonly secretsOf: (endpoint: Endpoint) => readonly string[] | undefined
  readonly command: (command: Command) => Promise<unknown>
  /** Told what goes wrong, for the log. */
  readonly onFault: (what: string, error?: unknown) => void
  /** Told what became of an attempt, for metrics. */
  readonly onAttempt: (outcome: 'delivered' | 'refused' | 'unanswered') => void
  readonly onDeadLetter: () => void
  readonly limits: WebhookLimits
}

/** Sends one event, signed, now. Never rejects. */
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
