import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { within } from '../common/pause.ts'
import { Problem, unavailable } from '../common/problem.ts'
import type { JournalEntry, Position, Revision } from '../place/journal.ts'
import { CommitQueue } from '../store/commit-queue.ts'
import type { JournalEnd, Watch } from '../store/store.ts'
import { reasonOf } from '../store/unwritable.ts'
import type { OpenRecord } from './open-record.ts'
import { positionTag, type SearchEngine } from './search-engine.ts'

/** The sources of a replica's answers, and the listeners of its commits. */
interface ReplicaOptions {
  readonly engine: SearchEngine
  readonly logger: Logger
  /** Differs between services that would answer the same history differently. */
  readonly edition: string
  /** Called with the seconds until a group of writes was durable. */
  readonly onCommit: (seconds: number) => void
  /** Called with entries after keys and names have applied them, and when those were read again. */
  readonly onEntries: (entries: readonly JournalEntry[]) => void
  readonly onReread: () => void
  readonly limits?: Partial<ReplicaLimits> | undefined
}

/** The position of this process in the journal, prepared for answers. */
interface Watermark {
  readonly revision: Revision
  /** The revision as text. */
  readonly text: string
  /** Differs wherever the same question may be answered differently: by the edition and the point of the history. */
  readonly tag: string
}

/** Readiness for searches and writes; if not ready, the reason. */
interface Readiness {
  readonly ready: boolean
  readonly reason?: string
  /** Why nothing can be written now, although everything can be read. */
  readonly outage?: string
}

/** Waiting times of callers and of a new history, in milliseconds; tests use less. */
const defaultLimits = {
  /** A request waits so long for a revision that this process has not seen. */
  reachMillis: 2_000,
  /** A write waits so long until searches see it. */
  applyTimeoutMillis: 10_000,
  /** Pause before a new history is read again after a failure. */
  rereadMillis: 1_000,
}
export type ReplicaLimits = Readonly<typeof defaultLimits>

/** `refilling`: the history has diverged before the backfill was complete. */
export type ReplicaState = 'filling' | 'refilling' | 'following' | 'rereading' | 'stopping'
export type ReplicaEvent = 'filled' | 'diverged' | 'reread' | 'stopped'

/**
 * The next state for each state and event; `docs/internals.md` explains it. `diverged` and `reread` alternate, since the
 * queue reads the journal in one turn after another. A stop is final, whatever is still under way.
 */
export const replicaTransitions = {
  filling: { filled: 'following', diverged: 'refilling', reread: 'impossible', stopped: 'stopping' },
  refilling: { filled: 'impossible', diverged: 'impossible', reread: 'filling', stopped: 'stopping' },
  following: { filled: 'impossible', diverged: 'rereading', reread: 'impossible', stopped: 'stopping' },
  rereading: { filled: 'impossible', diverged: 'impossible', reread: 'following', stopped: 'stopping' },
  stopping: { filled: 'stopping', diverged: 'stopping', reread: 'stopping', stopped: 'stopping' },
} as const satisfies Record<ReplicaState, Record<ReplicaEvent, ReplicaState | 'impossible'>>

const historyChanged = 'the history of the record has changed, and is being read again'

/** Long polls that are woken in a turn of the event loop: about three milliseconds with answering them. */
const polledAtOnce = 16

/**
 * Follows the journal, also that of other writers, and keeps the search engine and the keys and names in memory up to
 * date. If the history has diverged, it discards and rebuilds all of them.
 */
export class Replica {
  readonly queue: CommitQueue
  readonly #options: ReplicaOptions
  readonly #limits: ReplicaLimits
  readonly #record: OpenRecord
  readonly #engine: SearchEngine
  readonly #watermarkSignal = createCommitSignal()
  readonly #pollSignal = createCommitSignal(polledAtOnce)
  readonly #closing = new AbortController()
  #watch: Watch | undefined
  #watermark: Watermark
  /** True if the last read of other processes' writes failed. */
  #isCutOff = false
  /** Why the last group of writes could not be recorded, or undefined when it was. */
  #unwritten: string | undefined
  #state: ReplicaState = 'filling'
  /** Why nothing could be written at the start, until it is known what is so now. */
  #outageAtStart: string | undefined
  /** Goes up with each rebuild. */
  #age = 0

