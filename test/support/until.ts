import { type EventEmitter, once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { inspect } from 'node:util'

/** Long, since it only passes whole where something is stuck; beside busy programs of a higher priority a start takes a minute. */
export const waitMillisMax = 240_000
/** The first pause; each is longer than the one before, since asking a busy page keeps it busy. */
const pauseMillisMin = 10
const pauseMillisMax = 100

/** Returns what a wait has seen last; a failure shows it. */
type Saw = () => unknown

interface Waiting {
  readonly saw?: Saw
  /** An emitter and its event, after each of which the condition is looked at, in place of pauses. */
  readonly on?: readonly [EventEmitter, string]
}

/** Waits until the condition holds. @throws after `waitMillisMax`, with `what` was waited for and what was seen last. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { saw, on }: Waiting = {},
): Promise<void> {
  const over = new AbortController()
  const [emitter, name = ''] = on ?? []
  const asking = async () => {
    for (let pause = pauseMillisMin; !over.signal.aborted; pause = Math.min(pause * 1.5, pauseMillisMax)) {
      const event = emitter && once(emitter, name, over)
      event?.catch(() => {})
      if (await isSo()) return
      await (event ?? setTimeout(pause))
    }
  }
  await within(what, asking(), saw).finally(() => over.abort())
}

/** The result of a promise. @throws where it does not settle in time, with `what` was waited for and what was seen last. */
export async function within<Result>(
  what: string,
  promise: Promise<Result>,
  saw?: Saw,
  millisMax = waitMillisMax,
): Promise<Result> {
  // Made here, where the stack leads to the test.
  const late = new Error()
  const over = new AbortController()
  const limit = setTimeout(millisMax, undefined, { signal: over.signal }).then((): never => {
    const seen = saw ? `; seen last: ${inspect(saw(), { depth: 4 })}` : ''
    late.message = `not within ${millisMax / 1000} s: ${what}${seen}`
    throw late
  })
  return Promise.race([promise, limit]).finally(() => over.abort())
}

/** The arguments of the next event of this name. @throws as `within`, and where the emitter has an error first. */
export function nextEvent(emitter: EventEmitter, name: string, what = `the event '${name}'`): Promise<unknown[]> {
  return within(what, once(emitter, name))
}
