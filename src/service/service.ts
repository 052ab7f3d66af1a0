import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type AccessKey, may, type Permission } from '../access/access.ts'
import type { KeyRing } from '../access/key-ring.ts'
import { Sealer } from '../access/sealer.ts'
import { hashSecret, newSecret } from '../access/secret.ts'
import { type Config, ConfigError } from '../config.ts'
import type { Directory } from '../directory/directory.ts'
import { exportLines } from '../exchange/formats/record-export.ts'
import { ImportRun } from '../exchange/importing/import.ts'
import type { ImportOptions } from '../exchange/importing/import-options.ts'
import { ImportPlans } from '../exchange/importing/import-plans.ts'
import type { ImportResult } from '../exchange/importing/import-result.ts'
import type { Batches } from '../exchange/importing/pipeline.ts'
import { PlanStore } from '../exchange/importing/plan-store.ts'
import { readRecords } from '../exchange/importing/read-records.ts'
import type { Source } from '../exchange/reading/open-source.ts'
import { WorkbookReader } from '../exchange/reading/workbook-reader.ts'
import type { WaterAt } from '../geo/water-at.ts'
import type { SnapshotLimits } from '../index/compaction/snapshot-keeper.ts'
import type { IndexStats } from '../index/place-index.ts'
import type { Model } from '../place/model.ts'
import type { Instant } from '../place/place.ts'
import { parseSearch } from '../query/parse/parse.ts'
import { parseRoles, type Role } from '../sign-in/roles.ts'
import { Sessions } from '../sign-in/sessions.ts'
import { SignIn, type SignInContext } from '../sign-in/sign-in.ts'
import { announceServer, keyOfFolder } from '../store/data-folder.ts'
import type { DatabaseLimits } from '../store/postgres/address.ts'
import type { Command } from '../store/store.ts'
import type { WebhookLimits } from '../webhooks/delivery.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import { Acts } from './acts.ts'
import { EventFilters } from './event-filters.ts'
import { Events } from './events.ts'
import { completeFirstStart, type FirstStartResult } from './first-start.ts'
import { type GeolocateProgress, geolocateAll } from './geolocate.ts'
import { History } from './history.ts'
import { IndexEngine } from './index-engine.ts'
import { type IntegrityCheck, IntegrityClock, type IntegrityLimits } from './integrity-clock.ts'
import { type OpenRecord, openRecord } from './open-record.ts'
import { eventSource, openWebhooks } from './open-webhooks.ts'
import { Places } from './places.ts'
import { PublicationClock, type PublicationLimits } from './publication-clock.ts'
import { Replica, type ReplicaLimits } from './replica.ts'
import type { SearchEngine } from './search-engine.ts'
import { SqlEngine } from './sql-engine.ts'
import { TypedSearches } from './typed-searches.ts'
import { Undoing } from './undoing.ts'

/** The options that the program gives a service. */
export interface ServiceOptions {
  readonly clock: () => Instant
  readonly logger: Logger
  readonly version: string
  readonly waterAt: WaterAt
  readonly limits?: ServiceLimits
}

/** The limits of the parts of a service, where the defaults do not fit. */
export interface ServiceLimits {
  readonly database?: Partial<DatabaseLimits>
  readonly snapshots?: Partial<SnapshotLimits>
  readonly replica?: Partial<ReplicaLimits>
  readonly webhooks?: Partial<WebhookLimits>
  readonly publications?: Partial<PublicationLimits>
  readonly integrity?: Partial<IntegrityLimits>
}

/** The events that a service reports for metrics. */
interface ServiceEvents {
  /** Called with the seconds until a group of writes was durable. */
  commit(seconds: number): void
  /** A remote directory did not answer as it should. */
  directoryFailure(): void
  /** An event was sent to a webhook, and whether it was taken. */
  webhookAttempt(outcome: 'delivered' | 'refused' | 'unanswered'): void
  /** An event became a dead letter. */
  deadLetter(): void
}

/** Options of an import. */
interface ImportCall extends Omit<ImportOptions, 'clock'> {
  /** Aborted when the caller has gone or the service stops. */
  readonly signal: AbortSignal
}

