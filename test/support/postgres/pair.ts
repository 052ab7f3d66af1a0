import { until } from '../until.ts'
import { rowsOf } from './databases.ts'
import { type PostgresServer, type Settings, startServer, superuser } from './server.ts'

/** A server and one that follows it by streaming; no commit waits for that. */
export interface ServerPair {
  readonly primary: PostgresServer
  readonly standby: PostgresServer
  /** Resolves when the standby has all that the primary has. */
  caughtUp(): Promise<void>
  remove(): Promise<void>
}

/** Starts both, with an empty database of this name. */
export async function startPair(programs: string, database: string, settings: Settings = {}): Promise<ServerPair> {
  const primary = await startServer({ programs, settings })
  let standby: PostgresServer | undefined
  const remove = async () => {
    await standby?.remove()
    await primary.remove()
  }
  try {
    await rowsOf(primary.url(), `create database ${database}`)
    standby = await startServer({
      programs,
      settings: { ...settings, primary_conninfo: `host=127.0.0.1 port=${primary.port} user=${superuser}` },
      make: (made, data) => made.run('pg_basebackup', ['-D', data, '-d', primary.url(), '-c', 'fast', '-R']),
    })
  } catch (error) {
    await remove()
    throw error
  }
  return { primary, standby, caughtUp: () => followed(primary.url(), standby.url()), remove }
}

async function followed(primary: string, standby: string): Promise<void> {
  const [end] = await rowsOf<{ at: string }>(primary, 'select pg_current_wal_lsn()::text as at')
  const isThere = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached'
  await until('the standby has what the primary has', async () => {
    const [row] = await rowsOf<{ reached: boolean }>(standby, isThere, [end!.at])
    return row!.reached
  })
}
