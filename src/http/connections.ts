import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { AccessLog } from './access-log.ts'
import { Pacer, Pipelines } from './backpressure.ts'
import { problemOfConnection, rawProblemAnswer } from './problems.ts'

/** What bounds connections and requests, beside the lengths of D20; tests have less. */
export const defaultLimits = {
  /** How long the head of a request may take to arrive, in milliseconds. */
  headMillis: 20_000,
  /** How long a JSON body may take to arrive. */
  bodyMillis: 30_000,
  /** A body that takes longer is taken only from who may still send it; during an import that is asked so often. */
  recheckMillis: 1_000,
  /** How long a streamed body may pause between two pieces, and an answer may stand still. */
  idleMillis: 120_000,
  /** How long an idle connection is kept for the next request. */
  keepAliveMillis: 65_000,
  /** How often slow heads are looked for. */
  checkMillis: 2_000,
  /** How many connections are open at most; further ones are closed at once. */
  connectionsMax: 20_000,
  /** Bytes of all JSON bodies that are read or worked on at once, as they arrive; parsed they take several times that. */
  bodiesBytesMax: 64 * 1024 * 1024,
  /** Bytes of all answers that wait for their callers to read them. */
  unreadBytesMax: 512 * 1024 * 1024,
  /** How long a stop waits for what is being answered. */
  drainMillis: 7_000,
}

export type HttpLimits = Readonly<typeof defaultLimits>

/** What Node reads of a head before it gives up; shorter ones that are too long are answered by `checkHead`. */
export const parsedHeadBytesMax = 64 * 1024
/** How long what is left of a body is read and dropped after its answer, so that the caller gets to read that. */
const lingerMillis = 5_000
/**
 * Writes are committed in groups, so those who write are answered together and send their next requests together; were all
 * of these carried out as they are read, whoever only asks would wait behind the burst. Four take about a millisecond.
 */
const paceOfWrites = { atOnce: 4, atMost: 32 }

/** What a server is made with. */
interface ServerParts {
  readonly limits: HttpLimits
  readonly accessLog: AccessLog
  readonly nextId: (request: Pick<IncomingMessage, 'headers'>) => string
}

/**
 * The server of an app, not listening yet, whose heads, connections and pace are bounded; and what answers where no request
 * could be read.
 */
export function boundServer(parts: ServerParts) {
  const pipelines = new Pipelines()
  const writes = new Pacer(paceOfWrites)
  return {
    listen: (handle: (request: IncomingMessage, response: ServerResponse) => void) => {
      const server = new BoundServer(parts.limits, pipelines)
      const take = (request: IncomingMessage, response: ServerResponse) =>
        pipelines.take(request, response, () => {
          if (onlyReads(request)) handle(request, response)
          else writes.take(response, () => handle(request, response))
        })
      server.on('request', take)
      // An expectation that is not known may be ignored (RFC 9110, section 10.1.1); Node would answer it without our fields.
      server.on('checkExpectation', take)
      server.on('timeout', (socket: Socket) => {
        // Nothing has moved: either the caller does not read its answer, or the service is still working on it.
        if (socket.writableLength > 0 || pipelines.answerOn(socket) === undefined) socket.destroy()
      })
      return server
    },
    answerUnread: (error: NodeJS.ErrnoException, socket: Socket) =>
      answerUnread(error, socket, { ...parts, pipelines }),
  }
}

function onlyReads({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

class BoundServer extends Server {
  /**
   * Lets a caller who has closed its side still get what it asked for before (RFC 9112, section 9.6). Node has the setting
   * since its version 0.3 without a public name.
   */
  readonly httpAllowHalfOpen = true
  readonly #open = new Set<Socket>()
  readonly #pipelines: Pipelines

  constructor(limits: HttpLimits, pipelines: Pipelines) {
    super({
      maxHeaderSize: parsedHeadBytesMax,
      // Answered as every other fault is.
      requireHostHeader: false,
      headersTimeout: limits.headMillis,
      // A long import is not a slow client: bodies have limits of their own.
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

  /** Node takes a connection for idle when its answer has been made, and would cut it off while its caller is reading that. */
  override closeIdleConnections(): void {
    for (const socket of this.#open) if (this.#pipelines.answerOn(socket) === undefined) socket.destroy()
  }
}

/**
 * Answers what Node could not read as a request, as far as the connection still allows that; behind the answers to the
 * requests that came before it.
 */
function answerUnread(
  error: NodeJS.ErrnoException,
  socket: Socket,
  parts: ServerParts & { readonly pipelines: Pipelines },
): void {
  const answer = parts.pipelines.answerOn(socket)
  if (answer?.req.complete && error.code !== 'ECONNRESET') {
    socket.pause()
    // Else the end of the caller's side, which may come although nothing is read any more, would end ours with this answer.
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

/** Called when an answer is complete or cut off: stops what waits for it, and does not read a left-over body for ever. */
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
