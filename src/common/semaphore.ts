/** Runs a bounded number of tasks at once, in the order of their arrival. */
export class Semaphore {
  readonly #parallelMax: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(parallelMax: number) {
    this.#parallelMax = parallelMax
  }

  /** Runs the task when fewer than the limit are running, and returns its result. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#parallelMax) this.#running++
    else await new Promise<void>((begin) => this.#waiting.push(begin))
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
