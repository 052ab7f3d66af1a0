import { setTimeout } from 'node:timers/promises'
import type { Position } from '../../place/journal.ts'
import { journalChannel, postgresTraits } from '../sql/database.ts'
import type { JournalEnd, Watch } from '../store.ts'
import type { DatabaseAddress } from './address.ts'
import { reasonOf, textOf } from './fault.ts'
import { type Session, SessionOpener } from './session.ts'

/** Whose journal is watched, and who is told. */
export interface WatchOptions {
  /** The servers of which one takes writes. */
  readonly address: DatabaseAddress
  /** Called when the journal has gone on, with what is known of that, or may have, and each time that it was asked. */
  readonly changed: (end?: JournalEnd) => void
  /** Told when the server is lost and found, for the log. */
  readonly onFault: (text: string) => void
  /** So often the journal is asked, in case that a notification was lost. */
  readonly pollMillis?: number
}

const defaultPollMillis = 1_000
const reconnectMillis = 250

/** Listens to the server that takes writes; a lost notification, or a lost server, costs an interval of asking. */
export class JournalWatch implements Watch {
  readonly #options: WatchOptions
  readonly #opener: SessionOpener
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  #session: Session | undefined
  #outage: string | undefined

  constructor(options: WatchOptions) {
    this.#options = options
    this.#opener = new SessionOpener(options.address, 'write')
    this.#running = this.#run()
  }

  get outage(): string | undefined {
    return this.#outage
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    this.#session?.destroy()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#listen()
      } catch (error) {
        if (this.#stopping.signal.aborted) return
        if (this.#outage === undefined) this.#options.onFault(`the database takes no writes: ${textOf(error)}`)
        this.#outage = reasonOf(error) ?? 'the database cannot be reached'
        // Others may be reached that the one that takes writes has told of what it took.
        this.#options.changed()
      }
      await pause(reconnectMillis, this.#stopping.signal)
    }
  }

  /** Listens until the session is lost. */
  async #listen(): Promise<void> {
    const { changed, onFault, pollMillis = defaultPollMillis } = this.#options
    const session = await this.#opener.open()
    this.#session = session
    const gone = new AbortController()
    session.onEnd(() => gone.abort())
    const signal = AbortSignal.any([this.#stopping.signal, gone.signal])
    try {
      await session.listen(journalChannel, (payload) => changed(Number(payload)))
      if (this.#outage !== undefined) onFault(`the database takes writes again: ${session.server}`)
      this.#outage = undefined
      changed()
      while (!this.#stopping.signal.aborted) {
        await pause(pollMillis, signal)
        const { rows } = await session.query<Position>(postgresTraits.readEnd, [], 'end')
        changed(rows[0])
      }
    } finally {
      session.destroy()
    }
  }
}

/** Resolves after so long, or when the signal is aborted. */
async function pause(millis: number, signal: AbortSignal): Promise<void> {
  await setTimeout(millis, undefined, { signal, ref: false }).catch(() => {})
}
