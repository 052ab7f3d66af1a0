import { type AccessKey, may } from '../access/access.ts'
import { pause } from '../common/pause.ts'
import { type Explanation, explanationOf, type Reason, reason, reasonIn } from '../common/reason.ts'
import type { Revision } from '../place/journal.ts'
import type { Instant } from '../place/place.ts'
import type { RefusedEvent, WebhookCursor } from '../store/webhook-state.ts'
import type { DeliveryContext, Post, SentEvent } from './delivery.ts'
import type { KnownEndpoint } from './endpoint.ts'
import type { Attempt } from './transport.ts'

/** Events that are read at once; they are read again where a place was purged meanwhile. */
const pageMax = 100

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The pauses after the first refusals of an event; after more it is the last. */
const pauses = [
  ...[5 * second, 5 * minute, 30 * minute],
  ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
]

/** Jitter: how much longer a pause may be, so that endpoints that failed together are not retried together. */
const jitterShare = 0.1
/** The longest pause that an endpoint may ask for. */
const retryAfterMax = 24 * hour
/** An endpoint that refuses an event for so long is disabled. */
const patienceDays = 5
const patienceMillis = patienceDays * 24 * hour
/** An endpoint that refused nothing for so long is not failing any more; longer than any pause between attempts. */
const failingMillis = 2 * 24 * hour

/** What a queue tells the sender that it is part of. */
interface QueueHooks {
  /** Sends one event, when its turn among the endpoints has come. */
  readonly post: Post
  /** How many places were purged so far. */
  readonly purges: () => number
  /** How long a queue waits after it has looked for events, since each looks for itself. */
  readonly paceMillis: () => number
  /** Told of an attempt and of where the queue is then; `atOnce` where that must not be lost. */
  readonly done: (attempt: Attempt, event: SentEvent) => void
  readonly moved: (atOnce: boolean) => void
  readonly deadLetter: (refused: RefusedEvent) => void
  readonly disable: (why: Reason) => Promise<void>
}

/** One endpoint, to which events are sent in their order, each until it is taken. */
export class DeliveryQueue {
  readonly endpoint: KnownEndpoint
  cursor: WebhookCursor
  /** The time of the event that waits, or since when it is paused; undefined where neither is. */
  waitingSince: Instant | undefined
  /** The last that kept it from reading events, which is reported once. */
  #fault: string | undefined
  readonly #sending: DeliveryContext
  readonly #hooks: QueueHooks

  constructor(endpoint: KnownEndpoint, cursor: WebhookCursor, sending: DeliveryContext, hooks: QueueHooks) {
    this.endpoint = endpoint
    this.cursor = cursor
    const { refused } = cursor
    this.waitingSince = endpoint.disabled ? undefined : (refused?.time ?? refused?.since)
    this.#sending = sending
    this.#hooks = hooks
  }

  /** Sends until the signal is aborted; what is under way then is finished or broken off by `breakOff`. */
  async run(signal: AbortSignal, breakOff: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#step(signal, breakOff)
      } catch (error) {
        if (signal.aborted) return
        const { message } = error as Error
        if (message !== this.#fault)
          this.#sending.onFault(`events for the webhook ${this.endpoint.id} cannot be read`, error)
        this.#fault = message
        await pause(this.#sending.limits.lookMillis, signal)
      }
    }
  }

