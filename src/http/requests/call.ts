import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Caller, SessionKey } from '../../access/access.ts'
import type { Problem } from '../../common/problem.ts'
import { splitQuery } from '../../query/parse/raw-query.ts'
import type { Answer } from '../answers/answer.ts'
import type { CountedAs, RateFields } from './rate-limit.ts'

/** A request as routes see it. */
export interface Call {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly socket: Socket
  readonly headers: IncomingHttpHeaders
  /** The path parameters, decoded. */
  readonly params: unknown
  readonly body: unknown
  /** The matching route. */
  route: CalledRoute | undefined
  /** The caller; `nobody` on open routes and until the key is checked. */
  caller: Caller
  /** The session by which the caller was identified. Undefined if a key identified it. */
  session: SessionKey | undefined
  timing: Timing
  /** Runs the route, once the address is parsed and the body read. */
  proceed: Proceed
  /** True if the answer may be large, so that only a few should start per turn. */
  isLarge: boolean
  /** The address of the caller, respecting TRUST_PROXY. */
  readonly ip: string
  /** Must be awaited before the caller is accepted. Undefined if no renewal is due. */
  renewal: Promise<void> | undefined
  /** The rate-limit headers of the answer. Undefined if the caller has no limit. */
  rateFields: RateFields | undefined
  /** The identity under which the caller is counted. Undefined if it is not counted. */
  countedAs: CountedAs | undefined
  /** Length of the body that was read, in bytes. */
  bodyBytes: number
  /** Aborted when the answer is complete or the caller has left. Created on demand (`callerGone`). */
  gone: AbortController | undefined
  /** Returns the answer for an entity tag if it need not be built. Undefined if there can be none. */
  known: Known | undefined
}

/** The properties of a route that are needed while a call is answered. */
export interface CalledRoute {
  /** Segments that begin with `:` are parameters. */
  readonly path: string
  /** The name of its step in `Server-Timing`. */
  readonly step: 'read' | 'write' | 'search'
  /** Maximum length of the body, in bytes. */
  readonly bodyBytesMax: number
  /** Maximum number of members in all objects of a body, by caller. */
  readonly membersMax: (caller: Caller) => number
  /** Returns the page that a browser gets instead of a problem. Undefined if it gets the problem itself. */
  problemPage?(call: Call, problem: Problem): Answer | undefined
}

/** Runs a call whose address is parsed and whose body is read. */
export type Proceed = (call: Call) => Answer | Promise<Answer>

/** Returns a 304, or the compressed body cached under this tag. `headers` are those of the full answer. */
export type Known = (etag: string | undefined, headers: Readonly<Record<string, string>>) => Answer | undefined

declare module 'fastify' {
  interface FastifyRequest
    extends Pick<
      Call,
      | 'route'
      | 'caller'
      | 'session'
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
    /** Aborts a body that arrives too slowly. */
    bodyTimer: NodeJS.Timeout | undefined
    /** Releases the memory of the body. */
    letGo: (() => void) | undefined
    /** Starts the next large body. */
    endTurn: (() => void) | undefined
  }
}

/** The caller without a key. */
export const nobody: Caller = { id: '-', name: 'nobody', permissions: [] }

/** The duration of each step of a request, for `Server-Timing`. */
export class Timing {
  readonly started = performance.now()
  #last = this.started
  #steps = ''

  /** Ends a step, which began at the end of the previous one. */
  end(step: string): void {
    const now = performance.now()
    this.#steps += `${step};dur=${milliseconds(now - this.#last)}, `
    this.#last = now
  }

  /** Returns the header value: each step and the total, in milliseconds. */
  toString(): string {
    return `${this.#steps}total;dur=${milliseconds(performance.now() - this.started)}`
  }

  /** Returns the whole microseconds since the request arrived. */
  microseconds(): number {
    return Math.round((performance.now() - this.started) * 1000)
  }
}

/** Formats with three decimals. Whole numbers format in a tenth of the time of fractions. */
function milliseconds(duration: number): string {
  const micros = Math.round(duration * 1000)
  const whole = Math.trunc(micros / 1000)
  const rest = micros - whole * 1000
  return `${whole}.${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}`
}

/** Returns a signal that aborts when the answer is complete or the caller has left. */
export function callerGone(call: Call): AbortSignal {
  call.gone ??= new AbortController()
  return call.gone.signal
}

/** One signal per connection, shared by all its requests. */
const endings = new WeakMap<Socket, AbortSignal>()

/**
 * Returns a signal that aborts when the caller has closed its side. We cannot distinguish a caller who left from one
 * who has no further requests; neither should be kept waiting.
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

/** Returns the path of a request target without query, fragment, and (in absolute form) scheme and host. */
export function pathOf(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  const end = path.search(/[?#]/)
  return end < 0 ? path : path.slice(0, end)
}

/** Returns the raw query of a request target, without the `?`; '' if there is none. */
export function queryOf(target: string): string {
  const start = target.indexOf('?')
  if (start < 0) return ''
  const end = target.indexOf('#', start)
  return target.slice(start + 1, end < 0 ? undefined : end)
}

/**
 * Returns the query of a request target with its `?`, unchanged except that keys (D6) and the named parameters are
 * removed; '' if nothing is left.
 */
export function queryWithoutKey(target: string, ...dropped: readonly string[]): string {
  const pairs = splitQuery(queryOf(target)).filter(({ key }) => key !== 'apikey' && !dropped.includes(key))
  const parts = pairs.map(
    ({ name, rawValue }) => `${encodeURIComponent(name)}=${encodeURI(rawValue).replaceAll('%25', '%')}`,
  )
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** Returns the version prefix of a request, so that addresses in its answer use it too (D1). */
export function prefixOf({ url }: Call): string {
  return pathOf(url).startsWith('/v4/') ? '/v4' : ''
}

/** Returns the base URL of the service, without a trailing slash: as configured, otherwise from the request. */
export function baseUrlOf(call: Call, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  const host = call.headers.host ?? ''
  return `http://${isHost(host) ? host : localAddress(call)}`
}

/** Checks a host and port against RFC 9110. Anything else would be copied into an address unchanged. */
function isHost(text: string): boolean {
  return /^([a-z0-9]([a-z0-9.-]{0,252}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i.test(text)
}

function localAddress({ socket }: Call): string {
  const address = socket.localAddress ?? 'localhost'
  return `${address.includes(':') ? `[${address}]` : address}:${socket.localPort ?? 80}`
}
