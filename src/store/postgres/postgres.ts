import { Kysely } from 'kysely'
import type { LocatorOptions } from '../../geo/boundary-options.ts'
import type { ModelOptions } from '../../place/model.ts'
import { Problem } from '../../problem.ts'
import { createReads, type Reads } from '../sql/reads.ts'
import type { Tables } from '../sql/tables.ts'
import { postgresTraits } from '../sql/traits.ts'
import type { Store } from '../store.ts'
import { WritingThread } from '../thread/writer.ts'
import { type DatabaseAddress, parseDatabaseAddress } from './address.ts'
import type { CommitterOptions } from './committer.ts'
import { postgresDialect } from './dialect.ts'
import { problemOf } from './fault.ts'
import { SessionPool } from './pool.ts'
import { prepareDatabase } from './schema.ts'
import { openSession } from './session.ts'

/** Searches never come here, so few sessions do. */
const readPool = { sessionsMax: 4, waitingMax: 1_000, waitMillis: 5_000 } as const

export interface PostgresStoreOptions {
  /** The database that is written, as `parseDatabaseAddress` takes it. */
  readonly url: string
  readonly model: ModelOptions
  readonly locator: LocatorOptions
  /** Told what goes wrong inside, for the log. */
  readonly onFault?: (text: string) => void
  /** Address of another module of rules, in place of those of places. */
  readonly rules?: string
}

/**
 * Opens the record on PostgreSQL, where many processes may have it open: one thread writes, the caller's thread reads.
 * Rejects when no server can be reached or the schema is one of a newer version.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, model, locator, onFault = () => {} } = options
  const address = parseDatabaseAddress(url)
  const historyId = await prepareDatabase(address)
  const rules = options.rules ?? new URL('../writing/place-rules.ts', import.meta.url).href
  const database = new URL('./writing.ts', import.meta.url).href
  const argument: CommitterOptions = { address, historyId }
  const writer = new WritingThread({ model, locator, rules, database, argument }, onFault)
  await writer.open()
  const reader = openReader(address)
  return {
    historyId,
    presentPlaces: {
      module: new URL('./present-places.ts', import.meta.url).href,
      argument: JSON.stringify(address),
    },
    ...told(createReads(reader, postgresTraits)),
    write: (commands, answer) => writer.write(commands, answer),
    backup: async () => {
      throw new Problem(
        'conflict',
        'the record is in PostgreSQL: back it up with pg_dump, or with the archive of its log',
      )
    },
    async close() {
      await writer.close()
      await reader.destroy()
    },
  }
}

function openReader(address: DatabaseAddress): Kysely<Tables> {
  const pool = new SessionPool({ ...readPool, open: () => openSession(address, { purpose: 'write' }) })
  return new Kysely<Tables>({ dialect: postgresDialect(pool) })
}

/** The same reads, whose errors are what a caller may be told. */
function told(reads: Reads): Reads {
  const telling =
    <Args extends unknown[], Result>(read: (...args: Args) => Promise<Result>) =>
    (...args: Args) =>
      read(...args).catch((error: unknown) => {
        throw problemOf(error)
      })
  return {
    lastRevision: telling(reads.lastRevision),
    changes: telling(reads.changes),
    history: telling(reads.history),
    entry: telling(reads.entry),
    present: reads.present,
    formerSlug: telling(reads.formerSlug),
    importedPlace: telling(reads.importedPlace),
  }
}