  async #step(signal: AbortSignal, breakOff: AbortSignal): Promise<void> {
    const { clock, watermark, nextCommit, limits } = this.#sending
    const until = AbortSignal.any([signal, AbortSignal.timeout(limits.lookMillis)])
    const committed = nextCommit(until)
    const { refused, after } = this.cursor
    const key = keyFor(this.endpoint, this.#sending)
    if ('code' in key) {
      if (!this.endpoint.disabled && after < watermark()) this.waitingSince ??= clock()
      return committed
    }
    if (refused && clock() < refused.next) return pause(Math.min(refused.next - clock(), limits.lookMillis), signal)
    if (after < watermark()) await this.#sendPage(key, signal, breakOff)
    else this.waitingSince = undefined
    if (this.cursor.after < watermark() || signal.aborted) return
    await committed
    await pause(this.#hooks.paceMillis(), signal)
  }

  async #sendPage(key: AccessKey, signal: AbortSignal, breakOff: AbortSignal): Promise<void> {
    const { events } = this.#sending
    const { types, filter } = this.endpoint
    const purges = this.#hooks.purges()
    const limit = this.cursor.refused ? 1 : pageMax
    const wanted = { ...(types && { types }), ...(filter !== undefined && { filter }) }
    const page = await events({ after: this.cursor.after, limit, ...wanted }, key)
    for (const event of page.events) {
      this.waitingSince = event.time
      const isStale = purges !== this.#hooks.purges() || keyFor(this.endpoint, this.#sending) !== key
      if (signal.aborted || isStale || !(await this.#deliver(event, breakOff))) return
    }
    const { failing } = this.cursor
    this.#moveTo({ after: Math.max(page.revision, this.cursor.after), ...(failing && { failing }) }, false)
  }

  /** Whether the next event may follow. */
  async #deliver(event: SentEvent, breakOff: AbortSignal): Promise<boolean> {
    const attempt = await this.#hooks.post(this.endpoint, event, breakOff)
    if (breakOff.aborted) return false
    this.#hooks.done(attempt, event)
    if (attempt.reason === undefined) {
      this.#moveTo({ after: event.revision }, false)
      return true
    }
    return this.#refused(event, { ...attempt, reason: attempt.reason })
  }

  async #refused(event: SentEvent, attempt: Attempt & Explanation): Promise<boolean> {
    const fault = reasonIn(attempt)
    const now = this.#sending.clock()
    const { refused: before, failing } = this.cursor
    const inherited = failing && now - failing.last < failingMillis ? failing.since : undefined
    const refusals = before?.event === event.id ? before.refusals + 1 : 1
    const retryAfter = readRetryAfter(attempt.retryAfter, now)
    const refused: RefusedEvent = {
      event: event.id,
      revision: event.revision,
      ...(event.place !== undefined && { place: event.place }),
      time: event.time,
      refusals,
      since: before?.since ?? inherited ?? now,
      next: nextAttempt(now, refusals, { random: Math.random(), retryAfter }),
      ...explanationOf(fault),
    }
    const isGone = attempt.status === 410
    const isOver = isGone || now - refused.since >= patienceMillis
    if (!isOver && this.endpoint.skipAfter !== undefined && refusals >= this.endpoint.skipAfter) {
      this.#hooks.deadLetter(refused)
      this.#moveTo({ after: event.revision, failing: { since: refused.since, last: now } }, true)
      return true
    }
    this.#moveTo({ after: this.cursor.after, refused }, true)
    const silent = () => reason('webhook-refuses', { days: patienceDays, fault })
    if (isOver) await this.#hooks.disable(isGone ? reason('webhook-gone') : silent())
    return false
  }

  #moveTo(cursor: WebhookCursor, atOnce: boolean): void {
    const isMoved = cursor.after !== this.cursor.after || cursor.refused !== this.cursor.refused
    this.cursor = cursor
    if (isMoved) this.#hooks.moved(atOnce)
  }
}

/** The key that bounds what an endpoint is sent, or why nothing is sent to it now. */
export function keyFor(
  endpoint: KnownEndpoint,
  { keys, clock, secretsOf, faultOfFilter }: Pick<DeliveryContext, 'keys' | 'clock' | 'secretsOf' | 'faultOfFilter'>,
): AccessKey | Reason {
  if (endpoint.disabled) return reasonIn(endpoint.disabled)
  const key = keys.find(endpoint.key)
  if (key === undefined) return reason('key-revoked', { key: endpoint.key })
  if (key.expires !== undefined && key.expires <= clock()) return reason('key-expired', { key: key.name })
  if (!may(key, 'read-published')) return reason('key-reads-nothing', { key: key.name })
  const fault = endpoint.filter === undefined ? undefined : faultOfFilter(endpoint.filter, key)
  if (fault !== undefined) return reason('filter-of-key', { key: key.name, fault })
  if (secretsOf(endpoint) === undefined) return reason('secret-of-others')
  return key
}

/** Revisions that were not looked at yet. */
export function lagOf(queue: DeliveryQueue, watermark: Revision): number {
  return Math.max(0, watermark - queue.cursor.after)
}

/** When an event that was refused so many times is sent again. `random` is from 0 to 1; `retryAfter` is what the endpoint asked for, in milliseconds. */
export function nextAttempt(
  now: Instant,
  refusals: number,
  { random, retryAfter = 0 }: { readonly random: number; readonly retryAfter?: number | undefined },
): Instant {
  const pause = pauses[Math.min(refusals, pauses.length) - 1] ?? pauses[0]!
  return now + Math.max(Math.round(pause * (1 + jitterShare * random)), Math.min(retryAfter, retryAfterMax))
}

/** The pause that a `Retry-After` asks for, in milliseconds (RFC 9110, 10.2.3: seconds or a date); undefined for none. */
export function readRetryAfter(text: string | undefined, now: Instant): number | undefined {
  if (text === undefined) return undefined
  if (/^\d+$/.test(text.trim())) return Number(text) * second
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
