import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../access/access.ts'
import type { AccessLog } from './access-log.ts'
import { admit } from './admit.ts'
import type { Answer } from './answer.ts'
import { cacheControl, tagHeld, varyOnCaller } from './caching.ts'
import { type Call, clientClosedRequest, nobody, type Proceed } from './call.ts'
import type { Compression } from './compression/compression.ts'
import { headBytesMax, headLength, namesItsHost } from './limits.ts'
import type { HttpParts } from './parts.ts'
import { isSeen, revisionHeader } from './revisions.ts'
import type { Route } from './route.ts'
import { Timing } from './timing.ts'
import type { UnreadAnswers } from './unread-answers.ts'

/** What the lane answers with. */
export interface LaneParts {
  readonly parts: HttpParts
  readonly routes: readonly Route[]
  readonly log: AccessLog
  readonly unread: UnreadAnswers
  readonly compression: Compression
  readonly nextId: (request: IncomingMessage) => string
  readonly stopping: AbortSignal
  /** Called at the end of an answer when the service is being stopped. */
  readonly onLast: () => void
}

/** How a request is answered that this lane does not take. */
export type OrdinaryWay = (request: IncomingMessage, response: ServerResponse) => void

/** One place by its id, or a search; other paths below `/place` are no UUIDs. Only these have letters of either case. */
const hotPath = /^(?:\/v4)?\/place(?:\/([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}))?(?:\?|$)/

/**
 * Answers what is asked more than all else, one place by its id and searches, by the same routes as everything, but
 * without the framework around them, which takes longer than the answer. It answers only what ends well: whatever else
 * a request turns out to be, a fault first of all, is left to the ordinary way from its beginning.
 */
export class DirectLane {
  readonly #lane: LaneParts
  readonly #place: Route | undefined
  readonly #search: Route | undefined
  readonly #vary: string
  readonly #checksOrigin: boolean
  readonly #sharesRecord: boolean
  /** Answers that wait for the end of this turn. */
  #written: Written[] = []

  constructor(lane: LaneParts) {
    const { corsOrigins } = lane.parts.config
    const read = (path: string) => lane.routes.find((route) => route.method === 'GET' && route.path === path)
    this.#lane = lane
    this.#place = read('/place/:id')
    this.#search = read('/place')
    this.#checksOrigin = corsOrigins.length > 0
    this.#sharesRecord = lane.parts.revisions.shared
    this.#vary = this.#checksOrigin && !corsOrigins.includes('*') ? `Origin, ${varyOnCaller}` : varyOnCaller
  }

  /** Answers the request, at once or later, here or the ordinary way. */
  take(request: IncomingMessage, response: ServerResponse, ordinaryWay: OrdinaryWay): void {
    const call = this.#callOf(request)
    const answer = call && this.#attempt(call)
    if (call === undefined || answer === undefined) ordinaryWay(request, response)
    else if (answer instanceof Promise) {
      answer.then(
        (later) => this.#send(call, response, later),
        () => ordinaryWay(request, response),
      )
    } else this.#send(call, response, answer)
  }

