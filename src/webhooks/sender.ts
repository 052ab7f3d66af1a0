import { pause } from '../common/pause.ts'
import { explanationOf, type Reason } from '../common/reason.ts'
import { Semaphore } from '../common/semaphore.ts'
import type { JournalEntry } from '../place/journal.ts'
import type { DeadLetter, WebhookDelivery } from '../store/webhook-state.ts'
import type { DeliveryContext, SentEvent } from './delivery.ts'
import { DeliveryQueue, lagOf } from './delivery-queue.ts'
import type { KnownEndpoint } from './endpoint.ts'
import type { Attempt } from './transport.ts'

/** Maximum number of concurrent requests to quick endpoints; each endpoint has at most one. */
const sideBySideMax = 8
/** Maximum number of attempts kept for an endpoint until they are recorded. */
const unwrittenMax = 200

/** The backlog of an endpoint. */
export interface EndpointLag {
  readonly id: string
  readonly events: number
  readonly seconds: number
}

/** The progress of an endpoint that is not recorded yet. */
interface Unwritten {
  queue: DeliveryQueue
  isMoved: boolean
  deliveries: WebhookDelivery[]
  deadLetters: DeadLetter[]
}

function nothingOf(queue: DeliveryQueue): Unwritten {
  return { queue, isMoved: false, deliveries: [], deadLetters: [] }
}

interface RunningQueue {
  readonly queue: DeliveryQueue
  readonly stopping: AbortController
  readonly done: Promise<void>
}

/** `isQuick`: the endpoint answered its last request within its turn. A new endpoint is presumed slow. */
interface Pace {
  isQuick: boolean
}

/** Sends events to all endpoints while this process holds the leader lock. */
export class Sender {
  readonly #sending: DeliveryContext
  readonly #queues = new Map<string, RunningQueue>()
  readonly #sideBySide = new Semaphore(sideBySideMax)
  readonly #closing = new AbortController()
  readonly #breakOff = new AbortController()
  #unwritten = new Map<string, Unwritten>()
  #flushing: Promise<void> = Promise.resolve()
  #flushTimer: NodeJS.Timeout | undefined
  #isLeader = false
  #lastNumber = 0
  /** Idle queues wait for this. */
  #wakening = Promise.withResolvers<void>()
  #looking: NodeJS.Timeout | undefined
  /** Serializes the starting and stopping of queues. */
  #turn: Promise<void> = Promise.resolve()

  constructor(sending: DeliveryContext) {
    this.#sending = sending
  }

  /** Starts sending, or stops it because this process no longer leads. */
  lead(isLeader: boolean): void {
    this.#isLeader = isLeader
    if (isLeader && this.#looking === undefined) {
      this.#looking = setInterval(() => this.#wake(), this.#sending.limits.lookMillis).unref()
      void this.#wakeOnCommits()
    }
    void this.#reconcile()
  }

  /** Processes entries of the journal after the endpoints have applied them. */
  apply(entries: readonly JournalEntry[]): void {
    for (const { kind, action, id } of entries) if (kind === 'place' && action === 'purge') this.#forget(id)
    if (entries.some(({ kind }) => kind === 'webhook')) void this.#reconcile()
  }

  /** Restarts all queues from the record after the history has diverged. */
  reset(): void {
    void this.#reconcile(true)
  }

