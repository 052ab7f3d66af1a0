import type { TestContext } from 'node:test'

/** Has the time of `AbortSignal.timeout` stand still until the end of the test; gives what lets so many milliseconds of it pass. */
export function stopTimeouts({ mock: { timers } }: TestContext): (millis: number) => void {
  // The types of Node do not know yet that it takes this one.
  timers.enable({ apis: ['AbortSignal.timeout' as 'setTimeout'] })
  return (millis) => timers.tick(millis)
}
