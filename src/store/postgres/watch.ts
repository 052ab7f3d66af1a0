import { pause } from '../../common/pause.ts'
import { messageOf } from '../../common/problem.ts'
import type { Position } from '../../place/journal.ts'
import { journalChannel, postgresTraits } from '../sql/database.ts'
import type { JournalEnd, Watch } from '../store.ts'
import type { DatabaseAddress } from './address.ts'
import { PersistentSession } from './persistent-session.ts'
import { reasonOf } from './postgres-faults.ts'
import type { Session } from './session.ts'

/** The journal to watch, and the callbacks. */
interface WatchOptions {
  /** The servers, one of which is the primary. */
  readonly address: DatabaseAddress
  /** Called when the journal has grown or may have, with its end if known, and after each poll. */
  readonly changed: (end?: JournalEnd) => void
  /** Called when the server is lost and when it is found again, for the log. */
  readonly onFault: (text: string) => void
}

const reconnectMillis = 250

/** Listens to the primary. A lost notification or server delays changes by one polling interval. */
export class JournalWatch implements Watch {
  readonly #options: WatchOptions
  readonly #session: PersistentSession
  #outage: string | undefined

  constructor(options: WatchOptions) {
    this.#options = options
    this.#session = new PersistentSession({
      address: options.address,
      use: (session, signal) => this.#listen(session, signal),
      reconnectMillis,
      onLost: (error) => this.#lost(error),
    })
  }

  get outage(): string | undefined {
    return this.#outage
  }

  close(): Promise<void> {
    return this.#session.close()
  }

  /** Listens until the session is lost. */
  async #listen(session: Session, signal: AbortSignal): Promise<void> {
    const { address, changed, onFault } = this.#options
    const gone = new AbortController()
    session.onEnd(() => gone.abort())
    await session.listen(journalChannel, (payload) => changed(Number(payload)))
    if (this.#outage !== undefined) onFault(`the database takes writes again: ${session.server}`)
    this.#outage = undefined
    changed()
    const until = AbortSignal.any([signal, gone.signal])
    while (!signal.aborted) {
      await pause(address.limits.pollMillis, until)
      const { rows } = await session.query<Position>(postgresTraits.readEnd, [], 'end')
      changed(rows[0])
    }
  }

  #lost(error: unknown): void {
    const { changed, onFault } = this.#options
    if (this.#outage === undefined) onFault(`the database takes no writes: ${messageOf(error)}`)
    this.#outage = reasonOf(error) ?? 'the database cannot be reached'
    // A server that can be reached may have the primary's last writes.
    changed()
  }
}