/** The operations of a service for its callers. */
export interface Service {
  readonly places: Places
  /** Answers reads and searches. */
  readonly engine: Pick<SearchEngine, 'read' | 'readNow' | 'search' | 'stream' | 'tile' | 'suggest' | 'searchTag'>
  /** Reads typed searches. */
  readonly typed: TypedSearches
  readonly waterAt: WaterAt
  readonly history: History
  readonly acts: Acts
  readonly undoing: Undoing
  readonly directory: Directory
  readonly keys: KeyRing
  readonly sessions: Sessions
  /** Signs people in; absent if the service takes only keys. */
  readonly signIn: SignIn | undefined
  readonly webhooks: Webhooks
  readonly model: Model
  readonly clock: () => Instant
  /** Key of cursors, which belong to one history. */
  readonly cursorKey: string
  /** Readiness, and the last revision of this process. */
  readonly replica: Pick<Replica, 'readiness' | 'watermark' | 'reach'>
  /** Reads a file that needs no guess, and yields one result per record in order. */
  readonly importPlaces: (file: Omit<Source, 'signal' | 'workbooks'>, call: ImportCall) => Batches<ImportResult>
  /** Plans of imports of files that leave something to be guessed. */
  readonly importPlans: Pick<ImportPlans, 'make' | 'makeAndExecute' | 'amend' | 'show' | 'execute' | 'stop'>
  /** Everything as NDJSON in pieces of text, as an import reads it. */
  readonly exportPlaces: () => AsyncIterable<string>
  /** Derives geolocationInfo of every place again and reports how far it is. */
  readonly geolocate: () => AsyncIterable<GeolocateProgress>
  /** Writes a consistent copy of everything to a new file. */
  readonly backup: (file: string) => Promise<void>
}

/** A service and its life: it is backfilled and started, and closed. */
export interface OpenService extends Service {
  /** Figures of the index; undefined where there is none. */
  readonly indexStats: () => IndexStats | undefined
  /** Number of places that may still show a former name; undefined if the database does not answer. */
  readonly outdatedPlaces: () => Promise<number | undefined>
  /** The last check of the record; undefined before the first one, and on PostgreSQL. */
  readonly integrity: () => IntegrityCheck | undefined
  /** Reports to commands on this machine where the service listens. */
  readonly announce: (url: string) => void
  /** Backfills the engine and completes a first start; calls `onDemo` before it loads the demo. */
  readonly start: (options: { readonly demo: boolean; readonly onDemo: () => void }) => Promise<FirstStartResult>
  /** To be called before what asks the service is closed. */
  readonly stop: () => void
  readonly close: () => Promise<void>
}

/** Opens the record and the engine, which is not backfilled yet. Throws a ConfigError for faults that the operator can mend. */
export async function openService(
  config: Config,
  options: ServiceOptions,
  events: ServiceEvents,
): Promise<OpenService> {
  const { clock, logger, limits } = options
  const secret = newSecret()
  const record = await openRecord(config, {
    clock,
    fixedKeys: fixedKeys(config, secret, clock()),
    serves: true,
    limits: limits?.database,
    onFault: (fault) => logger.error({ fault }, 'the record reports a fault'),
    onDirectoryFailure: (kind, detail) => {
      events.directoryFailure()
      logger.warn({ kind, detail }, 'the remote directory failed')
    },
  })
  const warning = adminKeyWarning(config)
  if (warning !== undefined) logger.warn(warning)
  try {
    checkPublicKey(config, record.keys, clock())
    const plans = await PlanStore.open({ folder: join(config.dataDir, 'plans'), elapsed: () => performance.now() })
    return serviceOf(record, { config, secret, plans, ...options, ...events })
  } catch (error) {
    await record.close()
    throw error
  }
}

interface Inside extends ServiceOptions, ServiceEvents {
  readonly config: Config
  /** The key of the command line on this machine. */
  readonly secret: string
  readonly plans: PlanStore
}

