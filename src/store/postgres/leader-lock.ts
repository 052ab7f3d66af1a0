import { hash } from 'node:crypto'
import { pause } from '../../common/pause.ts'
import type { LeaderLock } from '../store.ts'
import type { DatabaseAddress } from './address.ts'
import { PersistentSession } from './persistent-session.ts'
import type { Session } from './session.ts'

/** Makes the server end the session of a silent holder after about 6 s, which frees the lock. */
const serverKeepAlive = `select set_config('tcp_keepalives_idle', '2', false), set_config('tcp_keepalives_interval', '1', false),
  set_config('tcp_keepalives_count', '4', false)`

/** A lock of the database, and the callback for its changes. */
interface LeaderLockOptions {
  readonly address: DatabaseAddress
  readonly name: string
  readonly changed: (isLeader: boolean) => void
}

/** An advisory lock of PostgreSQL, held by a session of its own and released with it. */
export function leaderLock({ address, name, changed }: LeaderLockOptions): LeaderLock {
  const { leaderMillis } = address.limits
  /** Waits for the lock and holds it until the session is lost. */
  const use = async (session: Session, signal: AbortSignal) => {
    let isLeader = false
    try {
      await session.query(serverKeepAlive)
      while (!signal.aborted) {
        // Once the lock is held, the query only checks that the session is alive.
        const { rows } = await session.query<{ held: boolean }>(
          isLeader ? 'select true as held' : 'select pg_try_advisory_lock($1) as held',
          isLeader ? [] : [keyOf(name)],
        )
        if (!isLeader && rows[0]?.held) {
          isLeader = true
          changed(true)
        }
        await pause(leaderMillis, signal)
      }
    } finally {
      if (isLeader) changed(false)
    }
  }
  return new PersistentSession({ address, use, reconnectMillis: leaderMillis })
}

/** Returns the number of the lock in PostgreSQL: 32 bits of a hash. */
function keyOf(name: string): number {
  return Buffer.from(hash('sha256', `gazetteer ${name}`), 'hex').readInt32BE(0)
}
