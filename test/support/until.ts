import { setTimeout } from 'node:timers/promises'

/** Long, since it only passes whole where a test fails. */
const waitMillisMax = 60_000
/** The first pause; each is longer than the one before, since asking a busy page keeps it busy. */
const pauseMillisMin = 10
const pauseMillisMax = 100

/** Asks again and again until it is so; rejects when that takes a minute. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + waitMillisMax
  for (let pause = pauseMillisMin; ; pause = Math.min(pause * 1.5, pauseMillisMax)) {
    if (await isSo()) return
    if (performance.now() > end) throw new Error(`it did not come about within ${waitMillisMax / 1000} s that ${what}`)
    await setTimeout(pause)
  }
}