function serviceOf(record: OpenRecord, inside: Inside): OpenService {
  const { store, directory, keys, model } = record
  const { config, clock, logger, secret, waterAt, limits = {} } = inside
  const edition = editionOf(inside.version, record)
  const engine = engineOf(record, inside, edition)
  const replica = new Replica(record, {
    ...{ engine, logger, edition },
    onCommit: (seconds) => inside.commit(seconds),
    onEntries: (entries) => {
      for (const follower of [events, webhooks]) follower.apply(entries)
    },
    onReread: () => {
      for (const follower of [events, webhooks]) follower.reset()
    },
    limits: limits.replica,
  })
  const places = new Places({ store, queue: replica.queue, engine, directory, model, keys, clock })
  const [writeAll, command] = [places.writeAll.bind(places), (command: Command) => places.command(command)]
  const onFailure = (what: string, reason: string) => logger.warn({ reason }, what)
  const [sessionMillis, sessionMillisMax] = [config.sessionHours * hourMillis, config.sessionHoursMax * hourMillis]
  const sessions = new Sessions({ sessionMillis, sessionMillisMax }, { keys, clock, command, onFailure })
  const signIn = openSignIn(config, { sessions, clock, command, onFailure })
  const [source, filters] = [eventSource(config, store), new EventFilters(model)]
  const events = new Events({ store, names: directory, model, filters, engine, replica, clock, source })
  const history = new History({ store, names: directory, replica, events })
  const acts = new Acts({ store, engine, names: directory })
  const undoing = new Undoing({ acts, store, engine, places })
  const onFault = (what: string, error?: unknown) => logger.warn({ ...(error !== undefined && { err: error }) }, what)
  const publications = new PublicationClock({ store, clock, command, onFault, limits: limits.publications })
  const webhooks = openWebhooks(config, {
    ...{ record, events, filters, replica, clock, command, onFault },
    onAttempt: (outcome) => inside.webhookAttempt(outcome),
    onDeadLetter: () => inside.deadLetter(),
    limits: limits.webhooks,
  })
  const integrity = openIntegrity(store, { folder: config.dataDir, clock, onFault, limits: limits.integrity })
  const workbooks = new WorkbookReader()
  const reading = { present: store.importedPlaces, names: directory, directoryWritable: directory.writable }
  const target = { write: writeAll, ...reading }
  const importPlans = new ImportPlans({ plans: inside.plans, target, store, directory, model, clock, waterAt })
  const running = [webhooks, publications, ...(integrity ? [integrity] : [])]
  return {
    ...{ places, engine, history, acts, undoing, directory, keys, sessions, signIn, webhooks, model, clock },
    cursorKey: hash('sha256', JSON.stringify(['cursor', store.historyId, model.locale]), 'base64url'),
    ...{ replica, importPlans, typed: new TypedSearches({ engine, model, clock }), waterAt },
    importPlaces: (file, { signal, ...call }) =>
      new ImportRun(target, { ...call, clock }).import(readRecords({ ...file, signal, workbooks }, model)),
    exportPlaces: () => exportLines(store),
    geolocate: () => geolocateAll({ store, clock, writeAll }),
    backup: (file) => store.backup(file),
    indexStats: () => engine.stats(),
    outdatedPlaces: () => engine.outdatedPlaces(),
    integrity: () => integrity?.last,
    announce: (url) => announce(config, { url, secret }, logger),
    async start(options) {
      await replica.backfill()
      for (const one of running) one.start()
      // A start does not fail for what is only logged, such as a count that takes too long.
      await logHiddenByParent(engine, model, logger).catch(() => {})
      const [placesKept, hasAdminKey] = [await engine.count(), config.adminKey !== undefined]
      return completeFirstStart({ ...options, record, placesKept, hasAdminKey, places, target, clock })
    },
    stop: () => replica.stop(),
    async close() {
      await Promise.all([importPlans, ...running].map((one) => one.close()))
      await replica.close()
      await record.close()
    },
  }
}

type IntegrityOptions = ConstructorParameters<typeof IntegrityClock>[0]

/** The checks of the record; undefined if its database has none. */
function openIntegrity({ findDamage, historyId }: OpenRecord['store'], options: Omit<IntegrityOptions, 'store'>) {
  return findDamage && new IntegrityClock({ store: { findDamage, historyId }, ...options })
}

/** The engine that the configuration wants: the index of this process, or SQL in the database. */
function engineOf(record: OpenRecord, { config, clock, logger, limits = {} }: Inside, edition: string): SearchEngine {
  const { dataDir, databaseUrl, databaseReadUrl, search } = config
  if (search === 'memory' || databaseUrl === undefined) {
    return new IndexEngine(record, { clock, logger, edition, dataDir, limits: limits.snapshots })
  }
  const standby = databaseReadUrl !== undefined && { databaseReadUrl }
  return new SqlEngine(record, { databaseUrl, ...standby, clock, logger, limits: limits.database })
}

