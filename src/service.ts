import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import { newSecret } from './access/secret.ts'
import { createCommitBell } from './commit-bell.ts'
import type { Config } from './config.ts'
import { exportLines } from './exchange/export.ts'
import { type ImportTarget, importRecords } from './exchange/import.ts'
import { readRecords } from './exchange/source.ts'
import { geolocateAll } from './geolocate.ts'
import { History } from './history.ts'
import { buildApp } from './http/app.ts'
import type { HttpLimits } from './http/limits.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import type { HttpParts, Readiness } from './http/parts.ts'
import { createPlaceIndex, type LoadablePlaceIndex as PlaceIndex } from './index/create-place-index.ts'
import type { JournalEntry } from './place/journal.ts'
import type { Instant, PlaceId } from './place/place.ts'
import { Places } from './places.ts'
import { type OpenRecord, openRecord } from './record.ts'
import { type SnapshotEvent, SnapshotKeeper, type SnapshotLimits } from './snapshot/snapshot-keeper.ts'
import { adminKeyWarning, checkPublicKey, fixedKeys } from './start/configured-keys.ts'
import { completeFirstStart } from './start/first-start.ts'
import { listen } from './start/listen.ts'
import { type CommitQueue, createCommitQueue } from './store/commit-queue.ts'
import { announceServer } from './store/lock.ts'

export interface ServiceOptions {
  readonly clock: () => Instant
  readonly logger: Logger
  readonly writeAccessLog: (lines: Uint8Array) => void
  readonly version: string
  /** Bounds of connections and requests, where the defaults do not fit. */
  readonly limits?: Partial<HttpLimits>
  /** When snapshots of the index are written, where the defaults do not fit. */
  readonly snapshots?: Partial<SnapshotLimits>
  /** Load the demo into an empty data folder. */
  readonly demo: boolean
  /** Told before the demo is loaded, which takes seconds. */
  readonly onDemo?: () => void
}

/** The running service. */
export interface Service {
  /** Where it listens, such as http://127.0.0.1:8080. */
  readonly url: string
  /** The admin key that the first start has made; it is told here and nowhere else. */
  readonly madeAdminKey?: string
  /** How many places of the demo this start has loaded. */
  readonly demoPlaces: number
  /** Finishes what is being answered, refuses what is new, and closes everything. */
  close(): Promise<void>
}

/** Opens everything and listens; resolves when searches can be answered and the demo, where asked for, is loaded. */
export async function openService(config: Config, options: ServiceOptions): Promise<Service> {
  const localSecret = newSecret()
  const metrics = createMetrics(() => running?.index.stats())
  let running: RunningService | undefined
  const record = await openRecord(config, recordOptions(config, options, { metrics, localSecret }))
  const warning = adminKeyWarning(config)
  if (warning !== undefined) options.logger.warn(warning)
  try {
    checkPublicKey(config, record.keys, options.clock())
  } catch (error) {
    await record.close()
    throw error
  }
  running = new RunningService(config, options, { record, metrics })
  try {
    await running.listen()
    announceServer(config.dataDir, { url: running.url, secret: localSecret })
    await running.start()
    return running
  } catch (error) {
    await running.close()
    throw error
  }
}

interface Inside {
  readonly metrics: Metrics
  readonly localSecret: string
}

function recordOptions(config: Config, { logger, clock }: ServiceOptions, { metrics, localSecret }: Inside) {
  return {
    clock,
    fixedKeys: fixedKeys(config, localSecret, clock()),
    onFault: (text: string) => logger.error({ fault: text }, 'the record reports a fault'),
    onDirectoryFailure: (kind: string, detail: string) => {
      metrics.directoryFailure()
      logger.warn({ kind, detail }, 'the remote directory failed')
    },
  }
}

/** A service with a life: it listens, fills its index, answers, and is closed. */
class RunningService implements Service {
  readonly index: PlaceIndex
  url = ''
  madeAdminKey?: string
  demoPlaces = 0
  readonly #options: ServiceOptions
  readonly #record: OpenRecord
  readonly #config: Config
  readonly #metrics: Metrics
  readonly #queue: CommitQueue
  readonly #snapshots: SnapshotKeeper
  readonly #places: Places
  readonly #app: ReturnType<typeof buildApp>
  readonly #commits = createCommitBell()
  #readiness: Readiness = { ready: false, reason: 'the index is being built' }

