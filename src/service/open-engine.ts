import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { SnapshotLimits } from '../index/compaction/snapshot-keeper.ts'
import type { Instant } from '../place/place.ts'
import { IndexEngine } from './index-engine.ts'
import type { OpenRecord } from './record.ts'
import type { SearchEngine } from './search-engine.ts'
import { SqlEngine } from './sql-engine.ts'

interface EngineOptions {
  readonly clock: () => Instant
  readonly logger: Logger
  /** Tells apart services that would answer the same history differently. */
  readonly edition: string
  readonly snapshots?: Partial<SnapshotLimits>
}

/** The engine that the configuration wants: the index of this process, or SQL in the database. */
export function openSearchEngine(config: Config, record: OpenRecord, options: EngineOptions): SearchEngine {
  const { dataDir, databaseUrl, databaseReadUrl, search } = config
  const { clock, logger } = options
  if (search === 'database' && databaseUrl !== undefined) {
    const standby = databaseReadUrl !== undefined && { databaseReadUrl }
    return new SqlEngine(record, { databaseUrl, ...standby, logger, clock })
  }
  return new IndexEngine(record, { ...options, dataDir })
}
