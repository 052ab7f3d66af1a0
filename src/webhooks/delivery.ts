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
  /** A request without an answer for so long waits on outside its turn, so that endpoints that hang hold up no others. */
  turnMillis: 1_000,
  /** How often progress is recorded; after a kill, what was sent since is sent again. */
  flushMillis: 1_000,
  /** How long a stop waits for what is under way. */
  drainMillis: 3_000,
  /** How often it is checked whether a pause, or the validity of a key, is over. */
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
  /** The envelope and what is in it, as JSON. */
  readonly body: string
}

/** Which events are wanted. */
export interface EventsWanted {
  readonly after: Revision
  /** How many entries of the journal are looked at. */
  readonly limit: number
  readonly types?: readonly string[]
  readonly filter?: string
}

/** Events as a caller sees them, and up to which revision that is all. */
export interface EventsPage {
  readonly revision: Revision
  readonly events: readonly SentEvent[]
}

/** What sending needs of the service. */
export interface DeliveryContext {
  readonly endpoints: Endpoints
  readonly keys: Pick<KeyRing, 'find'>
  readonly transport: Transport
  readonly clock: () => Instant
  readonly events: (wanted: EventsWanted, caller: Caller) => Promise<EventsPage>
  /** Up to which revision this process is complete. */
  readonly watermark: () => Revision
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

/** Sends one event to an endpoint. Never rejects. */
export type Post = (endpoint: KnownEndpoint, event: SentEvent, signal: AbortSignal) => Promise<Attempt>

/** Sends one event, signed, now. */
export async function postEvent(
  sending: Pick<DeliveryContext, 'clock' | 'secretsOf' | 'transport' | 'onAttempt'>,
  endpoint: KnownEndpoint,
  { id, body }: Pick<SentEvent, 'id' | 'body'>,
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
