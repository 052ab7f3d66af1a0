import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ConfigError } from '../config.ts'
import type { Position } from '../place/journal.ts'
import type { OpenRecord } from '../record.ts'
import { DatabaseSearch } from '../search/database-search.ts'
import { SearchUnsupported } from '../search/schema.ts'
import { parseDatabaseAddress } from '../store/postgres/address.ts'
import { SessionPool } from '../store/postgres/pool.ts'
import { openSession, type Purpose } from '../store/postgres/session.ts'
import type { Holding } from './holding.ts'

/** Each search takes one while the server works on it. */
const poolLimits = { sessionsMax: 8, waitingMax: 1_000, waitMillis: 5_000 } as const
const retryMillis = 500

/** The database whose tables are searched. */
export interface DatabaseHoldingOptions {
  readonly databaseUrl: string
  /** A standby of it, which is searched where it has seen as much. */
  readonly databaseReadUrl?: string
  readonly logger: Logger
}

/** Tables beside the record in the same database, which any of the copies of the service brings up to date. */
export class DatabaseHolding implements Holding {
  readonly search: DatabaseSearch
  readonly #record: OpenRecord
  readonly #logger: Logger
  readonly #closing = new AbortController()

  constructor(record: OpenRecord, { databaseUrl, databaseReadUrl, logger }: DatabaseHoldingOptions) {
    const sessions = {
      primary: poolOf(databaseUrl, 'write'),
      ...(databaseReadUrl !== undefined && { standby: poolOf(databaseReadUrl, 'read') }),
    }
    const { model, directory } = record
    this.search = new DatabaseSearch({ sessions, model, names: directory })
    this.#record = record
    this.#logger = logger
  }

  async fill(): Promise<Position> {
    try {
      await this.search.open()
    } catch (error) {
      if (error instanceof SearchUnsupported) throw new ConfigError(error.message)
      throw error
    }
    return this.refill()
  }

  async opened(): Promise<void> {}

  async forget(): Promise<void> {}

  async refill(): Promise<Position> {
    const begun = performance.now()
    const { position } = await this.#record.store.presentPlaces()
    await this.#follow()
    const seconds = Math.round(performance.now() - begun) / 1000
    this.#logger.info({ ...position, seconds }, 'the tables of the search are complete')
    return position
  }

  apply(): Promise<void> {
    return this.#follow()
  }

  async room(): Promise<void> {}

  count(): Promise<number> {
    return this.search.count()
  }

  stats(): undefined {}

  async close(): Promise<void> {
    this.#closing.abort()
    await this.search.close()
  }

  /** What is in the record has to get into the tables, so this is tried until it succeeds. */
  async #follow(): Promise<void> {
    for (;;) {
      try {
        await this.search.follow()
        return
      } catch (error) {
        if (this.#closing.signal.aborted) throw error
        this.#logger.warn({ err: error }, 'the tables of the search could not follow the record; it is tried again')
      }
      await setTimeout(retryMillis, undefined, { signal: this.#closing.signal })
    }
  }
}

function poolOf(url: string, purpose: Purpose): SessionPool {
  const address = parseDatabaseAddress(url)
  return new SessionPool({ ...poolLimits, open: () => openSession(address, { purpose }) })
}
