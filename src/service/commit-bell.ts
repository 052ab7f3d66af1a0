/** Rings at every commit, for those who wait for the next one. */
export interface CommitBell {
  ring(): void
  /** Resolves soon after the next commit, or when `signal` is aborted. */
  next(signal: AbortSignal): Promise<void>
}

/**
 * A bell that any number may wait for; how many do is bounded where requests are. So many are woken in a turn of the event
 * loop, since a commit may be what thousands wait for.
 */
export function createCommitBell(wokenAtOnce = Number.POSITIVE_INFINITY): CommitBell {
  const waiting = new Set<() => void>()
  const due = new Set<() => void>()
  const wakeSome = () => {
    let woken = 0
    for (const wake of due) {
      if (woken++ === wokenAtOnce) break
      wake()
    }
    if (due.size > 0) setImmediate(wakeSome)
  }
  return {
    ring() {
      const isWaking = due.size > 0
      for (const wake of waiting) due.add(wake)
      waiting.clear()
      if (!isWaking) wakeSome()
    },
    next: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        const done = () => {
          if (!waiting.delete(done)) due.delete(done)
          signal.removeEventListener('abort', done)
          resolve()
        }
        waiting.add(done)
        signal.addEventListener('abort', done)
      }),
  }
}
