import type { IncomingMessage, ServerResponse } from 'node:http'

/** So many writes begin in a turn of the event loop, about a millisecond with what answering them takes. */
const begunAtOnce = 4
/** With reads that fill whole turns, writes that have waited for so long begin beyond that, */
const overdueMillis = 50
/** but never more than so many in a turn. */
const begunAtMost = 32

interface Waiting {
  readonly since: number
  readonly response: ServerResponse
  readonly carryOut: () => void
}

/**
 * Lets writes begin a few in a turn of the event loop, in the order in which they came, and everything else at once.
 * Writes are committed in groups, so those who write are answered together and send their next requests together; were
 * all of these carried out as they are read, whoever only asks would wait behind the burst. As many can wait as there
 * are connections, since each has one request in work.
 */
export class PacedWrites {
  readonly #clock: () => number
  #waiting: Waiting[] = []
  #begun = 0

  /** @param clock Milliseconds that never go back. */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** Carries the request out, at once unless it may write and enough writes have begun in this turn. */
  take({ method }: Pick<IncomingMessage, 'method'>, response: ServerResponse, carryOut: () => void): void {
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') carryOut()
    else if (this.#waiting.length === 0 && this.#begun < begunAtOnce) this.#begin(carryOut)
    else this.#waiting.push({ since: this.#clock(), response, carryOut })
  }

  #begin(carryOut: () => void): void {
    this.#begun++
    if (this.#begun === 1) setImmediate(() => this.#nextTurn())
    carryOut()
  }

  #nextTurn(): void {
    this.#begun = 0
    const overdue = this.#clock() - overdueMillis
    let passed = 0
    for (const { since, response, carryOut } of this.#waiting) {
      if (this.#begun >= (since < overdue ? begunAtMost : begunAtOnce)) break
      passed++
      // Whose caller has left would write for nobody.
      if (!response.destroyed) this.#begin(carryOut)
    }
    this.#waiting = this.#waiting.slice(passed)
  }
}