/** Logs how many published places nobody but editors sees, since their parents are not public (D50). */
async function logHiddenByParent(engine: SearchEngine, model: Model, logger: Logger): Promise<void> {
  const published = async (permission: 'read' | 'read-published') => {
    const narrowed = permission === 'read-published'
    const request = parseSearch('is=*&limit=0', { model, sees: 'public', narrowed })
    const { total } = await engine.search(
      request,
      { id: 'service', name: 'service', permissions: [permission] },
      () => false,
    )
    return total
  }
  const places = (await published('read')) - (await published('read-published'))
  if (places > 0) logger.info({ places }, 'published places are not public, since their parents are not')
}

/** A disk that is full must not keep what is on it from being read. */
function announce(
  { dataDir, boundariesFile }: Config,
  server: { readonly url: string; readonly secret: string },
  logger: Logger,
): void {
  try {
    announceServer(dataDir, { ...server, ...(boundariesFile !== undefined && { boundariesFile }) })
  } catch (error) {
    const reason = (error as Error).message
    logger.warn({ reason }, 'DATA_DIR cannot be written to: commands on this machine will not find the service')
  }
}

/** Returns a text that differs between services that would answer the same history differently: other programs, locales or place types. */
function editionOf(version: string, { store, model }: OpenRecord): string {
  const { locale, placeTypeSchemas } = model
  return hash('sha1', JSON.stringify([version, store.historyId, locale, placeTypeSchemas]), 'base64url').slice(0, 8)
}

/** The keys that no journal knows: that of the command line, made for this run, and ADMIN_KEY (D9). */
function fixedKeys({ adminKey }: Pick<Config, 'adminKey'>, localSecret: string, now: Instant): AccessKey[] {
  return [
    adminKeyOf('local', 'the command line', localSecret, now),
    ...(adminKey === undefined ? [] : [adminKeyOf('admin', 'ADMIN_KEY', adminKey, now)]),
  ]
}

/** A key that may do everything. */
function adminKeyOf(id: string, name: string, secret: string, created: Instant): AccessKey {
  return { id, name, hash: hashSecret(secret), permissions: ['admin'], created }
}

/** Fewer characters than this can be guessed; it is said and accepted. */
const adminKeyCharactersMin = 16

/** Returns the weakness of ADMIN_KEY for the log, or undefined. */
function adminKeyWarning({ adminKey }: Pick<Config, 'adminKey'>): string | undefined {
  if (adminKey === undefined || adminKey.length >= adminKeyCharactersMin) return undefined
  return `ADMIN_KEY has ${adminKey.length} characters; one that nobody can guess has ${adminKeyCharactersMin} or more`
}

const visitorPermissions: readonly Permission[] = ['read-published', 'read', 'read-media']

/** Throws a ConfigError when PUBLIC_KEY is given and may not read, or may do more than visitors ever might. */
function checkPublicKey({ publicKey }: Pick<Config, 'publicKey'>, keys: KeyRing, now: Instant): void {
  if (publicKey === undefined) return
  const caller = keys.authenticate(publicKey, now)
  const isFit = caller?.permissions.every((permission) => visitorPermissions.includes(permission))
  if (caller && isFit && may(caller, 'read-published')) return
  const found = caller === undefined ? 'no valid key' : `a key with ${caller.permissions.join(', ')}`
  throw new ConfigError(
    `PUBLIC_KEY must be a key with the permission read-published or read, and beside it read-media or nothing, got ${found}`,
  )
}

const hourMillis = 3_600_000

/** Opens sign-in as configured; returns undefined if the service takes only keys. Throws a ConfigError. */
function openSignIn(config: Config, context: Omit<SignInContext, 'sealers'>): SignIn | undefined {
  const { oidc, publicUrl } = config
  if (oidc === undefined || publicUrl === undefined) return undefined
  const options = { ...oidc, publicUrl, roles: readRoles(oidc.rolesFile) }
  const secret = config.secretsKey ?? keyOfFolder(config.dataDir)
  const sealers = { refreshTokens: new Sealer(secret, 'refresh tokens'), signIns: new Sealer(secret, 'sign-ins') }
  return new SignIn(options, { ...context, sealers })
}

function readRoles(file: string): readonly Role[] {
  try {
    return parseRoles(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError(`OIDC_ROLES ${file}: ${(error as Error).message}`)
  }
}
