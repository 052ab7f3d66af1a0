import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Problem } from '../common/problem.ts'
import { ConfigError } from '../config.ts'
import type { Position } from '../place/journal.ts'
import { DatabaseSearch } from '../sql-search/database-search.ts'
import { SearchUnsupported } from '../sql-search/schema.ts'
import { reasonOf } from '../store/fault.ts'
import { parseDatabaseAddress } from '../store/postgres/address.ts'
import { SessionPool } from '../store/postgres/pool.ts'
import { type Purpose, sessionOpener } from '../store/postgres/session.ts'
import type { Filled, Holding } from './holding.ts'
import type { OpenRecord } from './record.ts'

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
  #unfilled = 'the tables of the search are being filled'
  /** The tables could not follow the record the last time. */
  #isBehind = false

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

  get unfilled(): string {
    return this.#unfilled
  }

  /** With the server that takes writes gone, the tables of a standby are searched as they are, where they are complete. */
  async fill(): Promise<Filled> {
    for (;;) {
      try {
        await this.search.open()
        return { position: await this.#fillOnce() }
      } catch (error) {
        if (error instanceof SearchUnsupported) throw new ConfigError(error.message)
        if (!isOutage(error)) throw error
        const there = await this.#standbyInstead(error)
        if (there) return there
      }
    }
  }

  async opened(): Promise<void> {}

  async forget(): Promise<void> {
    this.search.forget()
  }

  async refill(): Promise<Position> {
    return this.#untilDone(() => this.#fillOnce())
  }

  apply(): Promise<void> {
    return this.#untilDone(() => this.#followOnce())
  }

  async room(): Promise<void> {}

  count(): Promise<number> {
    return this.search.count()
  }

  stats(): undefined {}

  stop(): void {
    this.#closing.abort()
  }

  async close(): Promise<void> {
    await this.search.close()
  }

  async #fillOnce(): Promise<Position> {
    const begun = performance.now()
    const { position } = await this.#record.store.presentPlaces()
    await this.#followOnce()
    const seconds = Math.round(performance.now() - begun) / 1000
    this.#logger.info({ ...position, seconds }, 'the tables of the search are complete')
    return position
  }

  async #standbyInstead(fault: Problem): Promise<Filled | undefined> {
    const outage = reasonOf(fault)
    const position = await this.search.followStandby(this.#record.store.historyId).catch((error: unknown) => {
      if (isOutage(error)) return undefined
      throw error
    })
    if (position) {
      this.#logger.warn({ ...position, reason: outage }, 'the tables of a standby are searched as they are')
      return { position, outage }
    }
    this.#unfilled = `the tables of the search cannot be made now: ${outage}`
    await this.#notFollowed(fault)
    return undefined
  }

  async #followOnce(): Promise<void> {
    await this.search.follow()
    this.#isBehind = false
  }

  /** What is in the record has to get into the tables, so this is tried until it succeeds. */
  async #untilDone<Result>(attempt: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        await this.#notFollowed(error)
      }
    }
  }

  /** Resolves when it may be tried again; an outage is told once, however often that is. */
  async #notFollowed(error: unknown): Promise<void> {
    if (this.#closing.signal.aborted) throw error
    const told = 'the tables of the search could not follow the record; it is tried again'
    if (!this.#isBehind) this.#logger.warn({ err: error }, told)
    this.#isBehind = true
    await setTimeout(retryMillis, undefined, { signal: this.#closing.signal })
  }
}

/** Whether it may pass by itself. */
function isOutage(error: unknown): error is Problem {
  return error instanceof Problem && error.code === 'unavailable'
}

function poolOf(url: string, purpose: Purpose): SessionPool {
  const address = parseDatabaseAddress(url)
  return new SessionPool({ ...poolLimits, open: sessionOpener(address, purpose) })
}
