import { setTimeout as delay, setImmediate } from 'node:timers/promises'

/** Resolves after the time, or when the signal aborts. Does not keep the process running. */
export async function pause(millis: number, signal: AbortSignal): Promise<void> {
  await delay(millis, undefined, { signal, ref: false }).catch(() => {})
}

/** Settles like the promise, or rejects with the error from `late` after the time limit. */
export async function within<Value>(promised: Promise<Value>, millis: number, late: () => Error): Promise<Value> {
  const { promise: timeUp, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), millis)
  try {
    return await Promise.race([promised, timeUp])
  } finally {
    clearTimeout(timer)
  }
}

/** The time that a loop holds the thread before it yields to the event loop. */
const turnMillis = 5

/** One turn of the event loop within a long loop. */
export class Turn {
  #began = performance.now()

  get isOver(): boolean {
    return performance.now() - this.#began >= turnMillis
  }

  /** Yields to the event loop, and begins the next turn. */
  async next(): Promise<void> {
    await setImmediate()
    this.#began = performance.now()
  }
}

/** Returns what is made of each item, in as many turns of the event loop as that takes. */
export async function madeInTurns<Item, Made>(items: Iterable<Item>, make: (item: Item) => Made): Promise<Made[]> {
  const made: Made[] = []
  const turn = new Turn()
  for (const item of items) {
    if (turn.isOver) await turn.next()
    made.push(make(item))
  }
  return made
}
