import type { JournalEntry, Revision } from '../place/journal.ts'
import { Problem, type ProblemValue } from '../problem.ts'
import { isRehearsal } from './rehearsal.ts'
import type { Command, Outcome, Store } from './store.ts'

/** One group, for those who measure. */
export interface CommitMeasure {
  readonly commands: number
  readonly entries: number
  /** From the handing over of the group to its answer. */
  readonly seconds: number
  readonly failed: boolean
}

export interface CommitQueueOptions {
  readonly store: Pick<Store, 'write' | 'changes'>
  /** The last revision that the caller's index has seen. */
  readonly revision: Revision
  /**
   * Told of every new entry once, in order and without gaps, before any caller learns of its outcome. Callers, and the
   * next group, wait for the promise that it may give.
   */
  readonly onCommitted: (entries: readonly JournalEntry[]) => unknown
  readonly onCommit?: (measure: CommitMeasure) => void
  readonly limits?: Partial<CommitLimits>
}

export interface CommitLimits {
  /** Most commands of one transaction. */
  readonly group: number
  /** A transaction with so many bytes of bodies takes no more commands. */
  readonly groupBytes: number
  /** Most commands that wait; beyond that a write is `unavailable`. */
  readonly waiting: number
  /** Most bytes of bodies that wait or are being written, as far as callers tell them. */
  readonly waitingBytes: number
}

const defaultLimits: CommitLimits = {
  group: 1_024,
  groupBytes: 16 * 1024 * 1024,
  waiting: 10_000,
  waitingBytes: 256 * 1024 * 1024,
}

/** Most entries read at once where the queue has missed some. */
const catchUpMax = 1_000

/** Gathers concurrent writes into groups: while one group is being flushed, the next one collects. */
export interface CommitQueue {
  /**
   * Gives what became of the command once it is durable and `onCommitted` has seen it. `bytes` is the size of its body.
   * Rejects with `unavailable` when nothing could be written or too many wait.
   */
  write(command: Command, bytes?: number): Promise<Outcome>
  /** Commands that wait, those of the group that is being written not counted. */
  readonly waiting: number
  /** Refuses new commands and resolves when those that were taken are answered. */
  close(): Promise<void>
}

interface Ticket {
  readonly command: Command
  readonly bytes: number
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

export function createCommitQueue(options: CommitQueueOptions): CommitQueue {
  return new GroupingQueue(options)
}

class GroupingQueue implements CommitQueue {
  readonly #options: CommitQueueOptions
  readonly #limits: CommitLimits
  #tickets: Ticket[] = []
  #bytes = 0
  #revision: Revision
  #running: Promise<void> | undefined
  #closed = false

  constructor(options: CommitQueueOptions) {
    this.#options = options
    this.#limits = { ...defaultLimits, ...options.limits }
    this.#revision = options.revision
  }

  get waiting(): number {
    return this.#tickets.length
  }

  async write(command: Command, bytes = 0): Promise<Outcome> {
    if (this.#closed) throw busy('the service is stopping')
    if (this.#tickets.length >= this.#limits.waiting || this.#bytes + bytes > this.#limits.waitingBytes) {
      throw busy(
        `${this.#tickets.length} writes with ${this.#bytes} bytes are waiting already; come back a little later`,
      )
    }
    return new Promise((resolve, reject) => {
      this.#tickets.push({ command, bytes, resolve, reject })
      this.#bytes += bytes
      this.#running ??= this.#run()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#running
  }

  async #run(): Promise<void> {
    // Those who write in this same turn of the event loop share the first group.
    await Promise.resolve()
    while (this.#tickets.length > 0) {
      const group = this.#nextGroup()
      await this.#commit(group)
      for (const { bytes } of group) this.#bytes -= bytes
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
    const measure = (entries: number, failed: boolean) => {
      const seconds = (performance.now() - started) / 1000
      this.#options.onCommit?.({ commands: group.length, entries, seconds, failed })
    }
    let outcomes: readonly Outcome[]
    try {
      outcomes = await this.#options.store.write(commands)
    } catch (error) {
      measure(0, true)
      return this.#recover(group, error)
    }
    const written = outcomes.flatMap((outcome, index) => (isRehearsal(commands[index]!) ? [] : entriesOf(outcome)))
    measure(written.length, false)
    try {
      await this.#deliver(written)
      for (const [index, ticket] of group.entries()) ticket.resolve(outcomes[index]!)
    } catch (error) {
      for (const ticket of group) ticket.reject(error)
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
    await this.#catchUp().catch(() => {})
    for (const ticket of group) ticket.reject(error)
  }

  async #deliver(entries: readonly JournalEntry[]): Promise<void> {
    const [first] = entries
    const last = entries.at(-1)
    if (!first || !last) return
    if (first.revision !== this.#revision + 1) return this.#catchUp()
    const done = this.#options.onCommitted(entries)
    this.#revision = last.revision
    await done
  }

  /** Reads from the journal what was written by others, or by a group whose answer was lost. */
  async #catchUp(): Promise<void> {
    while (true) {
      const entries = await this.#options.store.changes(this.#revision, catchUpMax)
      const last = entries.at(-1)
      if (!last) return
      const done = this.#options.onCommitted(entries)
      this.#revision = last.revision
      await done
    }
  }
}

function entriesOf(outcome: Outcome): readonly JournalEntry[] {
  return outcome.done ? outcome.entries : []
}

function busy(detail: string): Problem {
  const value: ProblemValue = { code: 'unavailable', detail, headers: { 'Retry-After': '1' } }
  return Problem.from(value)
}
