import { pause } from '../common/pause.ts'
import { explanationOf, type Reason } from '../common/reason.ts'
import { Semaphore } from '../common/semaphore.ts'
import type { JournalEntry } from '../place/journal.ts'
import type { DeadLetter, WebhookDelivery } from '../store/webhook-state.ts'
import type { DeliveryContext, SentEvent } from './delivery.ts'
import { DeliveryQueue, lagOf } from './delivery-queue.ts'
import type { KnownEndpoint } from './endpoint.ts'
import type { Attempt } from './transport.ts'

/** Requests side by side to endpoints that answer quickly; each endpoint has one at most. */
const sideBySideMax = 8
/** Attempts that are kept until they are written down. */
const unwrittenMax = 200

/** How far an endpoint is behind. */
export interface EndpointLag {
  readonly id: string
  readonly events: number
  readonly seconds: number
}

/** What is not written down yet of an endpoint. */
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

/** Whether an endpoint has answered its last request while its turn lasted; a new one is not trusted to. */
interface Pace {
  isQuick: boolean
}

/** Sends events to all endpoints, while this process has the lock of it. */
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
  /** What the queues wait for that have nothing to do. */
  #wakening = Promise.withResolvers<void>()
  #looking: NodeJS.Timeout | undefined
  /** Queues are begun and ended one after the other. */
  #turn: Promise<void> = Promise.resolve()

  constructor(sending: DeliveryContext) {
    this.#sending = sending
  }

  /** Begins to send, or ends it, as another process has begun to. */
  lead(isLeader: boolean): void {
    this.#isLeader = isLeader
    if (isLeader && this.#looking === undefined) {
      this.#looking = setInterval(() => this.#wake(), this.#sending.limits.lookMillis).unref()
      void this.#wakeOnCommits()
    }
    void this.#align()
  }

  /** Takes in entries of the journal, which the endpoints have taken in. */
  apply(entries: readonly JournalEntry[]): void {
    for (const { kind, action, id } of entries) if (kind === 'place' && action === 'purge') this.#forget(id)
    if (entries.some(({ kind }) => kind === 'webhook')) void this.#align()
  }

  /** Begins from the record again, after the history diverged. */
  reset(): void {
    void this.#align(true)
  }

  /** How far each endpoint is behind; nothing where another process sends. */
  lags(): readonly EndpointLag[] {
    const [now, watermark] = [this.#sending.clock(), this.#sending.watermark()]
    return [...this.#queues.values()].map(({ queue }) => ({
      id: queue.endpoint.id,
      events: lagOf(queue, watermark),
      seconds: queue.waitingSince === undefined ? 0 : Math.max(0, now - queue.waitingSince) / 1000,
    }))
  }

  /** Finishes what is under way, or breaks it off, and writes down what was done. */
  async close(): Promise<void> {
    this.#closing.abort()
    const late = setTimeout(() => this.#breakOff.abort(), this.#sending.limits.drainMillis).unref()
    this.#isLeader = false
    await this.#align()
    clearTimeout(late)
    clearInterval(this.#looking)
    clearTimeout(this.#flushTimer)
    await this.flush()
  }

  /** Lets queues run for the endpoints that there are now, if this process is the one that sends. */
  #align(anew = false): Promise<void> {
    this.#turn = this.#turn
      .then(() => this.#alignNow(anew))
      .catch(async (error: unknown) => {
        this.#sending.onFault('the state of webhooks could not be read', error)
        await pause(this.#sending.limits.flushMillis, this.#closing.signal)
        if (!this.#closing.signal.aborted) void this.#align(anew)
      })
    return this.#turn
  }

  async #alignNow(anew: boolean): Promise<void> {
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
      const { after, refused, failing } = cursor
      this.#begin(endpoint, { after, ...(refused && { refused }), ...(failing && { failing }) })
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
      deadLetter: ({ refusals: _, since: __, next: ___, ...letter }) => {
        this.#unwrittenOf(queue).deadLetters.push({ ...letter, time: this.#sending.clock() })
        this.#sending.onDeadLetter()
      },
      disable: (why) => this.#disable(endpoint, why),
    })
    const done = queue.run(stopping.signal, this.#breakOff.signal)
    this.#queues.set(endpoint.id, { queue, stopping, done })
  }

  /** Wakes the queues after a commit, and those that come with it: together they look at each change at once. */
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
   * Runs a task when one of the turns is free. An endpoint that is slow keeps its turn for a moment only, and then takes none
   * until it is quick again, so that it holds up no others.
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
    const { retryAfter: _, ...told } = attempt
    const time = this.#sending.clock()
    const about = { number: this.nextNumber(), event: id, revision, ...(place !== undefined && { place }), time }
    const { deliveries } = this.#unwrittenOf(queue)
    deliveries.push({ ...about, ...told })
    if (deliveries.length > unwrittenMax) deliveries.splice(0, deliveries.length - unwrittenMax)
  }

  /** By which attempts are in order, of whichever process. */
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

  /** Writes down at once what was done; what cannot be now is written with what is done later. */
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
      for (const [id, { queue, isMoved, ...told }] of written) {
        const later = this.#unwritten.getOrInsertComputed(id, () => nothingOf(queue))
        later.deliveries = [...told.deliveries, ...later.deliveries].slice(-unwrittenMax)
        later.deadLetters = [...told.deadLetters, ...later.deadLetters]
        later.isMoved ||= isMoved
      }
      this.#flushSoon(false)
    }
  }

  /** Nothing of a place that was purged waits any more, or is told of it. */
  #forget(place: string): void {
    for (const told of this.#unwritten.values()) {
      told.deliveries = told.deliveries.filter((delivery) => delivery.place !== place)
      told.deadLetters = told.deadLetters.filter((letter) => letter.place !== place)
    }
  }
}
