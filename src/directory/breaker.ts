/** The conditions under which requests to a failing service pause and resume. */
interface BreakerOptions {
  /** Consecutive failures after which requests pause; consecutive slow responses after which callers do not wait. */
  readonly failuresMax: number
  /** The first pause; it doubles with each failed attempt. */
  readonly firstPauseMillis: number
  readonly pauseMaxMillis: number
  readonly clock: () => number
}

/**
 * A circuit breaker for a service. After some consecutive failures it is open: no request is sent until a pause is
 * over, then one in each pause, until one succeeds.
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

  /** The length of the current pause between requests. */
  get pauseMillis(): number {
    return this.#pauseMillis
  }

  /** True if recent responses arrived, and in time, so that waiting for one makes sense. */
  get worthWaiting(): boolean {
    return !this.open && this.#slow < this.#options.failuresMax
  }

  /** Returns true if a request may be sent now. While open, returning true begins the next, longer pause. */
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

  /** Counts a failure; returns true if it opened the breaker. */
  fail(): boolean {
    if (this.open) return false
    this.#failures++
    if (this.open) this.#askAt = this.#options.clock() + this.#pauseMillis
    return this.open
  }

  /** Records the speed of a response; `inTime` is false if it came later than a caller waits. */
  noteSpeed(inTime: boolean): void {
    this.#slow = inTime ? 0 : this.#slow + 1
  }
}
