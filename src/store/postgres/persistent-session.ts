import { pause } from '../../common/pause.ts'
import type { DatabaseAddress } from './address.ts'
import { type Session, SessionOpener } from './session.ts'

/** The servers and the use of a persistent session. */
interface PersistentSessionOptions {
  /** The servers, one of which is the primary. */
  readonly address: DatabaseAddress
  /** Uses a session until the signal is aborted; rejects when it is lost. */
  readonly use: (session: Session, signal: AbortSignal) => Promise<void>
  /** Pause between the loss of a session and the next attempt. */
  readonly reconnectMillis: number
  readonly onLost?: (error: unknown) => void
}

/** A session with the primary that is reopened whenever it is lost, until it is closed. */
export class PersistentSession {
  readonly #options: PersistentSessionOptions
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  #session: Session | undefined

  constructor(options: PersistentSessionOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    this.#session?.destroy()
    await this.#running
  }

  async #run(): Promise<void> {
    const { address, use, reconnectMillis, onLost } = this.#options
    const { signal } = this.#stopping
    const opener = new SessionOpener(address, 'write')
    while (!signal.aborted) {
      try {
        const session = await opener.open()
        this.#session = session
        await use(session, signal).finally(() => session.destroy())
      } catch (error) {
        if (!signal.aborted) onLost?.(error)
      }
      await pause(reconnectMillis, signal)
    }
  }
}
