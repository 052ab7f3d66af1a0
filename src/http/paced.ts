/** How many begin in a turn of the event loop. */
export interface Pace {
  readonly atOnce: number
  /** With others that fill whole turns, what has waited for `overdueMillis` begins beyond that, but never more than so many. */
  readonly atMost: number
  /** When what has begun has taken so long, no more does; absent where what it takes comes later. */
  readonly millis?: number
}

const overdueMillis = 50

interface Waiting {
  readonly since: number
  readonly caller: Caller
  readonly carryOut: () => void
}

/** The response of whoever waits. */
interface Caller {
  readonly destroyed: boolean
}

/**
 * Lets work begin a few at a time in a turn of the event loop, in the order in which it came, so that a burst of it
 * keeps nobody else waiting. As much can wait as there are connections, since each has one request in work.
 */
export class Paced {
  readonly #pace: Pace
  readonly #clock: () => number
  #waiting: Waiting[] = []
  #begun = 0
  /** When this turn has had its time. */
  #until = 0

  /** @param clock Milliseconds that never go back. */
  constructor(pace: Pace, clock: () => number) {
    this.#pace = pace
    this.#clock = clock
  }

  /** Carries the work out, at once unless enough has begun in this turn; not for a caller who has left meanwhile. */
  take(caller: Caller, carryOut: () => void): void {
    if (this.#waiting.length === 0 && this.#hasRoom(this.#pace.atOnce)) this.#begin(carryOut)
    else this.#waiting.push({ since: this.#clock(), caller, carryOut })
  }

  #hasRoom(most: number): boolean {
    return this.#begun === 0 || (this.#begun < most && (this.#pace.millis === undefined || this.#clock() < this.#until))
  }

  #begin(carryOut: () => void): void {
    this.#begun++
    if (this.#begun === 1) {
      if (this.#pace.millis !== undefined) this.#until = this.#clock() + this.#pace.millis
      setImmediate(() => this.#nextTurn())
    }
    carryOut()
  }

  #nextTurn(): void {
    const { atOnce, atMost } = this.#pace
    this.#begun = 0
    const overdue = this.#clock() - overdueMillis
    let passed = 0
    for (const { since, caller, carryOut } of this.#waiting) {
      if (!this.#hasRoom(since < overdue ? atMost : atOnce)) break
      passed++
      if (!caller.destroyed) this.#begin(carryOut)
    }
    this.#waiting = this.#waiting.slice(passed)
  }
}
