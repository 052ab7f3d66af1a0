import { pause } from '../common/pause.ts'
import type { JournalEntry } from '../place/journal.ts'
import type { Instant } from '../place/place.ts'
import type { Command, Store } from '../store/store.ts'

/** How often a publication clock checks what is due, in milliseconds: the clock may be set, and others write too. */
const defaultLimits = { lookMillis: 1_000 }
export type PublicationLimits = Readonly<typeof defaultLimits>

/** What a publication clock is made over. */
interface PublicationClockParts {
  readonly store: Pick<Store, 'nextPublication'>
  readonly clock: () => Instant
  readonly command: (command: Command) => Promise<{ readonly entries: readonly JournalEntry[] }>
  /** Told what goes wrong, for the log. */
  readonly onFault: (what: string, error: unknown) => void
  readonly limits?: Partial<PublicationLimits> | undefined
}

/**
 * Has the journal tell what time alone publishes and unpublishes, as soon as that is due, also what was due while nothing
 * ran (D57). Each process has one: what is told is decided in the transaction, so that each instant is told once.
 */
export class PublicationClock {
  readonly #parts: PublicationClockParts
  readonly #lookMillis: number
  readonly #closing = new AbortController()
  #running: Promise<void> = Promise.resolve()
  /** The last fault, which is logged once. */
  #fault: string | undefined

  constructor(parts: PublicationClockParts) {
    this.#parts = parts
    this.#lookMillis = { ...defaultLimits, ...parts.limits }.lookMillis
  }

  start(): void {
    this.#running = this.#run()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      const millis = await this.#tell().catch((error: Error) => {
        if (error.message !== this.#fault && !signal.aborted) {
          this.#parts.onFault('publications that are due could not be told of', error)
        }
        this.#fault = error.message
        return this.#lookMillis
      })
      await pause(millis, signal)
    }
  }

  /** Gives how many milliseconds there are until something may be due. */
  async #tell(): Promise<number> {
    const { store, clock, command } = this.#parts
    const [next, now] = [await store.nextPublication(), clock()]
    this.#fault = undefined
    if (next === undefined || next > now) return Math.min(this.#lookMillis, (next ?? Number.POSITIVE_INFINITY) - now)
    const { entries } = await command({ kind: 'publications', now })
    // Where another process has told it, what was read may be of a standby that does not know that yet.
    return entries.length > 0 ? 0 : this.#lookMillis
  }
}
