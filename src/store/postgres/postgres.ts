import { setTimeout } from 'node:timers/promises'
import { Problem } from '../../common/problem.ts'
import { createReads } from '../sql/reads.ts'
import type { PresentPlaces, Store } from '../store.ts'
import type { StoreOptions } from '../thread/messages.ts'
import { WritingThread } from '../thread/writer.ts'
import { type DatabaseAddress, type DatabaseLimits, parseDatabaseAddress } from './address.ts'
import type { CommitterOptions } from './committer.ts'
import { leaderLock } from './leader-lock.ts'
import { prepareDatabase, readHistoryId } from './postgres-database.ts'
import { isRefused, isTransient } from './postgres-faults.ts'
import type { PresentPlacesArgument } from './postgres-present-places.ts'
import { RecordReader } from './record-reader.ts'
import { JournalWatch } from './watch.ts'

/** Longest time that a start waits for a server, which may itself be starting. */
const startPatienceMillis = 10_000
const startPauseMillis = 500

/** The databases of a record, and the rules of its places. */
interface PostgresStoreOptions extends StoreOptions {
  /** The address of the database to write, as `parseDatabaseAddress` takes it. */
  readonly url: string
  /** The address of a standby of it, for large reads and for all reads while the primary is down. */
  readonly readUrl?: string
  readonly limits?: Partial<DatabaseLimits> | undefined
}

/**
 * Opens the record on PostgreSQL, where many processes may have it open: one thread writes, the caller's thread reads.
 * Without a primary, a standby is enough to start. Rejects when no server can be reached or the schema is of a newer
 * version.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const primary = parseDatabaseAddress(options.url, options.limits)
  const standby = options.readUrl === undefined ? undefined : parseDatabaseAddress(options.readUrl, options.limits)
  const historyId = await openHistory(primary, standby)
  const argument: CommitterOptions = { address: primary, historyId }
  const writer = new WritingThread({ database: new URL('./committer.ts', import.meta.url).href, argument }, options)
  await writer.open()
  const reader = new RecordReader(primary, standby)
  const reads = createReads(reader)
  const { onFault = () => {} } = options
  return {
    historyId,
    ...reads,
    lastRevision: (wanted) => reader.lastRevision(wanted),
    async changes(after, limit) {
      const entries = await reads.changes(after, limit)
      reader.advance(entries.at(-1)?.revision ?? 0)
      return entries
    },
    follow: (after, limit) => reader.follow(after, limit),
    present: (kind) => reader.present(kind),
    presentPlaces: () => presentPlaces(reader),
    async write(commands) {
      const outcomes = await writer.write(commands)
      for (const outcome of outcomes) if (outcome.done) reader.advance(outcome.entries.at(-1)?.revision ?? 0)
      return outcomes
    },
    backup: async () => {
      throw new Problem('conflict', 'the record is in PostgreSQL: back it up with pg_dump, or by an archive of its log')
    },
    watch: (changed) => new JournalWatch({ address: primary, changed, onFault }),
    leaderLock: (name, changed) => leaderLock({ address: primary, name, changed }),
    async close() {
      await writer.close()
      await reader.close()
    },
  }
}

/** Brings the schema to what this program knows if a primary can be reached. Returns the identity of the history. */
async function openHistory(primary: DatabaseAddress, standby: DatabaseAddress | undefined): Promise<string> {
  const until = performance.now() + startPatienceMillis
  for (;;) {
    try {
      return await prepareDatabase(primary)
    } catch (error) {
      if (!isTransient(error) || isRefused(error)) throw error
      if (standby) return readHistoryId(standby)
      if (performance.now() > until) throw error
    }
    await setTimeout(startPauseMillis)
  }
}

async function presentPlaces(reader: RecordReader): Promise<PresentPlaces> {
  const { opener, reads } = await reader.mass()
  const position = await reads.end()
  reader.advance(position.revision)
  const { address, purpose, timelineMin } = opener
  const argument: PresentPlacesArgument = { address, servers: { purpose, timelineMin }, position }
  const module = new URL('./postgres-present-places.ts', import.meta.url).href
  return { source: { module, argument: JSON.stringify(argument) }, position }
}
