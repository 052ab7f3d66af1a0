import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Lead } from '../store.ts'
import type { DatabaseAddress } from './address.ts'
import { type Session, SessionOpener } from './session.ts'

/** So often the lock is asked for, and whether it is still had. */
const intervalMillis = 1_000
/** A server that hears nothing of the holder for about 6 s ends its session, which frees the lock. */
const serverKeepAlive = `select set_config('tcp_keepalives_idle', '2', false), set_config('tcp_keepalives_interval', '1', false),
  set_config('tcp_keepalives_count', '4', false)`

/** A lock of the database, and who is told. */
export interface LeadOptions {
  readonly address: DatabaseAddress
  readonly name: string
  readonly changed: (leads: boolean) => void
}

/** A lock among all sessions with the database (an advisory lock of PostgreSQL), in a session of its own, with which it ends. */
export class AdvisoryLead implements Lead {
  readonly #options: LeadOptions
  readonly #opener: SessionOpener
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  #session: Session | undefined

  constructor(options: LeadOptions) {
    this.#options = options
    this.#opener = new SessionOpener(options.address, 'write')
    this.#running = this.#run()
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    this.#session?.destroy()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.#hold().catch(() => {})
      await pause(signal)
    }
  }

  /** Waits for the lock and has it until the session is lost. */
  async #hold(): Promise<void> {
    const { changed, name } = this.#options
    const session = await this.#opener.open()
    this.#session = session
    let leads = false
    try {
      await session.query(serverKeepAlive)
      while (!this.#stopping.signal.aborted) {
        // Asked again while it is had: that only says whether the session lives.
        const { rows } = await session.query<{ had: boolean }>(
          leads ? 'select true as had' : 'select pg_try_advisory_lock($1) as had',
          leads ? [] : [keyOf(name)],
        )
        if (!leads && rows[0]?.had) {
          leads = true
          changed(true)
        }
        await pause(this.#stopping.signal)
      }
    } finally {
      session.destroy()
      if (leads) changed(false)
    }
  }
}

/** The lock as PostgreSQL names it: 32 bits of a hash. */
function keyOf(name: string): number {
  return Buffer.from(hash('sha256', `gazetteer ${name}`), 'hex').readInt32BE(0)
}

async function pause(signal: AbortSignal): Promise<void> {
  await setTimeout(intervalMillis, undefined, { signal, ref: false }).catch(() => {})
}
