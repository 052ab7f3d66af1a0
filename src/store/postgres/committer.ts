import { setTimeout } from 'node:timers/promises'
import type { Problem } from '../../common/problem.ts'
import type { Database } from '../sql/database.ts'
import type { Command, Outcome } from '../store.ts'
import type { DatabaseWriter, WriterContext } from '../thread/messages.ts'
import { createCommandWriter, drawTransactionId, type WriteCommands } from '../writing/write-commands.ts'
import type { DatabaseAddress } from './address.ts'
import { postgresDatabase } from './postgres-database.ts'
import { isTransient, OutcomeUnknown, problemOf, ServerUnusable, sqlState } from './postgres-faults.ts'
import { openSession, type Session } from './session.ts'

/** The servers to write to, and the expected history. */
export interface CommitterOptions {
  readonly address: DatabaseAddress
  /** Only a record with this history id is written. */
  readonly historyId: string
}

/** The server aborted the transaction before it was to be committed. */
class RolledBack extends Error {}

const pauseMillis = { first: 50, last: 500 } as const

/**
 * Writes groups of commands to PostgreSQL, each in one transaction. A transaction first locks the end of the journal,
 * so that numbers have no gaps and come in the order of commit, even while other processes write. After the loss of a
 * server, a group is retried as long as nothing can have been written. If a commit was under way, the record is first
 * searched for its transaction id.
 */
class Committer implements DatabaseWriter {
  readonly #options: CommitterOptions
  readonly #db: Database
  readonly #writeCommands: WriteCommands
  readonly #onFault: (error: unknown) => void
  #session: Session | undefined
  /** The names of lost sessions, whose transactions may block others. */
  readonly #lostNames = new Set<string>()
  #timeline = 0
  /** An end of the journal before the present transaction. */
  #revision = 0
  #transactionId = 0
  #isDown = false

  constructor(options: CommitterOptions, { rules, onFault }: WriterContext) {
    this.#options = options
    this.#onFault = onFault
    const source = {
      acquire: () => this.#opened(),
      release: () => {},
      commit: (session: Session) => this.#commit(session),
      close: async () => this.#session?.end(),
    }
    this.#db = postgresDatabase(source)
    this.#writeCommands = createCommandWriter({ db: this.#db, rules, onFault })
  }

  async write(commands: readonly Command[]): Promise<readonly Outcome[]> {
    const patience = this.#isDown ? 0 : this.#options.address.limits.patienceMillis
    try {
      const outcomes = await this.#retry(patience, () => this.#attempt(commands))
      this.#isDown = false
      // A lost commit is searched for in all entries after this revision, and a session may live for months.
      for (const outcome of outcomes) if (outcome.done && outcome.before) this.#revision = outcome.before.revision
      return outcomes
    } catch (error) {
      this.#isDown = isTransient(error) || error instanceof OutcomeUnknown
      throw error
    }
  }

  problemOf(error: unknown): Problem {
    return problemOf(error)
  }

  async close(): Promise<void> {
    await this.#db.close()
  }

  async #attempt(commands: readonly Command[]): Promise<readonly Outcome[]> {
    this.#transactionId = drawTransactionId()
    try {
      return await this.#writeCommands(commands, this.#transactionId)
    } catch (error) {
      // Prepared statements and pending queries belong to an aborted transaction: a new session costs less than care.
      this.#drop()
      throw error
    }
  }

  /** Retries after transient errors for this long. */
  async #retry<Result>(millis: number, attempt: () => Promise<Result>): Promise<Result> {
    const until = performance.now() + millis
    for (let pause: number = pauseMillis.first; ; pause = Math.min(2 * pause, pauseMillis.last)) {
      try {
        return await attempt()
      } catch (error) {
        if (!isTransient(error) || performance.now() + pause > until) throw error
        this.#onFault(error)
      }
      await setTimeout(pause)
    }
  }

  /** Returns the session with the primary of this history; opens one if needed. */
  async #opened(): Promise<Session> {
    if (this.#session && !this.#session.lost) return this.#session
    this.#drop()
    const session = await openSession(this.#options.address, { purpose: 'write', timelineMin: this.#timeline })
    try {
      await this.#freeLock(session)
      this.#revision = await this.#checkHistory(session)
    } catch (error) {
      session.destroy()
      throw error
    }
    this.#timeline = session.timeline
    this.#session = session
    return session
  }

  #drop(): void {
    if (this.#session) this.#lostNames.add(this.#session.name)
    this.#session?.destroy()
    this.#session = undefined
  }

  /** Terminates lost sessions on the server, which may not have noticed their loss. */
  async #freeLock(session: Session): Promise<void> {
    if (this.#lostNames.size === 0) return
    const end = 'select pg_terminate_backend(pid) from pg_stat_activity where application_name = any($1)'
    await session.query(end, [[...this.#lostNames]])
    this.#lostNames.clear()
  }

  async #checkHistory(session: Session): Promise<number> {
    const { rows } = await session.query<{ id: string; revision: number }>(
      `select value as id, journal_end.revision from meta, journal_end where name = 'history_id'`,
    )
    const [found] = rows
    if (found?.id === this.#options.historyId) return found.revision
    const detail = `${session.server} has the history id ${found?.id}, but ${this.#options.historyId} was read at the start`
    throw new ServerUnusable(detail, 'the database has another history id; the service must be restarted')
  }

  /** Commits; resolves only when the transaction is in the record and, with synchronous replication, on a standby. */
  async #commit(session: Session): Promise<void> {
    const { warnings } = session
    try {
      const { command } = await session.query('commit')
      if (command !== 'COMMIT') throw new RolledBack()
      // A warning means that the server did not wait for the standby.
      if (session.warnings === warnings) return
    } catch (error) {
      if (error instanceof RolledBack || /^(23|40)/.test(sqlState(error) ?? '')) throw error
    }
    const { confirmMillis } = this.#options.address.limits
    const confirm = () => this.#confirm(this.#transactionId)
    const isWritten = await this.#retry(confirmMillis, confirm).catch((error: unknown) => {
      throw new OutcomeUnknown(error)
    })
    if (!isWritten) throw new ServerUnusable(`${session.server} was lost before it had committed`)
  }

  /**
   * Resolves with true if a transaction is in the record. Taking its lock waits for its end. Writing and committing
   * under that lock waits for everything that a commit waits for, such as standbys.
   */
  async #confirm(transactionId: number): Promise<boolean> {
    this.#drop()
    const since = this.#revision
    const session = await this.#opened()
    try {
      await session.query('begin')
      await session.query('select from journal_end for update')
      const found = await session.query('select from journal where revision > $1 and mark = $2 limit 1', [
        since,
        transactionId,
      ])
      await session.query('update journal_end set mark = mark')
      const { warnings } = session
      await session.query('commit')
      if (session.warnings !== warnings) throw new ServerUnusable(`${session.server} did not wait for its standby`)
      return found.rowCount !== 0
    } catch (error) {
      session.destroy()
      throw error
    } finally {
      // A repeated search must cover the same range.
      this.#revision = Math.min(since, this.#revision)
    }
  }
}

/** Opens a database with the newest schema for writing; connects to a server only at the first write. */
export async function openDatabaseWriter(argument: unknown, parts: WriterContext): Promise<DatabaseWriter> {
  return new Committer(argument as CommitterOptions, parts)
}
