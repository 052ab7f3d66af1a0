import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Sealer } from '../access/sealer.ts'
import { Problem } from '../common/problem.ts'
import { explanationOf, reason } from '../common/reason.ts'
import { dayMillis, formatInstant } from '../place/dates.ts'
import type { JournalEntry, Revision } from '../place/journal.ts'
import type { JsonObject } from '../place/json.ts'
import type { Instant } from '../place/place.ts'
import type { LeaderLock, Signed, Store, WebhookCommand } from '../store/store.ts'
import type { WebhookProgress } from '../store/webhook-state.ts'
import { type DeliveryContext, defaultLimits, postEvent, type SentEvent, type WebhookLimits } from './delivery.ts'
import { keyFor } from './delivery-queue.ts'
import type { Endpoint, KnownEndpoint } from './endpoint.ts'
import { readWebhook, type ShownWebhook, shownWebhook, type WebhookChecks, withTime } from './registration.ts'
import { Sender } from './sender.ts'
import { newWebhookSecret } from './signature.ts'
import type { Attempt } from './transport.ts'

const endpointsMax = 100
/** Time during which the former secret also signs, by default. */
const rotationMillis = dayMillis
/** Maximum number of dead letters to search for one to send again. */
const toldMax = 1_000
/** Dead letters of one revision that a call sends again; each may take as long as a delivery. */
const sentAgainMax = 20

/** The parts of the service that webhooks need. */
interface WebhooksContext
  extends Omit<DeliveryContext, 'secretsOf' | 'transport' | 'cursors' | 'limits'>,
    Omit<WebhookChecks, 'keys'> {
  readonly store: Pick<Store, 'webhookCursors' | 'webhookDeliveries' | 'deadLetters' | 'leaderLock'>
  /** Encrypts secrets; undefined if the replicas share no key. */
  readonly sealer: () => Sealer | undefined
  /** The `source` of events. */
  readonly source: string
  readonly limits?: Partial<WebhookLimits> | undefined
}

/** The author of a change, for the journal. */
type Who = Omit<Signed, 'now'>

/** Webhooks: every process registers, changes and lists them; one process sends events to them. */
export class Webhooks {
  readonly #context: WebhooksContext
  readonly #sending: DeliveryContext
  readonly #sender: Sender
  readonly #closing = new AbortController()
  /** Decrypted once, since each request is signed. */
  readonly #secrets = new WeakMap<Endpoint, readonly (string | undefined)[]>()
  #lock: LeaderLock | undefined

