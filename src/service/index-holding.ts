import type { Logger } from 'pino'
import { createPlaceIndex, type LoadablePlaceIndex, type SealingLimits } from '../index/create-place-index.ts'
import type { IndexStats } from '../index/place-index.ts'
import type { ReadingAhead } from '../index/snapshot/reading-ahead.ts'
import { type SnapshotEvent, SnapshotKeeper, type SnapshotLimits } from '../index/snapshot/snapshot-keeper.ts'
import type { JournalEntry, Position } from '../place/journal.ts'
import type { Filled, Holding } from './holding.ts'
import type { OpenRecord } from './record.ts'

/** Where an index keeps its snapshots. */
export interface IndexHoldingOptions {
  readonly dataDir: string
  readonly logger: Logger
  /** What is being read of the snapshot already. */
  readonly ahead?: Pick<ReadingAhead, 'take'> | undefined
  /** When snapshots of the index are written, where the defaults do not fit. */
  readonly snapshots?: Partial<SnapshotLimits>
  /** When the index seals and merges, where the defaults do not fit. */
  readonly sealing?: Partial<SealingLimits>
}

/** The index in this process, with snapshots in the data folder that make a start quick. */
export class IndexHolding implements Holding {
  readonly index: LoadablePlaceIndex
  readonly unfilled = 'the index is being built'
  readonly #logger: Logger
  readonly #record: OpenRecord
  readonly #snapshots: SnapshotKeeper
  #followed: Position = { revision: 0, mark: 0 }

  constructor(record: OpenRecord, options: IndexHoldingOptions) {
    const { dataDir, logger, ahead, snapshots, sealing } = options
    const { store, model, directory } = record
    this.#record = record
    this.#logger = logger
    this.index = createPlaceIndex({
      model,
      names: directory,
      sealing: 'worker',
      ...(sealing && { limits: sealing }),
      onError: (error) => logger.error({ err: error }, 'sealing the index failed'),
      onSealed: () => this.#snapshots.consider(),
      onPurged: () => this.#snapshots.purged(),
    })
    this.#snapshots = new SnapshotKeeper({
      dataDir,
      model,
      store,
      index: this.index,
      followed: () => this.#followed,
      ahead,
      onEvent: (event) => logSnapshot(logger, event),
      ...(snapshots && { limits: snapshots }),
    })
  }

  async fill(): Promise<Filled> {
    this.#followed = (await this.#snapshots.restore(this.#record.revision)) ?? (await this.#build())
    return { position: this.#followed }
  }

  opened(): Promise<void> {
    return this.#snapshots.open()
  }

  forget(): Promise<void> {
    return this.#snapshots.forget()
  }

  async refill(): Promise<Position> {
    this.index.clear()
    this.#followed = await this.#build()
    return this.#followed
  }

  apply(entries: readonly JournalEntry[]): undefined {
    const { revision, mark = 0 } = entries.at(-1)!
    this.#followed = { revision, mark }
    this.index.apply(entries)
  }

  /** Whoever writes waits until what was purged is nowhere, and until the index has room for more. */
  room(entries: readonly JournalEntry[]): Promise<unknown> {
    const purged = entries.some(({ action }) => action === 'purge')
    return Promise.all([purged && this.#snapshots.settle(), this.index.room()])
  }

  async count(): Promise<number> {
    return this.stats().places
  }

  stats(): IndexStats {
    return this.index.stats()
  }

  stop(): void {}

  async close(): Promise<void> {
    await this.#snapshots.close()
    await this.index.close()
  }

  async #build(): Promise<Position> {
    const begun = performance.now()
    const { source, position } = await this.#record.store.presentPlaces()
    await this.index.load(source, position.revision)
    const { places } = this.index.stats()
    const seconds = Math.round(performance.now() - begun) / 1000
    this.#logger.info({ places, ...position, seconds }, 'the index was built from the record')
    return position
  }
}

function logSnapshot(logger: Logger, event: SnapshotEvent): void {
  const { kind, ...told } = event
  if (kind === 'read') logger.info(told, 'the index was read from its snapshot')
  else if (kind === 'written') logger.info(told, 'a snapshot of the index was written')
  else if (kind === 'refused') logger.warn(told, 'the snapshot of the index is of no use')
  else logger.warn(told, 'a snapshot of the index could not be written or removed')
}
