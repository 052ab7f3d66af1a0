import { isTransient, sqlState } from '../store/postgres/postgres-faults.ts'
import { type Session, type SessionSource, withSession } from '../store/postgres/session.ts'

import type { TablesVersion } from './projection.ts'

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
const nothing: TablesVersion = { revision: 0, transactionId: 0, renamingSteps: 0 }

/** Chooses the server: a standby that has reached the watermark of this process, or else the primary. */
export class SearchServers {
  readonly #sessions: SearchSessions
  #restUntil = 0
  #version = nothing

  constructor(sessions: SearchSessions) {
    this.#sessions = sessions
  }

  /**
   * Advances the watermark to the version of the primary's tables, so that no later read sees less. A late call with an
   * older version has no effect.
   */
  advance(version: TablesVersion): void {
    const { revision, renamingSteps } = this.#version
    if (version.revision >= revision && version.renamingSteps >= renamingSteps) this.#version = version
  }

  /** Resets the watermark: the history has diverged, and may be shorter. */
  forget(): void {
    this.#version = nothing
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

  /** Runs a read. `use` must reject with a `ServerBehind` if the server lacks the given version. */
  async read<Result>(use: (session: Session, version: TablesVersion) => Promise<Result>): Promise<Result> {
    const { primary, standby } = this.#sessions
    if (standby && performance.now() >= this.#restUntil) {
      try {
        return await withSession(standby, (session) => use(session, this.#version))
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
