import { hash } from 'node:crypto'
import { pause } from '../../common/pause.ts'
import type { Lead } from '../store.ts'
import type { DatabaseAddress } from './address.ts'
import { HeldSession } from './held-session.ts'
import type { Session } from './session.ts'

/** How often the lock is tried, and checked once it is held. */
const intervalMillis = 1_000
/** A server that hears nothing of the holder for about 6 s ends its session, which frees the lock. */
const serverKeepAlive = `select set_config('tcp_keepalives_idle', '2', false), set_config('tcp_keepalives_interval', '1', false),
  set_config('tcp_keepalives_count', '4', false)`

/** A lock of the database, and who is told. */
interface LeadOptions {
  readonly address: DatabaseAddress
  readonly name: string
  readonly changed: (leads: boolean) => void
}

/** A lock among all sessions with the database (an advisory lock of PostgreSQL), in a session of its own, with which it ends. */
export function advisoryLead({ address, name, changed }: LeadOptions): Lead {
  /** Waits for the lock and has it until the session is lost. */
  const use = async (session: Session, signal: AbortSignal) => {
    let leads = false
    try {
      await session.query(serverKeepAlive)
      while (!signal.aborted) {
        // Asked again while it is had: that only says whether the session lives.
        const { rows } = await session.query<{ had: boolean }>(
          leads ? 'select true as had' : 'select pg_try_advisory_lock($1) as had',
          leads ? [] : [keyOf(name)],
        )
        if (!leads && rows[0]?.had) {
          leads = true
          changed(true)
        }
        await pause(intervalMillis, signal)
      }
    } finally {
      if (leads) changed(false)
    }
  }
  return new HeldSession({ address, use, againMillis: intervalMillis })
}

/** The lock as PostgreSQL names it: 32 bits of a hash. */
function keyOf(name: string): number {
  return Buffer.from(hash('sha256', `gazetteer ${name}`), 'hex').readInt32BE(0)
}