  constructor(context: WebhooksContext) {
    this.#context = context
    this.#sending = {
      ...context,
      limits: { ...defaultLimits, ...context.limits },
      cursors: () => context.store.webhookCursors(),
      secretsOf: (endpoint) => this.#secretsOf(endpoint),
    }
    this.#sender = new Sender(this.#sending)
  }

  /** Starts sending as soon as no other process does. */
  start(): void {
    const { store } = this.#context
    if (store.leaderLock) this.#lock = store.leaderLock('webhooks', (isLeader) => this.#sender.lead(isLeader))
    else this.#sender.lead(true)
  }

  /** Processes entries after the endpoints have applied them. */
  apply(entries: readonly JournalEntry[]): void {
    this.#sender.apply(entries)
  }

  reset(): void {
    this.#sender.reset()
  }

  /** Returns the backlog of each endpoint, if this process sends. */
  lags() {
    return this.#sender.lags()
  }

  /** Stops the sender, then releases the lock; the store must still accept writes. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#sender.close()
    await this.#lock?.close()
    this.#context.transport.close()
  }

  async list(): Promise<ShownWebhook[]> {
    const cursors = new Map((await this.#context.store.webhookCursors()).map((cursor) => [cursor.id, cursor]))
    return this.#context.endpoints
      .list()
      .map((endpoint) => shownWebhook(endpoint, cursors.get(endpoint.id), this.#sending))
  }

  /** Returns one webhook; throws `not-found` if there is none. */
  async find(id: string): Promise<ShownWebhook> {
    const endpoint = this.#known(id)
    const cursor = (await this.#context.store.webhookCursors()).find((each) => each.id === endpoint.id)
    return shownWebhook(endpoint, cursor, this.#sending)
  }

  /** Registers a webhook, which gets the events after that; returns its secret only this once. */
  async create(body: JsonObject, who: Who): Promise<ShownWebhook & { readonly secret: string }> {
    const { endpoints, clock } = this.#context
    const { enabled = true, secret = newWebhookSecret(), types, ...given } = readWebhook(body, this.#context)
    if (endpoints.list().length >= endpointsMax) {
      throw new Problem('conflict', reason('max-webhooks', { max: endpointsMax }))
    }
    const [id, now] = [randomUUIDv7(), clock()]
    const endpoint: Endpoint = {
      id,
      ...given,
      ...(types && { types: [...new Set(types)] }),
      ...(!enabled && { disabled: byHand(now) }),
      secret: this.#seal(secret),
      created: now,
    }
    await this.#write({ id, isNew: true, change: { ...endpoint }, ...who, now })
    return { ...(await this.find(id)), secret }
  }

  /** Changes a webhook by a merge patch; if it is enabled, its refused event is retried at once. */
  async change(id: string, patch: JsonObject, who: Who): Promise<ShownWebhook> {
    const endpoint = this.#known(id)
    const now = this.#context.clock()
    const { url, description, key, types, filter, skipAfter } = endpoint
    const present = { url, description, key, types, filter, skipAfter }
    const merged = Object.entries({ ...present, ...patch }).filter(([, value]) => value !== null && value !== undefined)
    const { enabled, secret, ...read } = readWebhook(Object.fromEntries(merged) as JsonObject, this.#context)
    const change: NonNullable<WebhookCommand['change']> = {
      ...Object.fromEntries(Object.keys(present).map((member) => [member, undefined])),
      ...read,
      ...(secret !== undefined && { secret: this.#seal(secret), former: undefined }),
      ...(enabled === true && { disabled: undefined }),
      ...(enabled === false && { disabled: { ...(endpoint.disabled ?? byHand(now)) } }),
    }
    await this.#write({ id, change, goOn: 'retry', ...who, now })
    return this.find(id)
  }

  async remove(id: string, who: Who): Promise<void> {
    await this.#write({ id: this.#known(id).id, ...who, now: this.#context.clock() })
  }

  /** Replaces the secret of a webhook and returns it only this once; the former one also signs for `overlapMillis`. */
  async rotate(
    id: string,
    who: Who,
    overlapMillis = rotationMillis,
  ): Promise<ShownWebhook & { readonly secret: string }> {
    const endpoint = this.#known(id)
    const now = this.#context.clock()
    const secret = newWebhookSecret()
    const isKnown = this.#secretsOf(endpoint) !== undefined && overlapMillis > 0
    const former = isKnown ? { secret: endpoint.secret, until: now + overlapMillis } : undefined
    await this.#write({ id, change: { secret: this.#seal(secret), former }, ...who, now })
    return { ...(await this.find(id)), secret }
  }

  /** Sends an empty test event now and returns the result. */
  async ping(id: string): Promise<Attempt> {
    const endpoint = this.#known(id)
    const { clock, source } = this.#context
    const event = { specversion: '1.0', id: randomUUID(), source, type: 'gazetteer.ping' }
    const body = JSON.stringify({ ...event, time: new Date(clock()).toISOString() })
    return this.#sendNow(endpoint, { id: event.id, body })
  }

  /** Sends everything after a revision again. */
  async replay(id: string, after: Revision, who: Who): Promise<ShownWebhook> {
    const last = this.#context.watermark()
    if (after > last) throw new Problem('conflict', `the journal ends at revision ${last}, before ${after}`)
    await this.#write({ id: this.#known(id).id, change: {}, goOn: { after }, ...who, now: this.#context.clock() })
    return this.find(id)
  }

  /** Turns the refused event into a dead letter and continues after it; throws `conflict` if there is none. */
  async skip(id: string, who: Who): Promise<ShownWebhook> {
    await this.#write({ id: this.#known(id).id, change: {}, goOn: 'skip', ...who, now: this.#context.clock() })
    return this.find(id)
  }

  /** Returns the last attempts, newest first. */
  async deliveries(id: string, limit: number) {
    const found = await this.#context.store.webhookDeliveries(this.#known(id).id, limit)
    return found.map(({ number: _, ...delivery }) => withTime(delivery))
  }

  /** Returns the dead letters, newest first. */
  async deadLetters(id: string, limit: number) {
    return (await this.#context.store.deadLetters(this.#known(id).id, limit)).map(withTime)
  }

  /**
   * Sends dead letters of a revision now, at most 20, and removes those that are taken. Returns the last attempt,
   * or the first that failed. Throws `not-found` if there is none of that revision.
   */
  async sendAgain(id: string, revision: Revision): Promise<Attempt> {
    const endpoint = this.#known(id)
    const kept = await this.#context.store.deadLetters(endpoint.id, toldMax)
    const letters = kept
      .filter((letter) => letter.revision === revision)
      .sort((one, other) => ((one.child ?? '') < (other.child ?? '') ? -1 : 1))
      .slice(0, sentAgainMax)
    if (letters.length === 0)
      throw new Problem('not-found', `the webhook '${id}' has no dead letter of revision ${revision}`)
    const { disabled: _, ...enabled } = endpoint
    const key = keyFor(enabled, this.#sending)
    if ('code' in key) throw new Problem('conflict', key)
    let attempt: Attempt | undefined
    for (const { child } of letters) {
      const position = { after: revision - 1, ...(child !== undefined && { child }) }
      const { event } = await this.#context.next({ ...position, limit: 1 }, key)
      if (event?.child !== child || event?.revision !== revision) continue
      attempt = await this.#sendNow(endpoint, event, { revision, ...(child !== undefined && { child }) })
      if (attempt.reason !== undefined) break
    }
    if (attempt) return attempt
    throw new Problem('conflict', `the key '${key.name}' does not see the event of revision ${revision} any more`)
  }

  async #sendNow(
    endpoint: KnownEndpoint,
    event: Parameters<typeof postEvent>[2] & Partial<Pick<SentEvent, 'revision' | 'place'>>,
    letter?: WebhookProgress['delivered'][number],
  ): Promise<Attempt> {
    const attempt = await postEvent(this.#sending, endpoint, event, this.#closing.signal)
    const time = this.#context.clock()
    const { retryAfter: _, ...outcome } = attempt
    const { revision, place } = event
    const about = {
      event: event.id,
      ...(revision !== undefined && { revision }),
      ...(place !== undefined && { place }),
    }
    const report: WebhookProgress = {
      id: endpoint.id,
      deliveries: [{ number: this.#sender.nextNumber(), ...about, time, ...outcome }],
      deadLetters: [],
      delivered: letter !== undefined && attempt.reason === undefined ? [letter] : [],
    }
    await this.#context.command({ kind: 'webhook-progress', reports: [report] })
    return outcome
  }

  #known(id: string): KnownEndpoint {
    const endpoint = this.#context.endpoints.find(id)
    if (endpoint) return endpoint
    throw new Problem('not-found', reason('no-webhook', { id: id.slice(0, 60) }))
  }

  async #write(command: Omit<WebhookCommand, 'kind'>): Promise<void> {
    // If this process sends, delivered events are thereby not sent again.
    await this.#sender.flush()
    await this.#context.command({ kind: 'webhook', ...command })
  }

  #seal(secret: string): string {
    const sealer = this.#context.sealer()
    if (sealer) return sealer.seal(secret)
    const wanted = 'SECRETS_KEY must be set, to the same on every replica, before a webhook can be registered'
    throw new Problem('conflict', `${wanted}: its secret is encrypted with it, since the record is in a database`)
  }

  /** Returns the secret and, during a rotation, the former one; undefined if they cannot be decrypted here. */
  #secretsOf(endpoint: Endpoint): readonly string[] | undefined {
    const [present, other] = this.#secrets.get(endpoint) ?? this.#open(endpoint)
    if (present === undefined) return undefined
    const signsToo = other !== undefined && endpoint.former!.until > this.#context.clock()
    return signsToo ? [present, other] : [present]
  }

  #open(endpoint: Endpoint): readonly (string | undefined)[] {
    const sealer = this.#context.sealer()
    const secrets = [endpoint.secret, endpoint.former?.secret].map((sealed) => sealed && sealer?.open(sealed))
    this.#secrets.set(endpoint, secrets)
    return secrets
  }
}

function byHand(now: Instant) {
  return { ...explanationOf(reason('webhook-disabled', { time: formatInstant(now) })), time: now }
}
