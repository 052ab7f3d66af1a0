import { setImmediate, setTimeout } from 'node:timers/promises'
import { Problem, unavailable } from '../common/problem.ts'
import type { JournalEntry, Position, Revision } from '../place/journal.ts'
import { type Command, HistoryDiverged, type JournalEnd, type Outcome, type Store } from './store.ts'

/** What is written to, and who is told of what was. */
interface CommitQueueOptions {
  readonly store: Pick<Store, 'write' | 'follow'>
  /**
   * Told of every new entry once, in order and without gaps, before any caller learns of its outcome. Callers, and the
   * next group, wait for the promise that it may give.
   */
  readonly onCommitted: (entries: readonly JournalEntry[]) => unknown
  /**
   * Called when the history has diverged. Everything has to be read again; the promise gives the position after that.
   */
  readonly onDiverged?: () => Promise<Position>
  /** Told how long each group took from its handing over to its answer, and why nothing could be written, or undefined. */
  readonly onCommit?: (seconds: number, fault?: unknown) => void
  readonly limits?: Partial<CommitLimits>
}

/** The limits of a group commit, and how much may wait. */
const defaultLimits = {
  /** Most commands of one transaction. */
  group: 1_024,
  /** A transaction with so many bytes of bodies takes no more commands. */
  groupBytes: 1024 * 1024,
  /** Most commands that wait; beyond that a write is `unavailable`. */
  waiting: 10_000,
  /** Most bytes of bodies that wait or are being written, as far as callers tell them. */
  waitingBytes: 256 * 1024 * 1024,
}
type CommitLimits = Readonly<typeof defaultLimits>

/** Changes that are taken in and answered in one turn of the event loop: about a millisecond. */
const answeredAtOnce = 4
/** Most entries read at once of what others have written. */
const catchUpMax = 1_000
/** How long what others have written waits for the group that is being written, which mostly is what was announced. */
const catchUpWaitMillis = 50

interface Ticket {
  readonly command: Command
  readonly bytes: number
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/**
 * A queue in front of a store, which gathers concurrent writes into groups: while one group is being flushed, the next one
 * collects. It is also where new entries come in, be they written here or by others, each once and in order.
 */
export class CommitQueue {
  readonly #options: CommitQueueOptions
  readonly #limits: CommitLimits
  #tickets: Ticket[] = []
  #bytes = 0
  #position: Position = { revision: 0, transactionId: 0 }
  #running: Promise<void> | undefined
  /** The group that is being written. */
  #writing: Promise<unknown> | undefined
  /** Entries are taken in one after the other. */
  #turn: Promise<unknown> = Promise.resolve()
  /** The last announced revision that was not looked for yet. */
  #announced = 0
  /** A catching up that has not begun yet. */
  #nextCatchUp: Promise<void> | undefined
  #closed = false

  constructor(options: CommitQueueOptions) {
    this.#options = options
    this.#limits = { ...defaultLimits, ...options.limits }
  }

  /** Commands that wait, those of the group that is being written not counted. */
  get waiting(): number {
    return this.#tickets.length
  }

  /**
   * Gives what became of the command once it is durable and `onCommitted` has seen it. `bytes` is the size of its body.
   * Rejects with `unavailable` when nothing could be written or too many wait.
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
   * Takes in what others have written, up to the end of the journal where that is known; resolves when `onCommitted` has seen it.
   * Where the journal was asked and ends before what was seen, it is found out whether that is in the history still.
   * Rejects when it cannot be read now; that end is then looked for at the next call.
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

  /** Refuses new commands and resolves when those that were taken are answered. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#running
    await this.#turn
  }

  async #run(): Promise<void> {
    // Those who write in this same turn of the event loop share the first group.
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

  /** Takes in what was written and answers, a few at a time, so that reads get their turn in between. */
  async #answer(group: readonly Ticket[], outcomes: readonly Outcome[]): Promise<void> {
    // Also where nothing had to be changed: what others wrote before is why, and the caller is to see it.
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
      // Nothing of the group was written, and one command may be at fault: the others need not fail with it.
      const middle = Math.ceil(group.length / 2)
      for (const half of [group.slice(0, middle), group.slice(middle)]) await this.#commit(half)
      return
    }
    // The group may be in the record although its answer was lost: the index must not fall behind the record. Where the
    // journal cannot be read now, the next group finds the gap.
    await this.#inTurn(() => this.#readOn()).catch(() => {})
    for (const ticket of group) ticket.reject(error)
  }

  /**
   * A journal that ends before what was seen, or with another entry, may have diverged: a standby has taken over to
   * which the rest had not come. It may also have gone on since it was asked; to look once more than needed costs little.
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

  /** Reads from the journal what was written by others, or by a group whose answer was lost. */
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

  /** Resolves when nothing is being written, or soon. */
  async #afterWriting(): Promise<void> {
    if (this.#writing) await Promise.race([this.#writing.catch(() => {}), setTimeout(catchUpWaitMillis)])
  }
}

/** Undefined for what was refused, and for dry runs. */
function positionBefore(outcome: Outcome): Position | undefined {
  return outcome.done ? outcome.before : undefined
}

/** The entries that a command has left in the journal. */
function writtenBy(outcome: Outcome): readonly JournalEntry[] {
  return outcome.done && outcome.before ? outcome.entries : []
}

/** The change was made, which its caller must learn, but what others did before it could not be read. */
function throwUnseen(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'unavailable') throw error
  throw new Problem('unavailable', 'the change was made, but cannot be shown yet', { headers: error.headers })
}
