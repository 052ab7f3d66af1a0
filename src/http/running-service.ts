import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import { newSecret } from '../access/secret.ts'
import { type Config, secretsOf } from '../config.ts'
import { exportLines } from '../exchange/export.ts'
import { type ImportTarget, importRecords } from '../exchange/import.ts'
import { readRecords } from '../exchange/source.ts'
import type { SnapshotLimits } from '../index/compaction/snapshot-keeper.ts'
import type { IndexStats } from '../index/place-index.ts'
import type { Instant, PlaceId } from '../place/place.ts'
import { adminKeyWarning, checkPublicKey, fixedKeys } from '../service/configured-keys.ts'
import { completeFirstStart } from '../service/first-start.ts'
import { geolocateAll } from '../service/geolocate.ts'
import { History } from '../service/history.ts'
import { openSearchEngine } from '../service/open-engine.ts'
import { Places } from '../service/places.ts'
import { type OpenRecord, openRecord } from '../service/record.ts'
import { Replica } from '../service/replica.ts'
import type { SearchEngine } from '../service/search-engine.ts'
import { announceServer } from '../store/data-folder.ts'
import { buildApp } from './app.ts'
import { listen } from './listen.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import type { HttpParts } from './parts.ts'
import type { HttpLimits } from './server.ts'

/** What a service takes from the program that it runs in. */
export interface ServiceOptions {
  readonly clock: () => Instant
  readonly logger: Logger
  readonly writeAccessLog: (lines: string) => void
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
export async function runService(config: Config, options: ServiceOptions): Promise<Service> {
  const localSecret = newSecret()
  const metrics = createMetrics(() => running?.indexStats())
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
    announce(config, running.url, { logger: options.logger, localSecret })
    await running.start()
    return running
  } catch (error) {
    await running.close()
    throw error
  }
}

/** A disk that is full must not keep what is on it from being read. */
function announce(
  { dataDir, boundariesFile }: Config,
  url: string,
  { logger, localSecret }: { logger: Logger; localSecret: string },
): void {
  try {
    announceServer(dataDir, { url, secret: localSecret, ...(boundariesFile !== undefined && { boundariesFile }) })
  } catch (error) {
    const reason = (error as Error).message
    logger.warn({ reason }, 'DATA_DIR cannot be written to: commands on this machine will not find the service')
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
    serves: true,
    onFault: (text: string) => logger.error({ fault: text }, 'the record reports a fault'),
    onDirectoryFailure: (kind: string, detail: string) => {
      metrics.directoryFailure()
      logger.warn({ kind, detail }, 'the remote directory failed')
    },
  }
}

/** A service with a life: it listens, fills its index, answers, and is closed. */
class RunningService implements Service {
  url = ''
  madeAdminKey?: string
  demoPlaces = 0
  readonly #options: ServiceOptions
  readonly #record: OpenRecord
  readonly #config: Config
  readonly #metrics: Metrics
  readonly #engine: SearchEngine
  readonly #replica: Replica
  readonly #places: Places
  readonly #app: ReturnType<typeof buildApp>

  constructor(config: Config, options: ServiceOptions, { record, metrics }: { record: OpenRecord; metrics: Metrics }) {
    const { store, directory, keys } = record
    const { clock, logger, version } = options
    this.#config = config
    this.#options = options
    this.#record = record
    this.#metrics = metrics
    const edition = editionOf(version, record)
    const engine = openSearchEngine(config, record, { ...options, edition })
    this.#engine = engine
    this.#replica = new Replica(record, { engine, logger, edition, onCommit: (seconds) => metrics.commit(seconds) })
    this.#places = new Places({ store, queue: this.#replica.queue, engine, directory, keys, clock })
    this.#app = buildApp(this.#httpParts())
  }

  indexStats(): IndexStats | undefined {
    return this.#engine.stats()
  }

  async listen(): Promise<void> {
    this.url = await listen(this.#app, this.#config)
  }

  /** Fills the index, and does what only a first start does. */
  async start(): Promise<void> {
    await this.#replica.fill()
    const { demoPlaces, madeAdminKey } = await completeFirstStart({
      record: this.#record,
      placesKept: await this.#engine.count(),
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
    this.#replica.stop()
    await this.#app.close()
    await this.#replica.close()
    await this.#record.close()
    this.#metrics.close()
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
    const replica = this.#replica
    return {
      places: this.#places,
      history: new History({
        store,
        names: directory,
        nameOf,
        nextCommit: (signal) => replica.nextCommit(signal),
        seenTag: () => replica.watermark.tag,
      }),
      directory,
      keys,
      model,
      clock,
      logger,
      writeAccessLog,
      secrets: secretsOf(this.#config),
      ...(limits && { limits }),
      metrics: this.#metrics,
      readiness: () => replica.readiness,
      revisions: {
        shared: store.watch !== undefined,
        seen: () => replica.watermark,
        reach: (revision, signal) => replica.reach(revision, signal),
      },
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

/** Tells apart services that would answer the same history differently: other programs, locales or place types. */
function editionOf(version: string, { store, model }: OpenRecord): string {
  const { locale, placeTypeSchemas } = model
  return hash('sha1', JSON.stringify([version, store.historyId, locale, placeTypeSchemas]), 'base64url').slice(0, 8)
}
