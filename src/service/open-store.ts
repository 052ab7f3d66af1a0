import { type Config, ConfigError } from '../config.ts'
import type { LocatorOptions } from '../geo/boundary-options.ts'
import type { Model } from '../place/model.ts'
import { type FolderLock, lockDataFolder } from '../store/data-folder.ts'
import { openPostgresStore } from '../store/postgres/postgres.ts'
import { sqliteCode } from '../store/sqlite/fault.ts'
import { openSqliteStore } from '../store/sqlite/sqlite.ts'
import type { Store } from '../store/store.ts'

/** Another process has the data folder. */
export class FolderInUse extends ConfigError {
  constructor(folder: string) {
    super(`DATA_DIR ${folder} is in use by another process`)
    this.name = 'FolderInUse'
  }
}

interface StoreParts {
  readonly model: Model
  readonly locator: LocatorOptions
  readonly onFault: (text: string) => void
}

/** The durable record that the configuration names: in a database, else in the data folder. */
export async function openStore({ databaseUrl, databaseReadUrl, dataDir }: Config, parts: StoreParts): Promise<Store> {
  if (databaseUrl === undefined) {
    return openSqliteStore({ folder: dataDir, ...parts }).catch((error: Error) => {
      throw sqliteCode(error) === undefined ? error : unusable(dataDir, error)
    })
  }
  const readUrl = databaseReadUrl
  return openPostgresStore({ url: databaseUrl, ...(readUrl !== undefined && { readUrl }), ...parts })
}

function unusable(folder: string, { message }: Error): ConfigError {
  const wanted = 'a start needs to write there, be it only to answer reads'
  return new ConfigError(`DATA_DIR ${folder} cannot be used: ${message}; ${wanted}`)
}

/** The lock of the data folder; throws a ConfigError where it cannot be used, or is. */
export function lockFolder(folder: string): FolderLock {
  try {
    const lock = lockDataFolder(folder)
    if (lock) return lock
  } catch (error) {
    throw unusable(folder, error as Error)
  }
  throw new FolderInUse(folder)
}