  constructor(config: Config, options: ServiceOptions, { record, metrics }: { record: OpenRecord; metrics: Metrics }) {
    const { store, model, directory, keys, revision } = record
    this.#config = config
    this.#options = options
    this.#record = record
    this.#metrics = metrics
    this.index = createPlaceIndex({
      model,
      names: directory,
      sealing: 'worker',
      onError: (error) => options.logger.error({ err: error }, 'sealing the index failed'),
      onSealed: () => this.#snapshots.consider(),
      onPurged: () => this.#snapshots.purged(),
    })
    this.#snapshots = new SnapshotKeeper({
      dataDir: config.dataDir,
      model,
      store,
      index: this.index,
      onEvent: (event) => logSnapshot(options.logger, event),
      ...(options.snapshots && { limits: options.snapshots }),
    })
    this.#queue = createCommitQueue({
      store,
      revision,
      onCommitted: (entries) => this.#committed(entries),
      onCommit: ({ seconds }) => metrics.commit(seconds),
    })
    const { clock } = options
    this.#places = new Places({
      store,
      queue: this.#queue,
      index: this.index,
      directory,
      keys,
      clock,
      edition: editionOf(options.version, record),
    })
    this.#app = buildApp(this.#httpParts())
  }

  async listen(): Promise<void> {
    this.url = await listen(this.#app, this.#config)
  }

  /** Fills the index, and does what only a first start does. */
  async start(): Promise<void> {
    const { revision } = this.#record
    if (!(await this.#snapshots.restore(revision))) await this.#buildIndex()
    this.#readiness = { ready: true }
    await this.#snapshots.open()
    const { demoPlaces, madeAdminKey } = await completeFirstStart({
      record: this.#record,
      placesKept: this.index.stats().places,
      hasAdminKey: this.#config.adminKey !== undefined,
      demo: this.#options.demo,
      places: this.#places,
      target: this.#importTarget(),
      clock: this.#options.clock,
      onDemo: () => this.#options.onDemo?.(),
    })
    this.demoPlaces = demoPlaces
    if (madeAdminKey !== undefined) this.madeAdminKey = madeAdminKey
  }

  async close(): Promise<void> {
    this.#readiness = { ready: false, reason: 'the service is stopping' }
    await this.#app.close()
    await this.#queue.close()
    await this.#snapshots.close()
    await this.index.close()
    await this.#record.close()
    this.#metrics.close()
  }

  async #buildIndex(): Promise<void> {
    const { store, revision } = this.#record
    const begun = performance.now()
    await this.index.load(store.presentPlaces, revision)
    const { places } = this.index.stats()
    const seconds = (performance.now() - begun) / 1000
    this.#options.logger.info({ places, revision, seconds }, 'the index was built from the record')
  }

  /** Whoever writes waits until what was purged is nowhere, and until the index has room for more. */
  #committed(entries: readonly JournalEntry[]): Promise<unknown> {
    this.#record.apply(entries)
    this.index.apply(entries)
    this.#commits.ring()
    const purged = entries.some(({ action }) => action === 'purge')
    return Promise.all([purged && this.#snapshots.settle(), this.index.room()])
  }

  #importTarget(): ImportTarget {
    const { directory } = this.#record
    return {
      write: (commands) => this.#places.carryOut(commands),
      names: directory,
      directoryWritable: directory.writable,
    }
  }

  #httpParts(): HttpParts {
    const { store, model, directory, keys } = this.#record
    const { clock, logger, writeAccessLog, version, limits } = this.#options
    const { publicUrl, corsOrigins, publicKey, mapStyleUrl, mapOrigins } = this.#config
    const nameOf = (id: PlaceId) => this.#places.nameOf(id)
    return {
      places: this.#places,
      history: new History({ store, names: directory, nameOf, nextCommit: this.#commits.next }),
      directory,
      keys,
      model,
      clock,
      logger,
      writeAccessLog,
      ...(limits && { limits }),
      metrics: this.#metrics,
      readiness: () => this.#readiness,
      config: {
        version,
        corsOrigins,
        mapOrigins,
        ...(publicUrl !== undefined && { publicUrl }),
        ...(publicKey !== undefined && { publicKey }),
        ...(mapStyleUrl !== undefined && { mapStyleUrl }),
      },
      importPlaces: (bytes, { signal, ...call }) =>
        importRecords(readRecords({ bytes, format: 'ndjson', signal }, model), this.#importTarget(), {
          ...call,
          clock,
        }),
      exportPlaces: () => exportLines(store),
      geolocate: () => geolocateAll({ store, clock, carryOut: (commands) => this.#places.carryOut(commands) }),
      backup: (file) => store.backup(file),
    }
  }
}

function logSnapshot(logger: Logger, event: SnapshotEvent): void {
  const { kind, ...told } = event
  if (kind === 'read') logger.info(told, 'the index was read from its snapshot')
  else if (kind === 'written') logger.info(told, 'a snapshot of the index was written')
  else if (kind === 'refused') logger.warn(told, 'the snapshot of the index is of no use')
  else logger.warn(told, 'a snapshot of the index could not be written or removed')
}

/** Tells apart services that would answer the same history differently: other programs, locales or place types. */
function editionOf(version: string, { store, model }: OpenRecord): string {
  const { locale, placeTypeSchemas } = model
  return hash('sha1', JSON.stringify([version, store.historyId, locale, placeTypeSchemas]), 'base64url').slice(0, 8)
}
