import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { problemOfConnection, rawProblemAnswer } from '../answers/problems.ts'
import type { AccessLog } from '../observability/access-log.ts'
import { Pacer, Pipelines } from './backpressure.ts'

/** Limits on connections and requests, in addition to the lengths of D20; tests use lower ones. */
export const defaultLimits = {
  /** Time for the head of a request to arrive, in milliseconds. */
  headMillis: 20_000,
  /** Time for a JSON body to arrive. */
  bodyMillis: 30_000,
  /**
   * After this time, a JSON body is accepted only if its caller still has the permission. Imports check it at this
   * interval.
   */
  recheckMillis: 1_000,
  /** Maximum pause between two chunks of a streamed body, and maximum stall of an answer. */
  idleMillis: 120_000,
  /** Time that an idle connection is kept for the next request. */
  keepAliveMillis: 65_000,
  /** Interval between comments on a stream of changes, which keep proxies from closing it while nothing changes. */
  commentMillis: 15_000,
  /** Interval between checks for slow heads. */
  checkMillis: 2_000,
  /** Maximum number of open connections; further ones are closed at once. */
  connectionsMax: 20_000,
  /** Raw bytes of all JSON bodies that are being read or processed; parsed, they take several times that. */
  bodiesBytesMax: 64 * 1024 * 1024,
  /** Bytes of all answers that callers have not read yet. */
  unreadBytesMax: 512 * 1024 * 1024,
  /** Time that a stop waits for requests in progress. */
  drainMillis: 7_000,
}

export type HttpLimits = Readonly<typeof defaultLimits>

/** Maximum head length that Node parses. `checkHead` answers shorter heads that are still too long. */
export const parsedHeadBytesMax = 64 * 1024
/**
 * Time during which the rest of a body is read and dropped after the answer, so that the caller can read the answer.
 */
const lingerMillis = 5_000
/** Maximum of such bytes on a connection whose answer was its last, and the interval between checks. */
const lingerBytesMax = 64 * 1024 * 1024
const lingerCheckMillis = 100
/**
 * Writes are committed in groups, so writers get their answers together and send their next requests together. If all
 * of these ran as they are read, readers would wait behind the burst. Four take about a millisecond.
 */
const paceOfWrites = { concurrent: 4, concurrentMax: 32 }

/** The dependencies of a server. */
interface ServerParts {
  readonly limits: HttpLimits
  readonly accessLog: AccessLog
  readonly nextId: (request: Pick<IncomingMessage, 'headers'>) => string
}

/**
 * Creates the server of an app, not listening yet, with limits on heads, connections and pace; and the handler for
 * connections on which no request could be read.
 */
export function boundServer(parts: ServerParts) {
  const pipelines = new Pipelines()
  const writes = new Pacer(paceOfWrites)
  return {
    listen: (handle: (request: IncomingMessage, response: ServerResponse) => void) => {
      const server = new BoundServer(parts.limits, pipelines)
      const take = (request: IncomingMessage, response: ServerResponse) => {
        lingerAtClose(request, response)
        pipelines.take(request, response, () => {
          if (onlyReads(request)) handle(request, response)
          else writes.take(response, () => handle(request, response))
        })
      }
      server.on('request', take)
      // An unknown expectation may be ignored (RFC 9110, section 10.1.1). Node would answer it without our headers.
      server.on('checkExpectation', take)
      server.on('timeout', (socket: Socket) => {
        // The connection is idle: either the caller does not read its answer, or the service is still working on it.
        if (socket.writableLength > 0 || pipelines.answerOn(socket) === undefined) socket.destroy()
      })
      return server
    },
    answerUnread: (error: NodeJS.ErrnoException, socket: Socket) =>
      answerUnread(error, socket, { ...parts, pipelines }),
  }
}

/**
 * Node closes a connection with `destroySoon` after its last answer. If a body were still arriving then, the system
 * would reset the connection, and the caller would lose the answer (RFC 9112, section 9.6). So only the sending side is
 * closed until the body has ended.
 */
