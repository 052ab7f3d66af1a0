import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Caller } from '../access/access.ts'
import type { AccessLog } from './access-log.ts'
import { admit } from './admit.ts'
import type { Answer } from './answer.ts'
import { cacheControl, tagHeld, varyOnCaller } from './caching.ts'
import { type Call, clientClosedRequest, nobody, type Proceed } from './call.ts'
import type { Compression } from './compression/compression.ts'
import { isOpenToAll, unjudgedOriginFields } from './cors.ts'
import { headBytesMax, headLength, namesItsHost } from './limits.ts'
import type { HttpParts } from './parts.ts'
import { isSeen, revisionHeader } from './revisions.ts'
import type { Route } from './route.ts'
import { type Outlet, ResponseOutlet, type SharedFields, sharedFields, type WholeAnswer } from './sending.ts'
import { Timing } from './timing.ts'
import type { UnreadAnswers } from './unread-answers.ts'

/** What the lane answers with. */
export interface LaneParts {
  readonly parts: HttpParts
  readonly routes: readonly Route[]
  readonly log: AccessLog
  readonly unread: UnreadAnswers
  readonly compression: Compression
  readonly nextId: (request: PlainRequest) => string
  readonly stopping: AbortSignal
  /** Called at the end of an answer when the service is being stopped. */
  readonly onLast: () => void
}

/** A GET without a body. */
export interface PlainRequest {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly socket: Socket
}

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
  readonly #shared: SharedFields
  readonly #checksOrigin: boolean
  readonly #sharesRecord: boolean
  /** Answers that wait for the end of this turn. */
  #written: Written[] = []

  constructor(lane: LaneParts) {
    const { corsOrigins, search } = lane.parts.config
    const read = (path: string) => lane.routes.find((route) => route.method === 'GET' && route.path === path)
    this.#lane = lane
    // What the database answers takes far longer than the framework, and where that fails it is not to be asked again.
    if (search === 'memory') {
      this.#place = read('/place/:id')
      this.#search = read('/place')
    }
    this.#checksOrigin = corsOrigins.length > 0 && !isOpenToAll(corsOrigins)
    this.#sharesRecord = lane.parts.revisions.shared
    const vary = this.#checksOrigin ? `Origin, ${varyOnCaller}` : varyOnCaller
    const always = ['vary', vary, 'x-content-type-options', 'nosniff', 'cache-control', cacheControl]
    this.#shared = sharedFields([...always, ...unjudgedOriginFields(corsOrigins)])
  }

  /** Answers the request, at once or later, here or the ordinary way. */
  take(request: PlainRequest, outlet: Outlet, ordinaryWay: () => void): void {
    const call = this.#callOf(request)
    const answer = call && this.#attempt(call)
    if (call === undefined || answer === undefined) ordinaryWay()
    else if (answer instanceof Promise) answer.then((later) => this.#send(call, outlet, later), ordinaryWay)
    else this.#send(call, outlet, answer)
  }

  /** Answers a request that Node has read. */
  takeRead(request: IncomingMessage, response: ServerResponse, ordinaryWay: () => void): void {
    if (isPlain(request)) {
      const { url = '', headers, socket } = request
      this.take({ url, headers, socket }, new ResponseOutlet(response), ordinaryWay)
    } else ordinaryWay()
  }

  /** The request as a call, when it is for this lane as far as its head tells. */
  #callOf(request: PlainRequest): DirectCall | undefined {
    const path = this.#lane.stopping.aborted ? null : hotPath.exec(request.url)
    if (path === null) return undefined
    const { headers } = request
    if (this.#checksOrigin && headers.origin !== undefined) return undefined
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

  #send(call: DirectCall, outlet: Outlet, answer: Answer): void {
    const { status, etag } = answer
    const fields = ['x-request-id', call.id]
    if (this.#sharesRecord) fields.push(revisionHeader, this.#lane.parts.revisions.seen().text)
    const held = etag && tagHeld(call.headers['if-none-match'], etag)
    if (status === 304 || held !== undefined) {
      fields.push('server-timing', call.timing.toString(), 'etag', held ?? etag ?? '')
      const { release } = answer
      this.#sendLater({ call, outlet, status: 304, shared: this.#shared, fields, pieces: [], bytes: 0, release })
      return
    }
    this.#lane.compression.encode(call, answer, (encoded) => this.#sendWhole(call, outlet, fields, encoded))
  }

  #sendWhole(call: DirectCall, outlet: Outlet, fields: string[], answer: Answer): void {
    const { status, etag, body, headers = {}, release } = answer
    fields.push('server-timing', call.timing.toString())
    if (etag !== undefined) fields.push('etag', etag)
    for (const name in headers) fields.push(name, headers[name]!)
    const pieces = (Array.isArray(body) ? body : [body]) as readonly Buffer[]
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
    fields.push('content-length', String(bytes))
    this.#sendLater({ call, outlet, status, shared: this.#shared, fields, pieces, bytes, release })
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
    for (const written of all) {
      const { outlet, release } = written
      outlet.write(written)
      // Mostly the system has taken everything at once.
      if (outlet.writableLength === 0) release?.()
      this.#end(written)
    }
  }

  /** Logs and counts the answer, at once where the system has taken all of it. */
  #end({ call, outlet, status, bytes }: Written): void {
    if (outlet.writableLength === 0) this.#record(call, outlet.destroyed ? clientClosedRequest : status, bytes)
    else {
      this.#lane.unread.note(outlet)
      outlet.once('close', () => this.#record(call, outlet.writableFinished ? status : clientClosedRequest, bytes))
    }
    if (this.#lane.stopping.aborted) outlet.once('close', this.#lane.onLast)
  }

  #record(call: DirectCall, status: number, bytes: number): void {
    const micros = call.timing.microseconds()
    this.#lane.log.add(call, { status, micros, bytes })
    this.#lane.parts.metrics.request(call.method, call.pattern, status, micros / 1e6)
  }
}

/** An answer that is ready to be written. */
interface Written extends WholeAnswer {
  readonly call: DirectCall
  readonly outlet: Outlet
  readonly bytes: number
  readonly release: (() => void) | undefined
}

/** Whether a request that Node has read is one for this lane as far as its form tells. */
function isPlain(request: IncomingMessage): boolean {
  const { method, headers } = request
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return method === 'GET' && !hasBody && headLength(request) <= headBytesMax && namesItsHost(request)
}

/** A plain request as routes see it. */
class DirectCall implements Call {
  readonly id: string
  readonly url: string
  readonly socket: Socket
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

  constructor({ url, socket, headers }: PlainRequest, id: string, placeId: string | undefined) {
    this.url = url
    this.socket = socket
    this.headers = headers
    this.id = id
    this.params = { id: placeId }
  }
}

function unplanned(): never {
  throw new Error('a call is carried out before it has been admitted')
}
