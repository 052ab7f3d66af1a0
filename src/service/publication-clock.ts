import { pause } from '../common/pause.ts'
import type { JournalEntry } from '../place/journal.ts'
import type { Instant } from '../place/place.ts'
import type { Command, Store } from '../store/store.ts'

/** Milliseconds between checks for due publications: the clock may be set, and others write too. */
const defaultLimits = { lookMillis: 1_000 }
export type PublicationLimits = Readonly<typeof defaultLimits>

/** The parts of a publication clock. */
interface PublicationClockParts {
  readonly store: Pick<Store, 'nextPublication'>
  readonly clock: () => Instant
  readonly command: (command: Command) => Promise<{ readonly entries: readonly JournalEntry[] }>
  /** Logs faults. */
  readonly onFault: (what: string, error: unknown) => void
  readonly limits?: Partial<PublicationLimits> | undefined
}

/**
 * Records publications in the journal when their instants come, and those that came while no service ran (D57). Every
 * process has one; the transaction decides, so that each instant is recorded once.
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
          this.#parts.onFault('publications that are due could not be recorded', error)
        }
        this.#fault = error.message
        return this.#lookMillis
      })
      await pause(millis, signal)
    }
  }

  /** Returns the milliseconds until something may be due. */
  async #tell(): Promise<number> {
    const { store, clock, command } = this.#parts
    const [next, now] = [await store.nextPublication(), clock()]
    this.#fault = undefined
    if (next === undefined || next > now) return Math.min(this.#lookMillis, (next ?? Number.POSITIVE_INFINITY) - now)
    const { entries } = await command({ kind: 'publications', now })
    // Another process may have recorded it, which a standby does not know yet.
    return entries.length > 0 ? 0 : this.#lookMillis
  }
}
