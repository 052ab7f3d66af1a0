import { setTimeout } from 'node:timers/promises'

/** Long, since it only passes whole where a test fails. */
const waitMillisMax = 60_000
const pauseMillis = 10

/** Asks again and again until it is so; rejects when that takes a minute. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + waitMillisMax; ; await setTimeout(pauseMillis)) {
    if (await isSo()) return
    if (performance.now() > end) throw new Error(`it did not come about within ${waitMillisMax / 1000} s that ${what}`)
  }
}
