import { setImmediate, setTimeout } from 'node:timers/promises'
import { Problem, unavailable } from '../common/problem.ts'
import type { JournalEntry, Position, Revision } from '../place/journal.ts'
import { type Command, HistoryDiverged, type JournalEnd, type Outcome, type Store } from './store.ts'

/** The store behind a queue, its callbacks and its limits. */
interface CommitQueueOptions {
  readonly store: Pick<Store, 'write' | 'follow'>
  /**
   * Called once for each new entry, in order and without gaps, before any caller learns its outcome. Callers and the
   * next group wait for the promise that it may return.
   */
  readonly onCommitted: (entries: readonly JournalEntry[]) => unknown
  /** Called when the history has diverged: everything has to be read again. Resolves with the position after that. */
  readonly onDiverged?: () => Promise<Position>
  /** Called after each group with the seconds that the store took, and with the error if nothing could be written. */
  readonly onCommit?: (seconds: number, fault?: unknown) => void
  readonly limits?: Partial<CommitLimits>
}

/** The limits of a group commit and of the queue in front of it. */
const defaultLimits = {
  /** Maximum number of commands in one transaction. */
  group: 1_024,
  /** A transaction with at least this many bytes of bodies takes no more commands. */
  groupBytes: 1024 * 1024,
  /** Maximum number of waiting commands; beyond it, a write is refused as `unavailable`. */
  waiting: 10_000,
  /** Maximum bytes of bodies that wait or are being written, as far as callers pass their sizes. */
  waitingBytes: 256 * 1024 * 1024,
}
type CommitLimits = Readonly<typeof defaultLimits>

/** Number of outcomes applied and answered in one turn of the event loop: about a millisecond. */
const answeredAtOnce = 4
/** Maximum number of entries of other writers that are read at once. */
const catchUpMax = 1_000
/** Longest time that a catch-up waits for the group being written, which usually is what was announced. */
const catchUpWaitMillis = 50

interface Ticket {
  readonly command: Command
  readonly bytes: number
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/**
 * A queue in front of a store that gathers concurrent writes into groups: while one group is flushed, the next one
 * collects. New entries also come in through it, written here or by other processes, each once and in order.
 */
export class CommitQueue {
  readonly #options: CommitQueueOptions
  readonly #limits: CommitLimits
  #tickets: Ticket[] = []
  #bytes = 0
  #position: Position = { revision: 0, transactionId: 0 }
  #running: Promise<void> | undefined
  /** The write of the current group. */
  #writing: Promise<unknown> | undefined
  /** Serializes the intake of entries. */
  #turn: Promise<unknown> = Promise.resolve()
  /** The last announced revision that has not been read yet. */
  #announced = 0
  /** A catch-up that has not begun yet. */
  #nextCatchUp: Promise<void> | undefined
  #closed = false

  constructor(options: CommitQueueOptions) {
    this.#options = options
    this.#limits = { ...defaultLimits, ...options.limits }
  }

  /** Number of waiting commands, without those of the group being written. */
  get waiting(): number {
    return this.#tickets.length
  }

  /**
   * Resolves with the command's outcome once it is durable and `onCommitted` has seen it. `bytes` is the size of its
   * body. Rejects with `unavailable` when nothing could be written or too many commands wait.
   */
  async write(command: Command, bytes = 0): Promise<Outcome> {
    if (this.#closed) throw unavailable('the service is stopping', 1)
    if (this.#tickets.length >= this.#limits.waiting || this.#bytes + bytes > this.#limits.waitingBytes) {
      throw unavailable(
        `${this.#tickets.length} writes with ${this.#bytes} bytes are waiting already; come back a little later`,
        1,
      )
    }
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    this.#tickets.push({ command, bytes, resolve, reject })
    this.#bytes += bytes
    this.#running ??= this.#run()
    return promise.finally(() => {
      this.#bytes -= bytes
    })
  }

  /** Sets the position of the index after its backfill. */
  goOnFrom(position: Position): void {
    this.#position = position
  }

  /**
   * Reads the entries that others have written, up to `end` if it is known; resolves once `onCommitted` has seen them.
   * If `end` is a position that contradicts the last seen entry, the history is checked for divergence. Rejects when
   * the journal cannot be read now; the next call then looks for that end again.
   */
  catchUp(end: JournalEnd = Number.POSITIVE_INFINITY): Promise<void> {
    this.#announced = Math.max(this.#announced, this.#revisionToLookFor(end))
    if (this.#announced <= this.#position.revision || this.#closed) return Promise.resolve()
    this.#nextCatchUp ??= this.#afterWriting().then(() => {
      this.#nextCatchUp = undefined
      return this.#inTurn(() => this.#readAnnounced())
    })
    return this.#nextCatchUp
  }

