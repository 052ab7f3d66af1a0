import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../common/problem.ts'
import type { AccessLog } from './access-log.ts'
import type { Call } from './call.ts'
import { type HttpLimits, parsedHeadBytesMax } from './limits.ts'
import { problemOfConnection, rawProblemAnswer } from './problems.ts'
import type { Turns } from './turns.ts'

/** How long what is left of a body is read and dropped after its answer, so that the caller gets to read that. */
const lingerMillis = 5_000

/** A signal that is aborted when the answer is complete or the caller has gone. */
export function callerGone(call: Call): AbortSignal {
  call.gone ??= new AbortController()
  return call.gone.signal
}

/**
 * A signal that is aborted when the caller sends no more: one who has left looks the same to us as one who only has
 * nothing more to ask, and neither should be waited with.
 */
export function nothingFollows(socket: Socket): AbortSignal {
  if (socket.readableEnded) return AbortSignal.abort()
  const known = endings.get(socket)
  if (known !== undefined) return known
  const ended = new AbortController()
  socket.once('end', () => ended.abort())
  endings.set(socket, ended.signal)
  return ended.signal
}

/** One for each connection, however many requests of it ask. */
const endings = new WeakMap<Socket, AbortSignal>()

/** Answers 408 when the body of a request has not arrived in time. */
export function limitBodyTime(request: FastifyRequest, reply: FastifyReply, millis: number): void {
  const { headers, raw } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  request.bodyTimer = setTimeout(() => {
    if (raw.complete || reply.sent) return
    reply.send(new Problem('request-timeout', `the body did not arrive within ${millis / 1000} s`))
  }, millis).unref()
}

/** Called when an answer is complete or cut off: stops what waits for it, and does not read a left-over body for ever. */
export function endOfAnswer(request: FastifyRequest): void {
  clearTimeout(request.bodyTimer)
  request.gone?.abort()
  const { raw } = request
  if (raw.complete || raw.socket.destroyed) return
  setTimeout(() => {
    if (!raw.complete) raw.socket.destroy()
  }, lingerMillis).unref()
}

/**
 * The pieces of a body as they come; throws 408 when the next one keeps the service waiting for too long. What nobody
 * wants any more is read and dropped, so that the next request of the connection can be read.
 */
export async function* idleLimit(source: Readable, millis: number): AsyncGenerator<Uint8Array> {
  // Destroying what is left of a body would destroy the socket, and the answer with it.
  const pieces = source.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      const next = await within(pieces.next(), millis)
      if (next.done) return
      yield next.value as Uint8Array
    }
  } finally {
    const drop = () => void source.resume()
    pieces.return?.().then(drop, drop)
  }
}

async function within<Value>(promise: Promise<Value>, millis: number): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new Problem('request-timeout', `the body paused for more than ${millis / 1000} s`))
  }, millis)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** What bounds a server. */
interface Bounds {
  readonly limits: HttpLimits
  readonly stopping: AbortSignal
  readonly turns: Turns
}

/**
 * A server whose heads and connections are bounded; not listening yet. Once `stopping` is aborted, each answer is the
 * last one of its connection.
 */
export function createBoundServer({ limits, stopping, turns }: Bounds, listener: RequestListener): Server {
  const server = createServer(
    {
      ServerResponse: lastOnceAborted(stopping),
      maxHeaderSize: parsedHeadBytesMax,
      // Answered as every other fault is.
      requireHostHeader: false,
      headersTimeout: limits.headMillis,
      // A long import is not a slow client: bodies have limits of their own.
      requestTimeout: 0,
      keepAliveTimeout: limits.keepAliveMillis,
      connectionsCheckingInterval: limits.checkMillis,
    },
    listener,
  )
  // An expectation that is not known may be ignored (RFC 9110, section 10.1.1); Node would answer it without our fields.
  server.on('checkExpectation', listener)
  answerHalfOpen(server)
  server.setTimeout(limits.idleMillis)
  server.maxConnections = limits.connectionsMax
  server.on('timeout', (socket: Socket) => {
    // Nothing has moved: either the caller does not read its answer, or the service is still working on it.
    if (socket.writableLength > 0 || turns.answerOn(socket) === undefined) socket.destroy()
  })
  closeOnlyIdle(server, turns)
  return server
}

/** Node takes a connection for idle when its answer has been made, and would cut it off while its caller is reading that. */
function closeOnlyIdle(server: Server, turns: Turns): void {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.closeIdleConnections = () => {
    for (const socket of open) if (turns.answerOn(socket) === undefined) socket.destroy()
  }
}

/** Answers that say that the connection is closed behind them, so that nobody sends a request that is not read any more. */
function lastOnceAborted(stopping: AbortSignal): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, reason?: string | OutgoingHttpHeaders | unknown[], headers?: unknown): this {
      if (stopping.aborted) this.shouldKeepAlive = false
      return super.writeHead(status, reason as string, headers as OutgoingHttpHeaders)
    }
  }
}

/**
 * Lets a caller who has closed its side still get what it asked for before (RFC 9112, section 9.6). Node has the setting
 * since its version 0.3 without a public name.
 */
function answerHalfOpen(server: Server & { httpAllowHalfOpen?: boolean }): void {
  server.httpAllowHalfOpen = true
}

/** What is needed to answer a connection on which no request could be read. */
interface Unread {
  readonly id: string
  readonly log: AccessLog
  readonly turns: Turns
}

/**
 * Answers what Node could not read as a request, as far as the connection still allows that; behind the answers to the
 * requests that came before it.
 */
export function answerUnread(error: NodeJS.ErrnoException, socket: Socket, tell: Unread): void {
  const answer = tell.turns.answerOn(socket)
  if (answer?.req.complete && error.code !== 'ECONNRESET') {
    socket.pause()
    // Else the end of the caller's side, which may come although nothing is read any more, would end ours with this answer.
    socket.removeAllListeners('end')
    answer.once('close', () => answerUnread(error, socket, tell))
    return
  }
  const neverAsked = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0
  if (error.code === 'ECONNRESET' || neverAsked || !socket.writable || answer?.headersSent === true) {
    socket.destroy()
    return
  }
  const problem = problemOfConnection(error.code)
  tell.log.addUnread(tell.id, problem.status, error.code)
  socket.end(rawProblemAnswer(problem, tell.id))
  setTimeout(() => socket.destroy(), lingerMillis).unref()
}

/** Ends a server in bounded time: `stopping` is aborted at once, connections still open at the end are cut. */
export interface Drain {
  readonly stopping: AbortSignal
  start(server: Server): void
}

/** A stop that gives what is being answered `millis` to end. */
export function createDrain(millis: number): Drain {
  const controller = new AbortController()
  return {
    stopping: controller.signal,
    start(server) {
      controller.abort()
      server.closeIdleConnections()
      setTimeout(() => server.closeAllConnections(), millis).unref()
    },
  }
}
