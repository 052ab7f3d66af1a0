import { setTimeout as delay } from 'node:timers/promises'

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
