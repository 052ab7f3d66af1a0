import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Caller } from '../access/access.ts'
import type { Answer } from './answer.ts'
import type { Timing } from './timing.ts'

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