function lingerAtClose(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  response.prependOnceListener('finish', () => {
    if (request.complete) return
    socket.destroySoon = () => (request.complete ? closeSoon(socket) : linger(request))
  })
}

function closeSoon(socket: Socket): void {
  Socket.prototype.destroySoon.call(socket)
}

/** Closes the sending side at once, and the connection when the body has ended or exceeds its limits. */
function linger(request: IncomingMessage): void {
  const { socket } = request
  const bytesMax = socket.bytesRead + lingerBytesMax
  let checks = lingerMillis / lingerCheckMillis
  const timer = setInterval(() => {
    checks -= 1
    if (checks <= 0 || socket.bytesRead > bytesMax) socket.destroy()
  }, lingerCheckMillis).unref()
  socket.once('close', () => clearInterval(timer))
  request.once('end', () => closeSoon(socket))
  socket.end()
}

function onlyReads({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

class BoundServer extends Server {
  /**
   * Lets a caller that has closed its side still receive its answers (RFC 9112, section 9.6). Node has had this setting
   * since version 0.3, but without a public name.
   */
  readonly httpAllowHalfOpen = true
  readonly #open = new Set<Socket>()
  readonly #pipelines: Pipelines

  constructor(limits: HttpLimits, pipelines: Pipelines) {
    super({
      maxHeaderSize: parsedHeadBytesMax,
      // Checked in `checkHead`, so that it is answered like any other fault.
      requireHostHeader: false,
      headersTimeout: limits.headMillis,
      // A long import is not a slow client; bodies have their own limits.
      requestTimeout: 0,
      keepAliveTimeout: limits.keepAliveMillis,
      connectionsCheckingInterval: limits.checkMillis,
    })
    this.#pipelines = pipelines
    this.setTimeout(limits.idleMillis)
    this.maxConnections = limits.connectionsMax
    this.on('connection', (socket: Socket) => {
      this.#open.add(socket)
      socket.once('close', () => this.#open.delete(socket))
    })
  }

  /** Node considers a connection idle once its answer is built, and would close it while the caller still reads. */
  override closeIdleConnections(): void {
    for (const socket of this.#open) if (this.#pipelines.answerOn(socket) === undefined) socket.destroy()
  }
}

/**
 * Answers input that Node could not parse as a request, if the connection still allows that. The answer follows those
 * to earlier requests.
 */
function answerUnread(
  error: NodeJS.ErrnoException,
  socket: Socket,
  parts: ServerParts & { readonly pipelines: Pipelines },
): void {
  const answer = parts.pipelines.answerOn(socket)
  if (answer?.req.complete && error.code !== 'ECONNRESET') {
    socket.pause()
    // The caller's side may end although nothing is read any more. Node's listener would then end ours with this
    // answer.
    socket.removeAllListeners('end')
    answer.once('close', () => answerUnread(error, socket, parts))
    return
  }
  const neverAsked = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0
  if (error.code === 'ECONNRESET' || neverAsked || !socket.writable || answer?.headersSent === true) {
    socket.destroy()
    return
  }
  const problem = problemOfConnection(error.code)
  const id = parts.nextId({ headers: {} })
  parts.accessLog.addUnread(id, problem.status, error.code)
  socket.end(rawProblemAnswer(problem, id))
  setTimeout(() => socket.destroy(), lingerMillis).unref()
}

/**
 * Called when an answer is complete or cut off. Stops everything that waits for it, and limits the reading of the rest
 * of the body.
 */
export function endOfAnswer(request: FastifyRequest): void {
  clearTimeout(request.bodyTimer)
  request.letGo?.()
  request.letGo = undefined
  request.endTurn?.()
  request.gone?.abort()
  const { raw } = request
  if (raw.complete || raw.socket.destroyed) return
  setTimeout(() => {
    if (!raw.complete) raw.socket.destroy()
  }, lingerMillis).unref()
}
