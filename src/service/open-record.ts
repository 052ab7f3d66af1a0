import type { AccessKey } from '../access/access.ts'
import { KeyRing } from '../access/key-ring.ts'
import { type Config, ConfigError } from '../config.ts'
import { demoDistrictsOf } from '../demo/districts.ts'
import type { Directory } from '../directory/directory.ts'
import type { FailureKind } from '../directory/get-json.ts'
import { createLocalDirectory } from '../directory/local-directory.ts'
import { createRemoteDirectory } from '../directory/remote-directory.ts'
import { BoundaryError } from '../geo/boundary-file.ts'
import { type LocatorOptions, readBoundaryOptions } from '../geo/boundary-options.ts'
import type { JournalEntry, PresentKind } from '../place/journal.ts'
import { createModel } from '../place/model.ts'
import type { Instant } from '../place/place.ts'
import { type FolderLock, lockDataFolder } from '../store/data-folder.ts'
import type { DatabaseLimits } from '../store/postgres/address.ts'
import { openPostgresStore } from '../store/postgres/postgres.ts'
import { openSqliteStore } from '../store/sqlite/sqlite.ts'
import { isDamage, sqliteCode } from '../store/sqlite/sqlite-faults.ts'
import type { Store } from '../store/store.ts'
import type { StoreOptions } from '../store/thread/messages.ts'
import { Endpoints } from '../webhooks/endpoint.ts'
import { readPlaceTypeSchemas } from './place-type-files.ts'

/** The record, opened by this process, and what is known of keys, webhooks and directory from it. */
export type OpenRecord = Awaited<ReturnType<typeof openRecord>>

/** The options of opening the record, and its listeners. */
interface RecordOptions {
  /** Keys that no journal knows (D9). */
  readonly fixedKeys: readonly AccessKey[]
  /** Logs internal faults. */
  readonly onFault: (text: string) => void
  readonly onDirectoryFailure: (kind: FailureKind, detail: string) => void
  readonly clock: () => Instant
  /** True if this process keeps more than the record in the data folder, which then excludes others. */
  readonly serves: boolean
  readonly limits?: Partial<DatabaseLimits> | undefined
}

/** Another process has the data folder. */
export class FolderInUse extends ConfigError {
  override name = 'FolderInUse'

  constructor(folder: string) {
    super(`DATA_DIR ${folder} is in use by another process`)
  }
}

/**
 * Opens the record, be it in the data folder, which is locked then, or in a database. Throws a ConfigError for what the
 * operator has to change.
 */
export async function openRecord(config: Config, options: RecordOptions) {
  const { placeTypesDir, databaseUrl, dataDir, locale } = config
  const placeTypeSchemas = placeTypesDir === undefined ? {} : await readPlaceTypeSchemas(placeTypesDir)
  const model = createModel({ placeTypeSchemas, locale })
  const locator = await locatorOptions(config)
  await using opened = new AsyncDisposableStack()
  if (databaseUrl === undefined || options.serves) opened.adopt(lockFolder(dataDir), (lock) => lock.release())
  const { onFault, limits } = options
  const store = await openStore(config, { model, locator, onFault }, limits)
  opened.adopt(store, () => store.close())
  const directory = await openDirectory(config, options)
  opened.adopt(directory, () => directory.close())
  const keys = new KeyRing(options.fixedKeys)
  const endpoints = new Endpoints()
  const reread = async () => {
    const [keyEntries, directoryEntries] = [await allOf(store, 'key'), await allOf(store, 'directory')]
    keys.reset(keyEntries)
    endpoints.reset(await allOf(store, 'webhook'))
    directory.reset(directoryEntries)
  }
  // Before they are read: what others write meanwhile is then known to be missing, perhaps.
  const revision = await store.lastRevision()
  await reread()
  const closing = opened.move()
  return {
    model,
    /** Options of the locator. */
    locator,
    store,
    keys,
    /** Endpoints of webhooks. */
    endpoints,
    directory,
    /** The last revision when it was opened; 0: there was nothing. */
    revision,
    /** Applies new entries of the journal to keys, webhooks and, if it is local, the directory. */
    apply(entries: readonly JournalEntry[]): void {
      keys.apply(entries)
      endpoints.apply(entries)
      directory.apply(entries)
    },
    /** Forgets keys, webhooks and directory, and reads them anew. */
    reread,
    close: () => closing.disposeAsync(),
  }
}

async function allOf(store: Store, kind: PresentKind): Promise<readonly JournalEntry[]> {
  return (await Array.fromAsync(store.present(kind))).flat()
}

async function openDirectory(config: Config, options: RecordOptions): Promise<Directory> {
  const { directoryUrl, directoryKey, locale } = config
  if (directoryUrl === undefined) return createLocalDirectory({ locale })
  return createRemoteDirectory({
    url: directoryUrl,
    locale,
    clock: options.clock,
    onFailure: options.onDirectoryFailure,
    ...(directoryKey !== undefined && { key: directoryKey }),
  })
}

async function locatorOptions({ boundariesFile, dataDir }: Config): Promise<LocatorOptions> {
  const file = boundariesFile ?? demoDistrictsOf(dataDir)
  if (file === undefined) return { layers: [] }
  try {
    return await readBoundaryOptions(file)
  } catch (error) {
    if (error instanceof BoundaryError) throw new ConfigError(error.message)
    throw error
  }
}

/** The durable record that the configuration names: in a database, else in the data folder. */
async function openStore(
  { databaseUrl, databaseReadUrl, dataDir }: Config,
  parts: StoreOptions,
  limits: Partial<DatabaseLimits> | undefined,
): Promise<Store> {
  if (databaseUrl === undefined) {
    return openSqliteStore({ folder: dataDir, ...parts }).catch((error: Error) => {
      throw sqliteCode(error) === undefined || isDamage(error) ? error : unusable(dataDir, error)
    })
  }
  const readUrl = databaseReadUrl
  return openPostgresStore({ url: databaseUrl, ...(readUrl !== undefined && { readUrl }), limits, ...parts })
}

/** Why a start failed; where the record is damaged, with what to do. */
export function startFault(error: unknown, { dataDir }: Config): unknown {
  if (!isDamage(error)) return error
  return new ConfigError(`the record in DATA_DIR ${dataDir} is damaged (${(error as Error).message}): restore a backup`)
}

function unusable(folder: string, { message }: Error): ConfigError {
  const wanted = 'a start needs to write there, be it only to answer reads'
  return new ConfigError(`DATA_DIR ${folder} cannot be used: ${message}; ${wanted}`)
}

/** Locks the data folder. Throws a ConfigError if it cannot be used or is in use. */
function lockFolder(folder: string): FolderLock {
  try {
    const lock = lockDataFolder(folder)
    if (lock) return lock
  } catch (error) {
    throw unusable(folder, error as Error)
  }
  throw new FolderInUse(folder)
}
