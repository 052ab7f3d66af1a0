import { type AccessKey, may } from '../access/access.ts'
import { pause } from '../common/pause.ts'
import { type Explanation, explanationOf, type Reason, reason, reasonIn } from '../common/reason.ts'
import type { Revision } from '../place/journal.ts'
import type { Instant } from '../place/place.ts'
import type { RefusedEvent, WebhookCursor } from '../store/webhook-state.ts'
import { type DeliveryContext, type NextEvent, postEvent, type SentEvent } from './delivery.ts'
import type { KnownEndpoint } from './endpoint.ts'
import type { Attempt } from './transport.ts'

/** Revisions that are looked at for an event before others get their turn. */
const lookMax = 100

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

/** What a queue needs of the sender that it is part of. */
interface QueueHooks {
  /** Resolves when it is time to look for events again: after a commit, or when some time has passed. */
  readonly woken: () => Promise<void>
  /** Runs the task when the turn of this endpoint has come. */
  readonly inTurn: (task: () => Promise<void>) => Promise<void>
  /** Takes note of an attempt, and of where the queue is then; `atOnce` where that must not be lost. */
  readonly done: (attempt: Attempt, event: SentEvent) => void
  readonly moved: (atOnce: boolean) => void
  readonly deadLetter: (refused: RefusedEvent) => void
  readonly disable: (why: Reason) => Promise<void>
}

/** One endpoint, to which events are sent in their order, each until it is taken. It holds no event but the one that is under way. */
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
    const { clock, watermark } = this.#sending
    // Asked for first, so that no commit comes unseen between.
    const woken = this.#hooks.woken()
    const { refused, after } = this.cursor
    const key = keyFor(this.endpoint, this.#sending)
    if ('code' in key) {
      if (!this.endpoint.disabled && after < watermark()) this.waitingSince ??= clock()
      return woken
    }
    if (refused && clock() < refused.next) return woken
    const { event, revision } = await this.#next(key)
    if (signal.aborted) return
    if (event) {
      this.waitingSince = event.time
      return this.#hooks.inTurn(() => this.#deliver(signal, breakOff))
    }
    this.#pass(revision)
    if (this.cursor.after >= watermark()) this.waitingSince = undefined
    else if (revision > after) return
    return woken
  }

  #next(key: AccessKey): Promise<NextEvent> {
    const { types, filter } = this.endpoint
    return this.#sending.next({ after: this.cursor.after, limit: lookMax, types, filter }, key)
  }

  /** Moves behind what is of no concern. */
  #pass(revision: Revision): void {
    const { after, failing } = this.cursor
    this.#moveTo({ after: Math.max(revision, after), ...(failing && { failing }) }, false)
  }

  /** Sends the next event as it is when the turn has come: its place may have been purged, or its key revoked meanwhile. */
  async #deliver(signal: AbortSignal, breakOff: AbortSignal): Promise<void> {
    const key = keyFor(this.endpoint, this.#sending)
    if ('code' in key || signal.aborted) return
    const { event } = await this.#next(key)
    if (!event || signal.aborted) return
    const attempt = await postEvent(this.#sending, this.endpoint, event, breakOff)
    if (breakOff.aborted) return
    this.#hooks.done(attempt, event)
    if (attempt.reason === undefined) this.#moveTo({ after: event.revision }, false)
    else await this.#refused(event, { ...attempt, reason: attempt.reason })
  }

  async #refused(event: SentEvent, attempt: Attempt & Explanation): Promise<void> {
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
      return this.#moveTo({ after: event.revision, failing: { since: refused.since, last: now } }, true)
    }
    // What is in front of it is of no concern, and is not looked at again.
    this.#moveTo({ after: event.revision - 1, refused }, true)
    const silent = () => reason('webhook-refuses', { days: patienceDays, fault })
    if (isOver) await this.#hooks.disable(isGone ? reason('webhook-gone') : silent())
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
