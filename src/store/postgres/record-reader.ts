import { unavailable } from '../../common/problem.ts'
import type { JournalEntry, Position, PresentKind, Revision } from '../../place/journal.ts'
import { postgresTraits } from '../sql/database.ts'
import { createReads, type Queryable, type Reads } from '../sql/reads.ts'
import { HistoryDiverged } from '../store.ts'
import type { DatabaseAddress } from './address.ts'
import { SessionPool } from './pool.ts'
import { postgresDatabase } from './postgres-database.ts'
import { isTransient, readingProblemOf } from './postgres-faults.ts'
import { type Purpose, SessionOpener } from './session.ts'

/** Searches do not read the record, so a few sessions suffice. */
const sessionsMax = 4
/** Pause before an unreachable primary is asked again while a standby can be asked. */
const restMillis = 1_000

/** A database to read from. */
type Server = ReturnType<typeof serverOf>

/**
 * Reads the record from the primary, or from a standby if the primary cannot be reached. That standby must have
 * everything that this process has seen, so that no reader ever sees less than before.
 */
export class RecordReader implements Queryable {
  readonly traits = postgresTraits
  readonly #primary: Server
  readonly #standby: Server | undefined
  #restUntil = 0
  /** The watermark: the last revision that this process has seen. */
  #floor: Revision = 0

  /** The primary is found among the servers of its address and has everything; the servers of `standby` follow it. */
  constructor(primary: DatabaseAddress, standby: DatabaseAddress | undefined) {
    this.#primary = serverOf(primary, 'write')
    this.#standby = standby && serverOf(standby, 'read')
  }

  /** Raises the watermark: this process has seen the history up to `revision`. */
  advance(revision: Revision): void {
    this.#floor = Math.max(this.#floor, revision)
  }

  /** Returns the rows of a statement; rejects with a Problem that may be shown to the caller. */
  async query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]> {
    try {
      return await (await this.#server()).db.query<Row>(text, values)
    } catch (error) {
      throw readingProblemOf(error)
    }
  }

  /** Returns the last revision. Only the primary can rule out the `wanted` one: a standby may merely be behind. */
  async lastRevision(wanted: Revision = 0): Promise<Revision> {
    try {
      const server = await this.#server()
      const last = await server.reads.lastRevision()
      if (server === this.#primary || last >= wanted) return last
      throw unavailable(`the standby has the journal up to revision ${last}, not up to ${wanted}`, 1)
    } catch (error) {
      throw readingProblemOf(error)
    }
  }

  /**
   * Returns the entries after a position. Only the primary can detect that a history has diverged: a standby may merely
   * be behind, or follow a server that nobody writes to any more.
   */
  async follow(after: Position, limit: number): ReturnType<Reads['follow']> {
    const server = await this.#server().catch((error: unknown) => {
      throw readingProblemOf(error)
    })
    try {
      const entries = await server.reads.follow(after, limit)
      this.advance(entries.at(-1)?.revision ?? 0)
      return entries
    } catch (error) {
      if (!(error instanceof HistoryDiverged)) throw readingProblemOf(error)
      if (server !== this.#primary) return []
      this.#floor = 0
      throw error
    }
  }

  /**
   * Yields everything present of a kind. Keys and names are read from a server that has everything seen here, since a
   * recently revoked key must not come back. Places are read from the server for large reads.
   */
  async *present(kind: PresentKind): AsyncGenerator<readonly JournalEntry[]> {
    const { reads } = await (kind === 'place' ? this.mass() : this.#server())
    yield* reads.present(kind)
  }

  /** Returns the server for large reads: a standby, if there is one with the history of the primary. */
  async mass(): Promise<Omit<Server, 'db'>> {
    const standby = this.#standby
    if (standby === undefined || !(await this.#isUseful(standby))) return this.#primary
    try {
      await this.#primary.reads.follow(await standby.reads.end(), 0)
      return standby
    } catch (error) {
      return error instanceof HistoryDiverged ? this.#primary : standby
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#primary.db.close(), this.#standby?.db.close()])
  }

  /** Returns the primary, or a standby if the primary cannot be reached. */
  async #server(): Promise<Server> {
    const standby = this.#standby
    if (standby === undefined) return this.#primary
    const rests = performance.now() < this.#restUntil
    if (rests && (await this.#isUseful(standby))) return standby
    try {
      await this.#primary.reads.end()
      return this.#primary
    } catch (error) {
      if (!isTransient(error)) throw error
      this.#restUntil = performance.now() + restMillis
      if (await this.#isUseful(standby)) return standby
      throw error
    }
  }

  /** Resolves with true if a standby can be reached and has everything that this process has seen. */
  async #isUseful({ reads }: Server): Promise<boolean> {
    const end = await reads.end().catch(() => undefined)
    return end !== undefined && end.revision >= this.#floor
  }
}

function serverOf(address: DatabaseAddress, purpose: Purpose) {
  const opener = new SessionOpener(address, purpose)
  const db = postgresDatabase(new SessionPool({ sessionsMax, open: () => opener.open() }))
  return { opener, db, reads: createReads(db) }
}
