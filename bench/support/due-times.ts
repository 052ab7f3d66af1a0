import { parentPort } from 'node:worker_threads'

/** Instants that follow each other regularly, in milliseconds of the monotonic clock. */
export interface DueTimes {
  readonly start: number
  readonly interval: number
  readonly count: number
}

/** The same in every thread of the machine. */
export function monotonicMillis(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

// As a thread: sleeps until each instant and says so, since timers of the event loop are no finer than a millisecond.
parentPort?.once('message', ({ start, interval, count }: DueTimes) => {
  const never = new Int32Array(new SharedArrayBuffer(4))
  for (let number = 0; number < count; number++) {
    const left = start + number * interval - monotonicMillis()
    if (left > 0) Atomics.wait(never, 0, 0, left)
    parentPort?.postMessage(number)
  }
})
