import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from '../common/pause.ts'
import { formatInstant } from '../place/dates.ts'
import type { Instant } from '../place/place.ts'
import type { Store } from '../store/store.ts'

/** Milliseconds between looks for a due check; the first look is that long after a start. */
const defaultLimits = { lookMillis: 60_000 }
export type IntegrityLimits = Readonly<typeof defaultLimits>

const dayMillis = 86_400_000
const damageLoggedMax = 5

/** The result of a check of the record, and its instant. */
export interface IntegrityCheck {
  readonly at: Instant
  readonly damage: readonly string[]
}

/** A stored check. It holds for the record with this history, not for one that was restored since. */
interface KeptCheck extends IntegrityCheck {
  readonly historyId: string
}

/** The parts of an integrity clock. */
interface IntegrityClockParts {
  readonly store: { readonly historyId: string; readonly findDamage: NonNullable<Store['findDamage']> }
  /** Keeps the last check, so that a service that is often started does not check more often. */
  readonly folder: string
  readonly clock: () => Instant
  /** Logs damage, and why the record could not be checked. */
  readonly onFault: (what: string, error: unknown) => void
  readonly limits?: Partial<IntegrityLimits> | undefined
}

/** Checks the embedded record once a day, since SQLite does not report damaged pages that it can still parse. */
export class IntegrityClock {
  readonly #parts: IntegrityClockParts
  readonly #file: string
  readonly #lookMillis: number
  readonly #closing = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #last: IntegrityCheck | undefined

  constructor(parts: IntegrityClockParts) {
    this.#parts = parts
    this.#file = join(parts.folder, 'integrity.json')
    this.#lookMillis = { ...defaultLimits, ...parts.limits }.lookMillis
    this.#last = readCheck(this.#file, parts.store.historyId)
  }

  /** The last check; undefined before the first. */
  get last(): IntegrityCheck | undefined {
    return this.#last
  }

  start(): void {
    this.#running = this.#run()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { clock, onFault } = this.#parts
    const { signal } = this.#closing
    if (this.#last) this.#report(this.#last)
    let tried = this.#last?.at ?? Number.NEGATIVE_INFINITY
    while (!signal.aborted) {
      await pause(this.#lookMillis, signal)
      const now = clock()
      // A clock that was ahead must not stop the checks.
      if (signal.aborted || Math.abs(now - tried) < dayMillis) continue
      tried = now
      await this.#check(now).catch((error: unknown) => {
        if (!signal.aborted) onFault('the record could not be checked', error)
      })
    }
  }

  async #check(at: Instant): Promise<void> {
    const { store, onFault } = this.#parts
    const damage = await store.findDamage(this.#closing.signal)
    this.#last = { at, damage }
    this.#report(this.#last)
    const kept: KeptCheck = { ...this.#last, historyId: store.historyId }
    try {
      writeFileSync(this.#file, JSON.stringify(kept))
    } catch (error) {
      onFault('the check of the record could not be kept; the next start makes another', error)
    }
  }

  #report({ at, damage }: IntegrityCheck): void {
    if (damage.length === 0) return
    const what = `the record is damaged, by its check at ${formatInstant(at)}: restore a backup`
    this.#parts.onFault(what, new Error(damage.slice(0, damageLoggedMax).join('; ')))
  }
}

/** Returns the kept check of the record with this history, or undefined. */
function readCheck(file: string, historyId: string): IntegrityCheck | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Partial<KeptCheck>
    const { at, damage } = kept
    const isWhole = typeof at === 'number' && Array.isArray(damage) && kept.historyId === historyId
    return isWhole ? { at, damage } : undefined
  } catch {
    return undefined
  }
}
