/** Steps go on for so long in a turn of the event loop. */
const turnMillis = 1

/** Does steps, about a millisecond of them in each turn of the event loop, so that others go between; then what comes next. */
export function inTurns(steps: Iterator<void>, next: () => void): void {
  const until = performance.now() + turnMillis
  do {
    if (steps.next().done) {
      next()
      return
    }
  } while (performance.now() < until)
  setImmediate(inTurns, steps, next)
}

/** Does all steps, and then what comes next, if anything; gives what comes of them. */
export function atOnce<Result>(steps: Iterator<void, Result>, next?: () => void): Result {
  for (;;) {
    const step = steps.next()
    if (!step.done) continue
    next?.()
    return step.value
  }
}

/** Work that several wait for: each does steps of it until it is done, and has what comes of it. */
export class SharedSteps<Result> {
  readonly #steps: Iterator<void, Result>
  #end: { readonly result: Result } | undefined

  constructor(steps: Iterator<void, Result>) {
    this.#steps = steps
  }

  *finish(): Generator<void, Result> {
    while (this.#end === undefined) {
      const step = this.#steps.next()
      if (step.done) this.#end = { result: step.value }
      else yield
    }
    return this.#end.result
  }
}

/** Steps end where so much time has passed since the last one ended. */
const stepMillis = 2

/** Tells work where its steps end. */
export interface Pace {
  /** Whether the step has taken long enough; the next one begins then. */
  readonly isDue: boolean
}

/** By the clock, so that what is short has one step only. */
export class ClockedPace implements Pace {
  #until = performance.now() + stepMillis

  get isDue(): boolean {
    const now = performance.now()
    if (now < this.#until) return false
    this.#until = now + stepMillis
    return true
  }
}
