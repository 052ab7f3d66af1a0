import type { Position } from '../place/journal.ts'
import { isTransient, sqlState } from '../store/postgres/postgres-faults.ts'
import { type Session, type SessionSource, withSession } from '../store/postgres/session.ts'

/** Sessions with the servers that can be searched. */
export interface SearchSessions {
  readonly primary: SessionSource
  readonly standby?: SessionSource
}

/** The server lacks data that a search requires. */
export class ServerBehind extends Error {
  override name = 'ServerBehind'

  constructor() {
    super('the server does not have what was seen, or not all of it')
  }
}

/** True if a server is behind the watermark, including when it lacks tables that were just created. */
function isBehind(error: unknown): boolean {
  return error instanceof ServerBehind || sqlState(error) === undefinedTable
}

const undefinedTable = '42P01'
/** Time during which an unreachable standby is not tried again. */
const restMillis = 1_000
const nothing: Position = { revision: 0, transactionId: 0 }

/** Chooses the server: a standby that has reached the watermark of this process, or else the primary. */
export class SearchServers {
  readonly #sessions: SearchSessions
  #restUntil = 0
  #position = nothing

  constructor(sessions: SearchSessions) {
    this.#sessions = sessions
  }

  /**
   * Advances the watermark to the primary's position, so that no later read sees less. A late call with an older
   * position has no effect.
   */
  advance(position: Position): void {
    if (position.revision >= this.#position.revision) this.#position = position
  }

  /** Resets the watermark: the history has diverged, and may be shorter. */
  forget(): void {
    this.#position = nothing
  }

  /** Runs a write, which only the primary can do. */
  write<Result>(use: (session: Session) => Promise<Result>): Promise<Result> {
    return withSession(this.#sessions.primary, use)
  }

  /** Reads from the standby only, whatever it has; undefined if there is none. */
  async readStandby<Result>(use: (session: Session) => Promise<Result>): Promise<Result | undefined> {
    const { standby } = this.#sessions
    return standby && withSession(standby, use)
  }

  /** Runs a read. `use` must reject with a `ServerBehind` if the server lacks the given position. */
  async read<Result>(use: (session: Session, position: Position) => Promise<Result>): Promise<Result> {
    const { primary, standby } = this.#sessions
    if (standby && performance.now() >= this.#restUntil) {
      try {
        return await withSession(standby, (session) => use(session, this.#position))
      } catch (error) {
        if (isTransient(error)) this.#restUntil = performance.now() + restMillis
        else if (!isBehind(error)) throw error
      }
    }
    return withSession(primary, (session) => use(session, nothing))
  }

  async close(): Promise<void> {
    await Promise.all([this.#sessions.primary.close(), this.#sessions.standby?.close()])
  }
}