  constructor(record: OpenRecord, options: ReplicaOptions) {
    const { engine, onCommit } = options
    const { store } = record
    this.#record = record
    this.#options = options
    this.#limits = { ...defaultLimits, ...options.limits }
    this.#engine = engine
    this.queue = new CommitQueue({
      store,
      onCommitted: (entries) => this.#committed(entries),
      onDiverged: () => this.#diverged(),
      onCommit: (seconds, fault) => {
        this.#unwritten = fault instanceof Problem && fault.code === 'unavailable' ? reasonOf(fault) : undefined
        onCommit(seconds)
      },
    })
    this.#watermark = this.#watermarkAt({ revision: 0, transactionId: 0 })
  }

  get watermark(): Watermark {
    return this.#watermark
  }

  get state(): ReplicaState {
    return this.#state
  }

  get readiness(): Readiness {
    if (this.#state !== 'following') return { ready: false, reason: this.#reasonOf(this.#state) }
    const outage = this.#outageAtStart ?? (this.#watch ? this.#watch.outage : this.#unwritten)
    return outage === undefined ? { ready: true } : { ready: true, outage }
  }

  /** Backfills the engine, and begins to follow what others write. */
  async backfill(): Promise<void> {
    const { store } = this.#record
    const { position, outage } = await this.#engine.backfill()
    await this.#beginAt(position)
    if (outage === undefined) await this.queue.catchUp()
    this.#outageAtStart = outage
    this.#moveOn('filled')
    this.#watch = store.watch?.((end) => {
      this.#outageAtStart = undefined
      void this.#catchUp(end)
    })
  }

  /** Resolves soon after the next commit of anybody, or when `signal` is aborted. */
  nextCommit(signal: AbortSignal): Promise<void> {
    return this.#pollSignal.next(signal)
  }

  /**
   * Resolves when this process has seen the revision. Rejects with `unavailable` when that takes too long, and with
   * `conflict` when there is no such revision.
   */
  async reach(revision: Revision, signal: AbortSignal): Promise<void> {
    const until = AbortSignal.any([signal, AbortSignal.timeout(this.#limits.reachMillis)])
    // Asked for at once: the notification may be lost.
    this.queue.catchUp(revision).catch(() => {})
    while (this.#watermark.revision < revision && !until.aborted) await this.#watermarkSignal.next(until)
    if (this.#watermark.revision >= revision) return
    const last = await this.#record.store.lastRevision(revision).catch(() => undefined)
    if (last !== undefined && last < revision) {
      throw new Problem('conflict', `the journal ends at revision ${last}, before ${revision}; read everything anew`)
    }
    const detail = `this replica has seen the changes up to revision ${this.#watermark.revision}, not up to ${revision}`
    throw unavailable(detail, 1)
  }

  /** To be called before what answers is closed. */
  stop(): void {
    this.#moveOn('stopped')
    this.#closing.abort()
    // The queue is closed first, and waits for what is being taken in.
    this.#engine.stop()
  }

  async close(): Promise<void> {
    await this.#watch?.close()
    await this.queue.close()
    await this.#engine.close()
  }

  /** Callers learn of their writes when these are seen by every search. */
  #committed(entries: readonly JournalEntry[]): Promise<unknown> {
    this.#record.apply(entries)
    this.#options.onEntries(entries)
    const taken = this.#engine.apply(entries)
    if (taken === undefined) return this.#advance(entries)
    const age = this.#age
    // If the history has diverged meanwhile, it does not have these entries.
    const seen = taken.then(() => (age === this.#age ? this.#advance(entries) : undefined))
    const late = () => unavailable('the change was recorded, but searches do not see it yet', 1)
    return within(seen, this.#limits.applyTimeoutMillis, late)
  }

  #advance(entries: readonly JournalEntry[]): Promise<unknown> {
    const { revision, transactionId = 0 } = entries.at(-1)!
    // Entries that took too long are visible after later ones.
    if (revision > this.#watermark.revision) this.#watermark = this.#watermarkAt({ revision, transactionId })
    this.#watermarkSignal.notify()
    this.#pollSignal.notify()
    return this.#engine.capacity(entries)
  }

  /** An outage is logged once, however often it is found. */
  async #catchUp(end: JournalEnd | undefined): Promise<void> {
    try {
      await this.queue.catchUp(end)
      this.#isCutOff = false
    } catch (error) {
      if (!this.#isCutOff) this.#options.logger.warn({ err: error }, 'what others have written could not be read')
      this.#isCutOff = true
    }
  }

  async #beginAt(position: Position): Promise<void> {
    // Keys and names are as of the opening of the record, and others may have written since.
    if (position.revision > this.#record.revision) await this.#record.reread()
    this.queue.goOnFrom(position)
    this.#watermark = this.#watermarkAt(position)
  }

  /** Rebuilds the read model after the history diverged; nothing is answered meanwhile, since it would be from none. */
  async #diverged(): Promise<Position> {
    this.#age++
    this.#moveOn('diverged')
    this.#options.logger.warn({ seen: this.#watermark.revision }, historyChanged)
    for (;;) {
      try {
        const position = await this.#engine.rebuild()
        await this.#record.reread()
        this.#watermark = this.#watermarkAt(position)
        this.#options.onReread()
        this.#moveOn('reread')
        return position
      } catch (error) {
        if (this.#closing.signal.aborted) throw error
        this.#options.logger.warn({ err: error }, 'the new history could not be read; it is tried again')
      }
      await setTimeout(this.#limits.rereadMillis, undefined, { signal: this.#closing.signal })
    }
  }

  #moveOn(event: ReplicaEvent): void {
    const next = replicaTransitions[this.#state][event]
    if (next === 'impossible') throw new Error(`a replica that is ${this.#state} cannot be ${event}`)
    this.#state = next
    if (next === 'following') this.#engine.opened()
  }

  #reasonOf(state: Exclude<ReplicaState, 'following'>): string {
    switch (state) {
      case 'filling':
        return this.#engine.unready
      case 'refilling':
      case 'rereading':
        return historyChanged
      case 'stopping':
        return 'the service is stopping'
    }
  }

  #watermarkAt(position: Position): Watermark {
    const { revision } = position
    return { revision, text: String(revision), tag: positionTag(this.#options.edition, position) }
  }
}

/**
 * Wakes all waiters at every commit, at most `wokenAtOnce` in a turn of the event loop, since there may be thousands.
 * The routes bound their number.
 */
export function createCommitSignal(wokenAtOnce = Number.POSITIVE_INFINITY) {
  const waiting = new Set<() => void>()
  const due = new Set<() => void>()
  const wakeSome = () => {
    let woken = 0
    for (const wake of due) {
      if (woken++ === wokenAtOnce) break
      wake()
    }
    if (due.size > 0) setImmediate(wakeSome)
  }
  return {
    notify(): void {
      const isWaking = due.size > 0
      for (const wake of waiting) due.add(wake)
      waiting.clear()
      if (!isWaking) wakeSome()
    },
    /** Resolves soon after the next commit, or when `signal` is aborted. */
    next: (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve()
        const done = () => {
          if (!waiting.delete(done)) due.delete(done)
          signal.removeEventListener('abort', done)
          resolve()
        }
        waiting.add(done)
        signal.addEventListener('abort', done)
      }),
  }
}
