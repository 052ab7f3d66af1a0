import { hash, randomUUIDv7 } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { AccessKey } from './access/access.ts'
import { hashSecret, newSecret } from './access/secret.ts'
import { type Config, ConfigError } from './config.ts'
import { demoRecords } from './demo/demo.ts'
import { exportLines } from './exchange/export.ts'
import { type ImportTarget, importRecords } from './exchange/import.ts'
import { type ImportRecord, recordOf } from './exchange/record.ts'
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
  try {
    checkKeys(config, options, record)
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

function recordOptions({ adminKey }: Config, { logger, clock }: ServiceOptions, { metrics, localSecret }: Inside) {
  const now = clock()
  return {
    clock,
    fixedKeys: [
      adminKeyOf('local', 'the command line', localSecret, now),
      ...(adminKey === undefined ? [] : [adminKeyOf('admin', 'ADMIN_KEY', adminKey, now)]),
    ],
    onFault: (text: string) => logger.error({ fault: text }, 'the record reports a fault'),
    onDirectoryFailure: (kind: string, detail: string) => {
      metrics.directoryFailure()
      logger.warn({ kind, detail }, 'the remote directory failed')
    },
  }
}

/** Fewer characters than this can be guessed; it is said and accepted. */
const adminKeyCharactersMin = 16

/** What the configured keys must be; throws a ConfigError. */
function checkKeys({ adminKey, publicKey }: Config, { clock, logger }: ServiceOptions, { keys }: OpenRecord): void {
  if (adminKey !== undefined && adminKey.length < adminKeyCharactersMin) {
    logger.warn(
      `ADMIN_KEY has ${adminKey.length} characters; one that nobody can guess has ${adminKeyCharactersMin} or more`,
    )
  }
  if (publicKey === undefined) return
  const caller = keys.authenticate(publicKey, clock())
  if (caller?.permissions.length === 1 && caller.permissions[0] === 'read') return
  const found = caller === undefined ? 'no valid key' : `a key with ${caller.permissions.join(', ')}`
  throw new ConfigError(`PUBLIC_KEY must be a key with the permission read alone, got ${found}`)
}

function adminKeyOf(id: string, name: string, secret: string, created: Instant): AccessKey {
  return { id, name, hash: hashSecret(secret), permissions: ['admin'], created }
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
  readonly #commits = new EventTarget()
  #readiness: Readiness = { ready: false, reason: 'the index is being built' }

  constructor(config: Config, options: ServiceOptions, { record, metrics }: { record: OpenRecord; metrics: Metrics }) {
    const { store, model, directory, keys, revision } = record
    this.#config = config
    this.#options = options
    this.#record = record
    this.#metrics = metrics
    // Every waiting reader of the change feed listens here, and they are bounded elsewhere.
    setMaxListeners(0, this.#commits)
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
    const { port, host } = this.#config
    await this.#app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
      throw listenFault(error, { port, host })
    })
    const address = this.#app.server.address() as AddressInfo
    this.url = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
  }

  /** Fills the index; makes an admin key where no key could open the service, and loads the demo where that is asked for. */
  async start(): Promise<void> {
    const { keys, revision } = this.#record
    if (!(await this.#snapshots.restore(revision))) await this.#buildIndex()
    this.#readiness = { ready: true }
    await this.#snapshots.open()
    const isLocked = this.#config.adminKey === undefined && keys.list().length === 0
    if (this.#options.demo && (revision === 0 || (isLocked && (await this.#isDemoBegun())))) {
      this.demoPlaces = await this.#loadDemo()
    }
    // The last step of a first start: one that was interrupted before is begun again by the next.
    if (isLocked) this.madeAdminKey = await this.#makeAdminKey()
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
    this.#commits.dispatchEvent(new Event('commit'))
    const purged = entries.some(({ action }) => action === 'purge')
    return Promise.all([purged && this.#snapshots.settle(), this.index.room()])
  }

  #nextCommit(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const done = () => {
        this.#commits.removeEventListener('commit', done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      this.#commits.addEventListener('commit', done)
      signal.addEventListener('abort', done)
    })
  }

  /** Whether an earlier start was interrupted while it loaded the demo, before there was anything else. */
  async #isDemoBegun(): Promise<boolean> {
    if (this.index.stats().places === 0) return true
    const first = demoRecords().find(({ key }) => typeof key === 'string')
    return (await this.#record.store.importedPlace(String(first?.key))) !== undefined
  }

  async #makeAdminKey(): Promise<string> {
    const secret = newSecret()
    const now = this.#options.clock()
    const key = adminKeyOf(randomUUIDv7(), 'first admin', secret, now)
    await this.#places.command({ kind: 'key', key, who: 'first start', now })
    return secret
  }

  async #loadDemo(): Promise<number> {
    const { clock } = this.#options
    let places = 0
    for await (const result of importRecords(demo(), this.#importTarget(), { who: 'demo', clock })) {
      if (result.status === 'refused') throw new Error(`the demo was refused: ${JSON.stringify(result)}`)
      if (result.id !== undefined) places++
    }
    return places
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
    const nextCommit = (signal: AbortSignal) => this.#nextCommit(signal)
    return {
      places: this.#places,
      history: new History({ store, names: directory, nameOf, nextCommit }),
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

async function* demo(): AsyncIterable<ImportRecord> {
  let line = 0
  for (const body of demoRecords()) yield recordOf(body, ++line)
}

/** Why the service cannot listen, with the variable that decides it. */
function listenFault(error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }): Error {
  if (error.code === 'EADDRINUSE') return new ConfigError(`PORT ${port} is taken by another program on ${host}`)
  if (error.code === 'EACCES')
    return new ConfigError(`PORT ${port} may not be opened by this user: take one above 1023`)
  if (error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL') {
    return new ConfigError(`HOST must be an address of this machine, got '${host}'`)
  }
  return error
}