  /** The request as a call, when it is for this lane as far as its head tells. */
  #callOf(request: IncomingMessage): DirectCall | undefined {
    if (request.method !== 'GET' || this.#lane.stopping.aborted) return undefined
    const path = hotPath.exec(request.url ?? '')
    if (path === null || headLength(request) > headBytesMax || !namesItsHost(request)) return undefined
    const { headers } = request
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    if (hasBody || (this.#checksOrigin && headers.origin !== undefined)) return undefined
    // Left to those who can wait for it.
    const wanted = headers[revisionHeader]
    if (wanted !== undefined && !isSeen(wanted, this.#lane.parts.revisions.seen().revision)) return undefined
    const call = new DirectCall(request, this.#lane.nextId(request), path[1])
    if (headers['accept-encoding'] !== undefined) call.kept = (tag) => this.#lane.compression.keptJson(call, tag)
    return call
  }

  /** The answer, or undefined when there is something to object. */
  #attempt(call: DirectCall): Answer | Promise<Answer> | undefined {
    const route = call.params.id === undefined ? this.#search : this.#place
    if (route === undefined) return undefined
    try {
      admit(call, route, this.#lane.parts)
      return call.proceed(call)
    } catch {
      return undefined
    }
  }

  #send(call: DirectCall, response: ServerResponse, answer: Answer): void {
    const { status, etag, release } = answer
    const head = ['x-request-id', call.id, 'vary', this.#vary, 'x-content-type-options', 'nosniff']
    head.push('cache-control', cacheControl)
    if (this.#sharesRecord) head.push(revisionHeader, this.#lane.parts.revisions.seen().text)
    const held = etag && tagHeld(call.headers['if-none-match'], etag)
    if (status === 304 || held !== undefined) {
      head.push('server-timing', call.timing.toString(), 'etag', held ?? etag ?? '')
      response.writeHead(304, head)
      this.#sendLater({ call, response, pieces: [], bytes: 0, release })
      return
    }
    this.#lane.compression.encode(call, answer, (encoded) => this.#sendWhole(call, response, head, encoded))
  }

  #sendWhole(call: DirectCall, response: ServerResponse, head: string[], answer: Answer): void {
    const { status, etag, body, headers = {}, release } = answer
    head.push('server-timing', call.timing.toString())
    if (etag !== undefined) head.push('etag', etag)
    for (const name in headers) head.push(name, headers[name]!)
    const pieces = (Array.isArray(body) ? body : [body]) as readonly Buffer[]
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
    head.push('content-length', String(bytes))
    response.writeHead(status, head)
    this.#sendLater({ call, response, pieces, bytes, release })
  }

  /**
   * Writes when every request that has arrived is answered: each write that wakes a caller costs as much as the answer,
   * and callers who are awake need not be woken.
   */
  #sendLater(written: Written): void {
    this.#written.push(written)
    if (this.#written.length === 1) setImmediate(() => this.#sendAll())
  }

  #sendAll(): void {
    const all = this.#written
    this.#written = []
    for (const { call, response, pieces, bytes, release } of all) {
      writeAll(response, pieces)
      // Mostly the system has taken everything at once.
      if (response.writableLength === 0) release?.()
      this.#end(call, response, bytes)
    }
  }

  /** Logs and counts the answer, at once where the system has taken all of it. */
  #end(call: DirectCall, response: ServerResponse, bytes: number): void {
    if (response.writableLength === 0) this.#record(call, response.statusCode, bytes)
    else {
      this.#lane.unread.note(response)
      response.once('close', () =>
        this.#record(call, response.writableFinished ? response.statusCode : clientClosedRequest, bytes),
      )
    }
    if (this.#lane.stopping.aborted) response.once('close', this.#lane.onLast)
  }

  #record(call: DirectCall, status: number, bytes: number): void {
    const micros = call.timing.microseconds()
    this.#lane.log.add(call, { status, micros, bytes })
    this.#lane.parts.metrics.request(call.method, call.pattern, status, micros / 1e6)
  }
}

/** An answer whose head is set. */
interface Written {
  readonly call: DirectCall
  readonly response: ServerResponse
  readonly pieces: readonly Buffer[]
  readonly bytes: number
  readonly release: (() => void) | undefined
}

/** A GET without a body. */
class DirectCall implements Call {
  readonly id: string
  readonly raw: IncomingMessage
  readonly headers: IncomingHttpHeaders
  readonly method = 'GET'
  readonly params: { readonly id: string | undefined }
  readonly body = undefined
  readonly timing = new Timing()
  pattern = 'unknown'
  caller: Caller = nobody
  proceed: Proceed = unplanned
  gone: AbortController | undefined
  kept: Call['kept']

  constructor(raw: IncomingMessage, id: string, placeId: string | undefined) {
    this.raw = raw
    this.id = id
    this.headers = raw.headers
    this.params = { id: placeId }
  }
}

function unplanned(): never {
  throw new Error('a call is carried out before it has been admitted')
}

/** Up to so many bytes, head and body are handed on as one text, which is faster than two pieces. */
const textBytesMax = 8 * 1024

/** Writes pieces as one, so that they go to the system together. */
function writeAll(response: ServerResponse, pieces: readonly Buffer[]): void {
  const last = pieces.length - 1
  const body = pieces[last]
  if (last === 0 && body !== undefined && body.length <= textBytesMax) {
    // Each byte is one character of Latin-1, so that the bytes that are sent are these.
    response.end(body.toString('latin1'), 'latin1')
    return
  }
  if (last > 0) {
    response.cork()
    for (let at = 0; at < last; at++) response.write(pieces[at])
  }
  response.end(body)
}
