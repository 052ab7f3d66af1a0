import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Caller } from '../access/access.ts'
import type { Answer } from './answer.ts'

/** A request as routes see it. */
export interface Call {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly socket: Socket
  readonly headers: IncomingHttpHeaders
  /** The parameters of the path, decoded. */
  readonly params: unknown
  readonly body: unknown
  /** The pattern of the route that was found, for logs and metrics. */
  pattern: string
  /** Who calls; `nobody` on open routes and before the key is known. */
  caller: Caller
  timing: Timing
  /** What is left to do once the address has been understood and the body read. */
  proceed: Proceed
  /** Whether the answer may be large, so that few of them should begin in a turn. */
  isLarge: boolean
  /** Aborted when the answer is complete or the caller has gone; made when somebody asks (`callerGone`). */
  gone: AbortController | undefined
  /** The answer in JSON that was made before under this tag, compressed; absent where none is looked for. */
  kept?: ((tag: string) => Answer | undefined) | undefined
}

/** Carries out a call whose address is understood and whose body is read. */
export type Proceed = (call: Call) => Answer | Promise<Answer>

/** The status in logs and metrics of a request whose caller did not wait for the answer. */
export const clientClosedRequest = 499

/** Who calls without a key. */
export const nobody: Caller = { id: '-', name: 'nobody', permissions: [] }

/** How long the steps of one request took, as `Server-Timing` tells it. */
export class Timing {
  readonly started = performance.now()
  #last = this.started
  #steps = ''

  /** Ends a step, which began when the former one ended. */
  end(step: string): void {
    const now = performance.now()
    this.#steps += `${step};dur=${milliseconds(now - this.#last)}, `
    this.#last = now
  }

  /** The header's value: each step and the total, in milliseconds. */
  toString(): string {
    return `${this.#steps}total;dur=${milliseconds(performance.now() - this.started)}`
  }

  /** Whole microseconds since the request came. */
  microseconds(): number {
    return Math.round((performance.now() - this.started) * 1000)
  }
}

/** With three decimals. Whole numbers are written in a tenth of the time that fractions take. */
function milliseconds(duration: number): string {
  const micros = Math.round(duration * 1000)
  const whole = Math.trunc(micros / 1000)
  const rest = micros - whole * 1000
  return `${whole}.${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}`
}
