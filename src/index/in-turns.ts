/** Longest run of steps in one turn of the event loop. */
const turnMillis = 1

/** Runs a generator cooperatively, about 1 ms per turn of the event loop, and then calls `next`. */
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

/** Runs a generator to its end without pausing, calls `next` if present, and returns the generator's result. */
export function runToCompletion<Result>(steps: Iterator<void, Result>, next?: () => void): Result {
  for (;;) {
    const step = steps.next()
    if (!step.done) continue
    next?.()
    return step.value
  }
}

/** A step ends once this much time has passed since the end of the last one. */
const stepMillis = 2

/** Decides where long work ends a step. */
export interface Pace {
  /** True if the step has taken long enough. Reading `true` begins the next step. */
  readonly isDue: boolean
}

/** A pace by the clock: short work is a single step. */
export class ClockedPace implements Pace {
  #until = performance.now() + stepMillis

  get isDue(): boolean {
    const now = performance.now()
    if (now < this.#until) return false
    this.#until = now + stepMillis
    return true
  }
}
