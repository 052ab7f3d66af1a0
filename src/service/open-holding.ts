import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { SealingLimits } from '../index/create-place-index.ts'
import type { ReadingAhead } from '../index/snapshot/reading-ahead.ts'
import type { SnapshotLimits } from '../index/snapshot/snapshot-keeper.ts'
import type { Instant } from '../place/place.ts'
import { DatabaseHolding } from './database-holding.ts'
import { DatabaseReading } from './database-reading.ts'
import type { Holding } from './holding.ts'
import { IndexHolding } from './index-holding.ts'
import { IndexReading } from './index-reading.ts'
import type { PlaceReading } from './place-reading.ts'
import type { OpenRecord } from './record.ts'

/** What is held of the record, and how it is read. */
export interface OpenHolding {
  readonly holding: Holding
  /** What answers from it, told what has been seen of the history. */
  readonly readingWith: (copy: { readonly seen: { readonly tag: string } }) => PlaceReading
}

interface HoldingOptions {
  readonly clock: () => Instant
  readonly logger: Logger
  readonly ahead?: Pick<ReadingAhead, 'take'> | undefined
  readonly snapshots?: Partial<SnapshotLimits>
  readonly sealing?: Partial<SealingLimits>
}

/** What the configuration wants places to be searched in: the index of this process, or the database. */
export function openHolding(config: Config, record: OpenRecord, options: HoldingOptions): OpenHolding {
  const { dataDir, databaseUrl, databaseReadUrl, search: place } = config
  const { clock, ...kept } = options
  const { logger } = kept
  const { directory } = record
  if (place === 'database' && databaseUrl !== undefined) {
    const holding = new DatabaseHolding(record, {
      databaseUrl,
      logger,
      ...(databaseReadUrl !== undefined && { databaseReadUrl }),
    })
    const { search } = holding
    return { holding, readingWith: () => new DatabaseReading({ search, directory, clock }) }
  }
  const holding = new IndexHolding(record, { dataDir, ...kept })
  const { index } = holding
  return { holding, readingWith: (copy) => new IndexReading({ index, directory, clock, copy }) }
}
