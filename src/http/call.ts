import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Caller } from '../access/access.ts'
import type { Problem } from '../common/problem.ts'
import { splitQuery } from '../query/raw-query.ts'
import type { Answer } from './answer.ts'
import type { CountedAs, RateFields } from './rate-limit.ts'

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
  /** The route that was found. */
  route: CalledRoute | undefined
  /** Who calls; `nobody` on open routes and before the key is known. */
  caller: Caller
  timing: Timing
  /** What is left to do once the address has been understood and the body read. */
  proceed: Proceed
  /** Whether the answer may be large, so that few of them should begin in a turn. */
  isLarge: boolean
  /** Where the caller is, by TRUST_PROXY. */
  readonly ip: string
  /** To be waited for before the caller is believed; absent where nothing is overdue. */
  renewal: Promise<void> | undefined
  /** What the answer tells of the limit that the caller has; absent where there is none. */
  rateFields: RateFields | undefined
  /** As whom the caller is counted; absent where it is not. */
  countedAs: CountedAs | undefined
  /** Bytes of the body that was read. */
  bodyBytes: number
  /** Aborted when the answer is complete or the caller has gone; made when somebody asks (`callerGone`). */
  gone: AbortController | undefined
  /** The answer to what has this entity tag, where it need not be made; absent where none can be. */
  known: Known | undefined
}

/** What is known of its route while a call is answered. */
export interface CalledRoute {
  /** Segments that begin with `:` are parameters. */
  readonly path: string
  /** What `Server-Timing` calls the work of it. */
  readonly step: 'read' | 'write' | 'search'
  /** The longest body, in bytes. */
  readonly bodyBytesMax: number
  /** The most members of all objects in a body of a caller. */
  readonly membersMax: (caller: Caller) => number
  /** What a browser is shown in the place of a problem of it; undefined where the problem stands. */
  toldAs?(call: Call, problem: Problem): Answer | undefined
}

/** Carries out a call whose address is understood and whose body is read. */
export type Proceed = (call: Call) => Answer | Promise<Answer>

/** A 304, or the compressed body that was kept under this tag; `headers` are those that the answer would have. */
export type Known = (etag: string | undefined, headers: Readonly<Record<string, string>>) => Answer | undefined

declare module 'fastify' {
  interface FastifyRequest
    extends Pick<
      Call,
      | 'route'
      | 'caller'
      | 'timing'
      | 'proceed'
      | 'gone'
      | 'known'
      | 'isLarge'
      | 'renewal'
      | 'rateFields'
      | 'countedAs'
      | 'bodyBytes'
    > {
    /** Cuts off a body that comes too slowly. */
    bodyTimer: NodeJS.Timeout | undefined
    /** Gives back what the body holds. */
    letGo: (() => void) | undefined
    /** Lets the next large body have its turn. */
    endTurn: (() => void) | undefined
  }
}

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

/** A signal that is aborted when the answer is complete or the caller has gone. */
export function callerGone(call: Call): AbortSignal {
  call.gone ??= new AbortController()
  return call.gone.signal
}

/** One for each connection, however many requests of it ask. */
const endings = new WeakMap<Socket, AbortSignal>()

/**
 * A signal that is aborted when the caller sends no more: one who has left looks the same to us as one who only has
 * nothing more to ask, and neither should be waited with.
 */
export function nothingFollows({ socket }: Call): AbortSignal {
  if (socket.readableEnded) return AbortSignal.abort()
  const known = endings.get(socket)
  if (known !== undefined) return known
  const ended = new AbortController()
  socket.once('end', () => ended.abort())
  endings.set(socket, ended.signal)
  return ended.signal
}

/** The path of a request target without query, fragment, and (in absolute form) scheme and host. */
export function pathOf(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  const end = path.search(/[?#]/)
  return end < 0 ? path : path.slice(0, end)
}

/** What stands behind the `?` of a request target, as it came; '' when there is nothing. */
export function queryOf(target: string): string {
  const start = target.indexOf('?')
  if (start < 0) return ''
  const end = target.indexOf('#', start)
  return target.slice(start + 1, end < 0 ? undefined : end)
}

/** The query of a request target with its `?`, as it came but for keys (D6) and the parameters that are named; '' when nothing is left. */
export function queryWithoutKey(target: string, ...dropped: readonly string[]): string {
  const pairs = splitQuery(queryOf(target)).filter(({ key }) => key !== 'apikey' && !dropped.includes(key))
  const parts = pairs.map(
    ({ name, rawValue }) => `${encodeURIComponent(name)}=${encodeURI(rawValue).replaceAll('%25', '%')}`,
  )
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** The version prefix that a request used, so that addresses in its answer use it too (D1). */
export function prefixOf({ url }: Call): string {
  return pathOf(url).startsWith('/v4/') ? '/v4' : ''
}

/** Where the service is, without a slash at the end: as configured, else as the request says. */
export function baseUrlOf(call: Call, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  const host = call.headers.host ?? ''
  return `http://${isHost(host) ? host : localAddress(call)}`
}

/** Host and port as RFC 9110 allows them; anything else would be written into an address as it came. */
function isHost(text: string): boolean {
  return /^([a-z0-9]([a-z0-9.-]{0,252}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i.test(text)
}

function localAddress({ socket }: Call): string {
  const address = socket.localAddress ?? 'localhost'
  return `${address.includes(':') ? `[${address}]` : address}:${socket.localPort ?? 80}`
}
