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

/** Does all steps, and then what comes next, if anything. */
export function atOnce(steps: Iterator<void>, next?: () => void): void {
  while (!steps.next().done);
  next?.()
}