  /** Refuses new commands; resolves when the accepted ones are answered. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#running
    await this.#turn
  }

  async #run(): Promise<void> {
    // Writers in the same turn of the event loop share the first group.
    await Promise.resolve()
    while (this.#tickets.length > 0) {
      await this.#commit(this.#nextGroup())
    }
    this.#running = undefined
  }

  #nextGroup(): readonly Ticket[] {
    const { group, groupBytes } = this.#limits
    let [size, bytes] = [0, 0]
    while (size < Math.min(group, this.#tickets.length) && bytes < groupBytes) bytes += this.#tickets[size++]!.bytes
    return this.#tickets.splice(0, size)
  }

  async #commit(group: readonly Ticket[]): Promise<void> {
    const started = performance.now()
    const commands = group.map(({ command }) => command)
    const measure = (fault?: unknown) => this.#options.onCommit?.((performance.now() - started) / 1000, fault)
    let outcomes: readonly Outcome[]
    try {
      this.#writing = this.#options.store.write(commands)
      outcomes = (await this.#writing) as readonly Outcome[]
    } catch (error) {
      measure(error)
      return this.#recover(group, error)
    }
    measure()
    try {
      await this.#inTurn(() => this.#answer(group, outcomes))
    } catch (error) {
      for (const ticket of group) ticket.reject(error)
    }
  }

  /** Applies and answers the outcomes a few at a time, so that reads get their turn in between. */
  async #answer(group: readonly Ticket[], outcomes: readonly Outcome[]): Promise<void> {
    // Also when nothing had to be changed: an earlier write of others is the reason, and the caller must see it.
    const before = outcomes.map(positionBefore).find((position) => position !== undefined)
    const goesOn = before?.revision === this.#position.revision && before.transactionId === this.#position.transactionId
    if (before && !goesOn) await this.#readOn().catch(throwUnseen)
    for (let start = 0; start < group.length; start += answeredAtOnce) {
      if (start > 0) await setImmediate()
      const some = outcomes.slice(start, start + answeredAtOnce)
      const entries = goesOn ? some.flatMap(writtenBy) : []
      if (entries.length > 0) await this.#takeIn(entries)
      for (const [index, outcome] of some.entries()) group[start + index]!.resolve(outcome)
    }
  }

  async #recover(group: readonly Ticket[], error: unknown): Promise<void> {
    if (group.length > 1 && error instanceof Problem && error.code === 'internal') {
      // Nothing of the group was written, and a single command may be at fault; the others need not fail with it.
      const middle = Math.ceil(group.length / 2)
      for (const half of [group.slice(0, middle), group.slice(middle)]) await this.#commit(half)
      return
    }
    // The group may be in the record although its answer was lost, and the index must not fall behind the record. If
    // the journal cannot be read now, the next group finds the gap.
    await this.#inTurn(() => this.#readOn()).catch(() => {})
    for (const ticket of group) ticket.reject(error)
  }

  /**
   * A journal that ends before the last seen entry, or with another entry, may have diverged: a standby that lacked the
   * rest has taken over. It may also have grown since it was asked; one needless look costs little.
   */
  #revisionToLookFor(end: JournalEnd): Revision {
    if (typeof end === 'number') return end
    const { revision, transactionId } = this.#position
    const isBehind = end.revision < revision || (end.revision === revision && end.transactionId !== transactionId)
    return isBehind ? Number.POSITIVE_INFINITY : end.revision
  }

  async #readAnnounced(): Promise<void> {
    const end = this.#announced
    this.#announced = 0
    if (end <= this.#position.revision) return
    try {
      await this.#readOn()
    } catch (error) {
      this.#announced = Math.max(this.#announced, end)
      throw error
    }
  }

  /** Reads from the journal the entries written by others, or by a group whose answer was lost. */
  async #readOn(): Promise<void> {
    while (true) {
      const entries = await this.#options.store.follow(this.#position, catchUpMax).catch(async (error: unknown) => {
        const { onDiverged } = this.#options
        if (!(error instanceof HistoryDiverged) || !onDiverged) throw error
        this.#position = await onDiverged()
        return this.#options.store.follow(this.#position, catchUpMax)
      })
      if (entries.length === 0) return
      await this.#takeIn(entries)
    }
  }

  async #takeIn(entries: readonly JournalEntry[]): Promise<void> {
    const { revision, transactionId = 0 } = entries.at(-1)!
    const done = this.#options.onCommitted(entries)
    this.#position = { revision, transactionId }
    await done
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => {})
    return result
  }

  /** Resolves when no group is being written, or after `catchUpWaitMillis`. */
  async #afterWriting(): Promise<void> {
    if (this.#writing) await Promise.race([this.#writing.catch(() => {}), setTimeout(catchUpWaitMillis)])
  }
}

/** Undefined for refused commands and for dry runs. */
function positionBefore(outcome: Outcome): Position | undefined {
  return outcome.done ? outcome.before : undefined
}

/** Returns the entries that a command has left in the journal. */
function writtenBy(outcome: Outcome): readonly JournalEntry[] {
  return outcome.done && outcome.before ? outcome.entries : []
}

/**
 * Throws the error of a failed read of others' earlier changes. The caller's own change was made, and the caller must
 * learn that.
 */
function throwUnseen(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'unavailable') throw error
  throw new Problem('unavailable', 'the change was made, but cannot be shown yet', { headers: error.headers })
}
