import type { Config } from '../config.ts'
import type { Instant } from '../place/place.ts'
import { FolderInUse } from '../service/record.ts'
import { runningServer } from '../store/lock.ts'
import { hasRecord } from '../store/sqlite/sqlite.ts'
import type { Backend, DataWanted } from './backend.ts'
import { CommandError } from './command-error.ts'
import { openLocalBackend } from './local-backend.ts'
import { openRemoteBackend } from './remote-backend.ts'

interface BackendParts {
  readonly config: Config
  readonly clock: () => Instant
  /** Takes a line for the person who waits. */
  readonly tell: (line: string) => void
}

/**
 * Opens the database or the data folder, or goes to the server that serves the folder. Throws a CommandError when neither
 * can be, and where data must be `present` and is not: a mistyped DATA_DIR would give an empty backup otherwise.
 */
export async function openBackend({ config, clock, tell }: BackendParts, data: DataWanted): Promise<Backend> {
  if (config.databaseUrl !== undefined) return openLocalBackend(config, clock, data)
  const server = runningServer(config.dataDir)
  if (server) return openRemoteBackend(config, server, tell)
  if (data === 'present' && !hasRecord(config.dataDir)) {
    throw new CommandError(`there is no data in DATA_DIR ${config.dataDir}`)
  }
  try {
    return await openLocalBackend(config, clock, data)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new CommandError(`${error.message}, which cannot be asked: wait until it has started or ended`)
  }
}
