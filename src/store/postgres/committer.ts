import { setTimeout } from 'node:timers/promises'
import type { Problem } from '../../common/problem.ts'
import type { Database } from '../sql/database.ts'
import type { Command, Outcome } from '../store.ts'
import type { DatabaseWriter, WriterContext } from '../thread/messages.ts'
import { createCommandWriter, drawTransactionId, type WriteCommands } from '../writing/write-commands.ts'
import type { DatabaseAddress } from './address.ts'
import { isTransient, OutcomeUnknown, problemOf, ServerUnusable, sqlState } from './fault.ts'
import { postgresDatabase } from './postgres-database.ts'
import { openSession, type Session } from './session.ts'

/** The servers that are written to, and which history. */
export interface CommitterOptions {
  readonly address: DatabaseAddress
  /** The history that is written on; no other is. */
  readonly historyId: string
}

/** The server had given the transaction up before it was to be committed. */
class RolledBack extends Error {}

const pauseMillis = { first: 50, last: 500 } as const

/**
 * Writes groups of commands to PostgreSQL, each in one transaction. Whoever writes first locks the end of the journal, so
 * that numbers have no gaps and come in the order of commit, whatever else is written by other processes at the time.
 * A lost server is tried again as long as nothing can have been written; where a commit was under way, the record is
 * asked for its transaction id first.
 */
class Committer implements DatabaseWriter {
  readonly #options: CommitterOptions
  readonly #db: Database
  readonly #carryOut: WriteCommands
  readonly #onFault: (error: unknown) => void
  #session: Session | undefined
  /** The names of sessions that were lost, whose transactions may hold up others. */
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
    this.#carryOut = createCommandWriter({ db: this.#db, rules, onFault })
  }

  async write(commands: readonly Command[]): Promise<readonly Outcome[]> {
    const patience = this.#isDown ? 0 : this.#options.address.limits.patienceMillis
    try {
      const outcomes = await this.#retry(patience, () => this.#attempt(commands))
      this.#isDown = false
      // All entries after it are searched for a lost commit, and a session may live for months.
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
      return await this.#carryOut(commands, this.#transactionId)
    } catch (error) {
      // What is prepared, and what is still on its way, is of an aborted transaction: a new session costs less than care.
      this.#drop()
      throw error
    }
  }

  /** Tries again after what may pass, for so long. */
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

  /** Gives the session, with the primary of this history. */
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

  /** Ends what lost sessions have left on the server, which may not have noticed. */
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

  /** Commits, and returns only when the transaction is in the record and, where that is asked for, on a standby. */
  async #commit(session: Session): Promise<void> {
    const { warnings } = session
    try {
      const { command } = await session.query('commit')
      if (command !== 'COMMIT') throw new RolledBack()
      // A warning says that the standby was not waited for.
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
   * Whether a transaction is in the record. Taking its lock waits for its end; writing under that lock, and committing,
   * waits for whatever a commit waits for, such as standbys.
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
      // Where it must be asked again, it is in the same range.
      this.#revision = Math.min(since, this.#revision)
    }
  }
}

/** Opens a database that has the newest schema for writing; whether a server is there is seen at the first write. */
export async function openDatabaseWriter(argument: unknown, parts: WriterContext): Promise<DatabaseWriter> {
  return new Committer(argument as CommitterOptions, parts)
}
