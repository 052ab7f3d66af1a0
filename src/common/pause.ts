import { setTimeout as delay, setImmediate } from 'node:timers/promises'

/** Resolves after so long, or when the signal is aborted. Keeps no process from ending. */
export async function pause(millis: number, signal: AbortSignal): Promise<void> {
  await delay(millis, undefined, { signal, ref: false }).catch(() => {})
}

/** What is promised; rejects with what `late` makes where that takes longer. */
export async function within<Value>(promised: Promise<Value>, millis: number, late: () => Error): Promise<Value> {
  const { promise: timeUp, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), millis)
  try {
    return await Promise.race([promised, timeUp])
  } finally {
    clearTimeout(timer)
  }
}

/** How long a loop holds the thread before others get their turn of the event loop. */
const turnMillis = 5

/** The turn of the event loop that a long loop is in. */
export class Turn {
  #began = performance.now()

  get isOver(): boolean {
    return performance.now() - this.#began >= turnMillis
  }

  /** Lets others get their turn, and begins the next. */
  async next(): Promise<void> {
    await setImmediate()
    this.#began = performance.now()
  }
}
