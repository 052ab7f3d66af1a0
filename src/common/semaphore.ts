/**
 * Runs a bounded number of tasks at once. Callers take turns, and the tasks of each run in the order of their arrival:
 * a task waits for at most one of each other caller that waits, however many those have.
 */
export class Semaphore {
  readonly #parallelMax: number
  /** The waiting tasks of each caller; the first caller is the next. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #running = 0

  constructor(parallelMax: number) {
    this.#parallelMax = parallelMax
  }

  /** Runs the task when fewer than the limit are running, and returns its result. */
  async run<Result>(task: () => Promise<Result>, caller = ''): Promise<Result> {
    if (this.#running < this.#parallelMax) this.#running++
    else await new Promise<void>((begin) => this.#enqueue(caller, begin))
    try {
      return await task()
    } finally {
      const next = this.#next()
      if (next) next()
      else this.#running--
    }
  }

  #enqueue(caller: string, begin: () => void): void {
    const own = this.#waiting.get(caller)
    if (own) own.push(begin)
    else this.#waiting.set(caller, [begin])
  }

  /** Takes a task of the next caller, who then is the last; undefined if none waits. */
  #next(): (() => void) | undefined {
    const [first] = this.#waiting
    if (first === undefined) return undefined
    const [caller, own] = first
    this.#waiting.delete(caller)
    const next = own.shift()
    if (own.length > 0) this.#waiting.set(caller, own)
    return next
  }
}
