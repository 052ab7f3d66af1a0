/** Runs tasks, a bounded number at once, in the order in which they came. */
export class Semaphore {
  readonly #parallelMax: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(parallelMax: number) {
    this.#parallelMax = parallelMax
  }

  /** The result of the task, which begins when fewer than that many run. */
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