  /** Returns the backlog of each endpoint; empty while another process sends. */
  lags(): readonly EndpointLag[] {
    const [now, watermark] = [this.#sending.clock(), this.#sending.watermark()]
    return [...this.#queues.values()].map(({ queue }) => ({
      id: queue.endpoint.id,
      events: lagOf(queue, watermark),
      seconds: queue.waitingSince === undefined ? 0 : Math.max(0, now - queue.waitingSince) / 1000,
    }))
  }

  /** Finishes pending requests, or aborts them after a time limit, and records the progress. */
  async close(): Promise<void> {
    this.#closing.abort()
    const late = setTimeout(() => this.#breakOff.abort(), this.#sending.limits.drainMillis).unref()
    this.#isLeader = false
    await this.#reconcile()
    clearTimeout(late)
    clearInterval(this.#looking)
    clearTimeout(this.#flushTimer)
    await this.flush()
  }

  /** Starts and stops queues to match the present endpoints, if this process is the leader; stops all otherwise. */
  #reconcile(anew = false): Promise<void> {
    this.#turn = this.#turn
      .then(() => this.#reconcileNow(anew))
      .catch(async (error: unknown) => {
        this.#sending.onFault('the state of webhooks could not be read', error)
        await pause(this.#sending.limits.flushMillis, this.#closing.signal)
        if (!this.#closing.signal.aborted) void this.#reconcile(anew)
      })
    return this.#turn
  }

  async #reconcileNow(anew: boolean): Promise<void> {
    const { endpoints, cursors } = this.#sending
    const ended: Promise<void>[] = []
    for (const [id, { queue, stopping, done }] of this.#queues) {
      if (!anew && this.#isLeader && endpoints.find(id)?.epoch === queue.endpoint.epoch) continue
      stopping.abort()
      this.#queues.delete(id)
      ended.push(done)
    }
    this.#wake()
    await Promise.all(ended)
    if (!this.#isLeader || endpoints.list().every(({ id }) => this.#queues.has(id))) return
    await this.flush()
    const stored = new Map((await cursors()).map((cursor) => [cursor.id, cursor]))
    for (const endpoint of endpoints.list()) {
      const cursor = stored.get(endpoint.id)
      if (this.#queues.has(endpoint.id) || cursor === undefined) continue
      const { id: _, epoch: __, ...position } = cursor
      this.#begin(endpoint, position)
    }
  }

  #begin(endpoint: KnownEndpoint, cursor: DeliveryQueue['cursor']): void {
    const stopping = new AbortController()
    const pace: Pace = { isQuick: false }
    const queue: DeliveryQueue = new DeliveryQueue(endpoint, cursor, this.#sending, {
      woken: () => this.#wakening.promise,
      inTurn: (task) => this.#inTurn(pace, task),
      done: (attempt, event) => this.#note(queue, attempt, event),
      moved: (atOnce) => {
        this.#unwrittenOf(queue).isMoved = true
        this.#flushSoon(atOnce)
      },
      deadLetter: ({ refusals: _, since: __, next: ___, behind: ____, ...letter }) => {
        this.#unwrittenOf(queue).deadLetters.push({ ...letter, time: this.#sending.clock() })
        this.#sending.onDeadLetter()
      },
      disable: (why) => this.#disable(endpoint, why),
    })
    const done = queue.run(stopping.signal, this.#breakOff.signal)
    this.#queues.set(endpoint.id, { queue, stopping, done })
  }

  /** Wakes the queues once for a commit and the commits close behind it, so that all examine each change together. */
  async #wakeOnCommits(): Promise<void> {
    const { signal } = this.#closing
    for (let committed = this.#sending.nextCommit(signal); !signal.aborted; ) {
      await committed
      committed = this.#sending.nextCommit(signal)
      this.#wake()
      await pause(this.#queues.size, signal)
    }
  }

  #wake(): void {
    const { resolve } = this.#wakening
    this.#wakening = Promise.withResolvers()
    resolve()
  }

  /**
   * Runs a task when a turn is free. A slow endpoint keeps its turn only for a moment and then takes none until it is
   * quick again, so that it does not block the others.
   */
  async #inTurn(pace: Pace, task: () => Promise<void>): Promise<void> {
    let done: Promise<void> | undefined
    const begin = async () => {
      const late = Promise.withResolvers<false>()
      const timer = setTimeout(() => late.resolve(false), this.#sending.limits.turnMillis)
      done = task().finally(() => clearTimeout(timer))
      pace.isQuick = await Promise.race([done.then(() => true), late.promise])
    }
    await (pace.isQuick ? this.#sideBySide.run(begin) : begin())
    await done
  }

  async #disable({ id, url }: KnownEndpoint, why: Reason): Promise<void> {
    this.#sending.onFault(`the webhook ${id} to ${new URL(url).host} is disabled: ${why.detail}`)
    const now = this.#sending.clock()
    const change = { disabled: { ...explanationOf(why), time: now } }
    await this.flush()
    await this.#sending.command({ kind: 'webhook', id, change, who: 'the sender of webhooks', now })
  }

  #note(queue: DeliveryQueue, attempt: Attempt, { id, revision, place }: SentEvent): void {
    const { retryAfter: _, ...outcome } = attempt
    const time = this.#sending.clock()
    const about = { number: this.nextNumber(), event: id, revision, ...(place !== undefined && { place }), time }
    const { deliveries } = this.#unwrittenOf(queue)
    deliveries.push({ ...about, ...outcome })
    if (deliveries.length > unwrittenMax) deliveries.splice(0, deliveries.length - unwrittenMax)
  }

  /** Returns a number that orders attempts, also across processes. */
  nextNumber(): number {
    this.#lastNumber = Math.max(this.#lastNumber + 1, this.#sending.clock() * 1000)
    return this.#lastNumber
  }

  #unwrittenOf(queue: DeliveryQueue): Unwritten {
    const unwritten = this.#unwritten.getOrInsertComputed(queue.endpoint.id, () => nothingOf(queue))
    unwritten.queue = queue
    return unwritten
  }

  #flushSoon(atOnce: boolean): void {
    if (atOnce) void this.flush()
    else this.#flushTimer ??= setTimeout(() => void this.flush(), this.#sending.limits.flushMillis).unref()
  }

  /** Records the progress at once; if that fails, it is recorded together with later progress. */
  flush(): Promise<void> {
    clearTimeout(this.#flushTimer)
    this.#flushTimer = undefined
    this.#flushing = this.#flushing.then(() => this.#writeDown())
    return this.#flushing
  }

  async #writeDown(): Promise<void> {
    if (this.#unwritten.size === 0) return
    const written = this.#unwritten
    this.#unwritten = new Map()
    const reports = [...written.values()].map(({ queue, isMoved, deliveries, deadLetters }) => ({
      id: queue.endpoint.id,
      ...(isMoved && { cursor: { epoch: queue.endpoint.epoch, ...queue.cursor } }),
      ...{ deliveries, deadLetters, delivered: [] },
    }))
    try {
      await this.#sending.command({ kind: 'webhook-progress', reports })
    } catch (error) {
      this.#sending.onFault('how far webhooks are could not be written down', error)
      for (const [id, { queue, isMoved, ...records }] of written) {
        const later = this.#unwritten.getOrInsertComputed(id, () => nothingOf(queue))
        later.deliveries = [...records.deliveries, ...later.deliveries].slice(-unwrittenMax)
        later.deadLetters = [...records.deadLetters, ...later.deadLetters]
        later.isMoved ||= isMoved
      }
      this.#flushSoon(false)
    }
  }

  /** Discards pending records about a purged place. */
  #forget(place: string): void {
    for (const records of this.#unwritten.values()) {
      records.deliveries = records.deliveries.filter((delivery) => delivery.place !== place)
      records.deadLetters = records.deadLetters.filter((letter) => letter.place !== place)
    }
  }
}
