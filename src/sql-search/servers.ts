import type { Position } from '../place/journal.ts'
import { isTransient, sqlState } from '../store/postgres/fault.ts'
import { type Session, type SessionSource, withSession } from '../store/postgres/session.ts'

/** Sessions with the servers that a search may be asked of. */
export interface SearchSessions {
  readonly primary: SessionSource
  readonly standby?: SessionSource
}

/** A server does not have what must be there to be searched. */
export class ServerBehind extends Error {
  override name = 'ServerBehind'

  constructor() {
    super('the server does not have what was seen, or not all of it')
  }
}

/** Whether a server is behind the watermark, be it by the tables that were made just now. */
function isBehind(error: unknown): boolean {
  return error instanceof ServerBehind || sqlState(error) === undefinedTable
}

const undefinedTable = '42P01'
/** A standby that could not be reached is not asked again for so long. */
const restMillis = 1_000
const nothing: Position = { revision: 0, transactionId: 0 }

/** Which server is asked: a standby that has reached the watermark of this process, else the primary. */
export class SearchServers {
  readonly #sessions: SearchSessions
  #restUntil = 0
  #position = nothing

  constructor(sessions: SearchSessions) {
    this.#sessions = sessions
  }

  /**
   * Tells up to where the primary has taken in the history, so that nobody reads less from now on; what is told late, after
   * what came later, changes nothing.
   */
  advance(position: Position): void {
    if (position.revision >= this.#position.revision) this.#position = position
  }

  /** Tells that the history has diverged, and may be shorter. */
  forget(): void {
    this.#position = nothing
  }

  /** What only the primary can do. */
  write<Result>(use: (session: Session) => Promise<Result>): Promise<Result> {
    return withSession(this.#sessions.primary, use)
  }

  /** A read of a standby alone, whatever it has; undefined where there is none. */
  async readStandby<Result>(use: (session: Session) => Promise<Result>): Promise<Result | undefined> {
    const { standby } = this.#sessions
    return standby && withSession(standby, use)
  }

  /** A read; it is to reject with a ServerBehind where the server lacks what it is told must be there. */
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
