/** When a failing service is left alone, and asked again. */
interface BreakerOptions {
  /** Failures in a row after which it is left alone; slow answers in a row after which nobody waits for one. */
  readonly failuresMax: number
  /** How long it is left alone at first; doubles with each attempt that fails. */
  readonly firstPauseMillis: number
  readonly pauseMaxMillis: number
  readonly clock: () => number
}

/**
 * Remembers how a service has answered (circuit breaker). After some failures in a row it is open: nothing is asked
 * until a pause is over, then one request in each pause, until one succeeds.
 */
export class Breaker {
  readonly #options: BreakerOptions
  #failures = 0
  #slow = 0
  #pauseMillis: number
  #askAt = 0

  constructor(options: BreakerOptions) {
    this.#options = options
    this.#pauseMillis = options.firstPauseMillis
  }

  get open(): boolean {
    return this.#failures >= this.#options.failuresMax
  }

  /** How long the service is left alone before it is asked again. */
  get pauseMillis(): number {
    return this.#pauseMillis
  }

  /** Whether answers have lately come and in time, so that it makes sense to wait for one. */
  get worthWaiting(): boolean {
    return !this.open && this.#slow < this.#options.failuresMax
  }

  /** Whether a request may be sent now; while open, saying yes begins the next and longer pause. */
  allow(): boolean {
    if (!this.open) return true
    const now = this.#options.clock()
    if (now < this.#askAt) return false
    this.#pauseMillis = Math.min(2 * this.#pauseMillis, this.#options.pauseMaxMillis)
    this.#askAt = now + this.#pauseMillis
    return true
  }

  succeed(): void {
    this.#failures = 0
    this.#pauseMillis = this.#options.firstPauseMillis
  }

  /** Whether this failure has opened the breaker. */
  fail(): boolean {
    if (this.open) return false
    this.#failures++
    if (this.open) this.#askAt = this.#options.clock() + this.#pauseMillis
    return this.open
  }

  /** Notes whether an answer came later than a caller waits. */
  noteSpeed(inTime: boolean): void {
    this.#slow = inTime ? 0 : this.#slow + 1
  }
}
