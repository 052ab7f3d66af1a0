import { type AccessKey, may } from '../access/access.ts'
import { pause } from '../common/pause.ts'
import { type Explanation, explanationOf, type Reason, reason, reasonIn } from '../common/reason.ts'
import type { Revision } from '../place/journal.ts'
import type { Instant } from '../place/place.ts'
import type { RefusedEvent, WebhookCursor } from '../store/webhook-state.ts'
import { type DeliveryContext, type NextEvent, postEvent, type SentEvent } from './delivery.ts'
import type { KnownEndpoint } from './endpoint.ts'
import type { Attempt } from './transport.ts'

/** Maximum number of revisions examined for an event before other queues get their turn. */
const lookMax = 100

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The pauses after the first refusals of an event; the last pause follows all further ones. */
const pauses = [
  ...[5 * second, 5 * minute, 30 * minute],
  ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
]

/** Jitter: maximum share added to a pause, so that endpoints that failed together are not retried together. */
const jitterShare = 0.1
/** The longest pause that an endpoint may request. */
const retryAfterMax = 24 * hour
/** Time of refusals after which an endpoint is disabled. */
const patienceDays = 5
const patienceMillis = patienceDays * 24 * hour
/** Time without refusals after which an endpoint is no longer failing; longer than any pause between attempts. */
const failingMillis = 2 * 24 * hour

/** The functions of the sender that a queue needs. */
interface QueueHooks {
  /** Resolves when it is time to look for events again: after a commit, or after some time. */
  readonly woken: () => Promise<void>
  /** Runs the task when the turn of this endpoint has come. */
  readonly inTurn: (task: () => Promise<void>) => Promise<void>
  /** Records an attempt. `moved` records the new cursor; `atOnce` if it must not be lost. */
  readonly done: (attempt: Attempt, event: SentEvent) => void
  readonly moved: (atOnce: boolean) => void
  readonly deadLetter: (refused: RefusedEvent) => void
  readonly disable: (why: Reason) => Promise<void>
}

/** Sends events to one endpoint in order and repeats each until it is taken. It holds only the event being sent. */
export class DeliveryQueue {
  readonly endpoint: KnownEndpoint
  cursor: WebhookCursor
  /** The time of the waiting event, or the start of the pause; undefined if there is neither. */
  waitingSince: Instant | undefined
  /** The last fault in reading events, which is logged only once. */
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

  /** Sends until the signal is aborted; then finishes the pending request, unless `breakOff` aborts it. */
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
    // Requested first, so that no commit in between is missed.
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
    // Without a step, the cursor may be within a revision that this process does not have yet.
    if (revision > after) this.#pass(revision)
    if (this.cursor.after >= watermark()) this.waitingSince = undefined
    else if (revision > after) return
    return woken
  }

  #next(key: AccessKey): Promise<NextEvent> {
    const { types, filter } = this.endpoint
    const { after, child } = this.cursor
    return this.#sending.next({ after, ...(child !== undefined && { child }), limit: lookMax, types, filter }, key)
  }

  /** Moves behind entries of no concern. */
  #pass(revision: Revision): void {
    const { after, failing } = this.cursor
    this.#moveTo({ after: Math.max(revision, after), ...(failing && { failing }) }, false)
  }

  /**
   * Sends the next event in its state when the turn has come: meanwhile its place may have been purged or its key
   * revoked.
   */
  async #deliver(signal: AbortSignal, breakOff: AbortSignal): Promise<void> {
    const key = keyFor(this.endpoint, this.#sending)
    if ('code' in key || signal.aborted) return
    const { event } = await this.#next(key)
    if (!event || signal.aborted) return
    const attempt = await postEvent(this.#sending, this.endpoint, event, breakOff)
    if (breakOff.aborted) return
    this.#hooks.done(attempt, event)
    if (attempt.reason === undefined) this.#moveTo(event.behind, false)
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
      ...(event.child !== undefined && { child: event.child }),
      behind: event.behind,
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
      return this.#moveTo({ ...event.behind, failing: { since: refused.since, last: now } }, true)
    }
    // The entries before it are of no concern and are not examined again.
    this.#moveTo({ after: event.revision - 1, ...(event.child !== undefined && { child: event.child }), refused }, true)
    const silent = () => reason('webhook-refuses', { days: patienceDays, fault })
    if (isOver) await this.#hooks.disable(isGone ? reason('webhook-gone') : silent())
  }

  #moveTo(cursor: WebhookCursor, atOnce: boolean): void {
    const isMoved = (['after', 'child', 'refused'] as const).some((part) => cursor[part] !== this.cursor[part])
    this.cursor = cursor
    if (isMoved) this.#hooks.moved(atOnce)
  }
}

/** Returns the key that limits the events of an endpoint, or the reason why none are sent now. */
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

/** Returns the number of revisions that were not examined yet. */
export function lagOf(queue: DeliveryQueue, watermark: Revision): number {
  return Math.max(0, watermark - queue.cursor.after)
}

/**
 * Returns the instant of the next attempt after this many refusals. `random` is from 0 to 1; `retryAfter` is the pause
 * that the endpoint requested, in milliseconds.
 */
export function nextAttempt(
  now: Instant,
  refusals: number,
  { random, retryAfter = 0 }: { readonly random: number; readonly retryAfter?: number | undefined },
): Instant {
  const pause = pauses[Math.min(refusals, pauses.length) - 1] ?? pauses[0]!
  return now + Math.max(Math.round(pause * (1 + jitterShare * random)), Math.min(retryAfter, retryAfterMax))
}

/**
 * Returns the pause that a `Retry-After` requests, in milliseconds (RFC 9110, 10.2.3: seconds or a date); undefined for
 * none.
 */
export function readRetryAfter(text: string | undefined, now: Instant): number | undefined {
  if (text === undefined) return undefined
  if (/^\d+$/.test(text.trim())) return Number(text) * second
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
