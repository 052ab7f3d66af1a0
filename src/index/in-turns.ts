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

/** The indices below `length` in the order of a comparison, equal ones as they are: runs are sorted, then merged in pairs. */
export function* sortedInSteps(
  length: number,
  compare: (a: number, b: number) => number,
): Generator<void, Uint32Array> {
  let from = new Uint32Array(length)
  for (let index = 0; index < length; index++) from[index] = index
  for (let start = 0; start < length; start += sortedRun) {
    from.subarray(start, start + sortedRun).sort(compare)
    yield
  }
  let into = new Uint32Array(length)
  for (let run = sortedRun; run < length; run *= 2) {
    for (let start = 0; start < length; start += 2 * run) {
      const [middle, end] = [Math.min(start + run, length), Math.min(start + 2 * run, length)]
      let [left, right] = [start, middle]
      for (let at = start; at < end; at++) {
        const takesLeft = left < middle && (right === end || compare(from[left]!, from[right]!) <= 0)
        into[at] = from[takesLeft ? left++ : right++]!
        if (at % sortedRun === 0) yield
      }
    }
    ;[from, into] = [into, from]
  }
  return from
}

/** So many are sorted or merged in a step, which takes less than a millisecond. */
const sortedRun = 1024
