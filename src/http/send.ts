import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isNarrowed } from '../access/access.ts'
import { Problem } from '../common/problem.ts'
import { revisionHeader } from './admission.ts'
import { type Answer, tagHeld } from './answer.ts'
import type { UnreadAnswers } from './backpressure.ts'
import type { Known } from './call.ts'
import type { Compression } from './compression.ts'
import type { HttpParts } from './parts.ts'
import { problemBody, problemOf, problemType } from './problems.ts'

/** What every answer of the API says about caches (D43). */
const cacheControl = 'private, no-cache'

/** What answers are sent with. */
export interface Sender extends Pick<HttpParts, 'logger' | 'config' | 'revisions'> {
  readonly compression: Compression
  readonly unread: UnreadAnswers
}

/** What need not be made for a request: what its caller has, or had compressed before. */
export function knownTo(request: FastifyRequest, { compression }: Sender): Known | undefined {
  const { 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding } = request.headers
  if (ifNoneMatch === undefined && acceptEncoding === undefined) return undefined
  return (etag, headers) => {
    if (etag === undefined) return undefined
    if (tagHeld(ifNoneMatch, etag) !== undefined) return { status: 304, etag }
    return compression.kept(request, etag, headers)
  }
}

/** Sends what a route gives: the one place that writes answers. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer, sender: Sender): void {
  const { etag } = answer
  tellRevision(request, reply, sender)
  reply.header('cache-control', cacheControl)
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const held = etag && reads ? tagHeld(request.headers['if-none-match'], etag) : undefined
  if (held !== undefined) {
    answer.release?.()
    reply.header('server-timing', request.timing.toString()).header('etag', held).code(304).send()
    return
  }
  sender.compression.encode(request, answer, (encoded) => sendWhole(request, reply, encoded, sender))
}

function sendWhole(request: FastifyRequest, reply: FastifyReply, answer: Answer, sender: Sender): void {
  const { status, etag, headers, body, release } = answer
  reply.header('server-timing', request.timing.toString())
  if (etag !== undefined) reply.header('etag', etag)
  if (headers !== undefined) reply.headers(headers)
  if (body instanceof Readable) watch(body, request, sender)
  reply.code(status)
  if (Array.isArray(body)) {
    const pieces = new Pieces(body, (response) => {
      sender.unread.note(response)
      // Mostly the system has taken everything at once.
      if (response.writableLength === 0) release?.()
    })
    reply.header('content-length', pieces.length).send(pieces)
  } else {
    reply.send(body)
    sender.unread.note(reply.raw)
  }
}

/** A body in pieces, all of which are handed to the system together and where they lie, without a copy. */
class Pieces extends Readable {
  readonly length: number
  readonly #pieces: readonly Buffer[]
  readonly #onWritten: (response: ServerResponse) => void

  constructor(pieces: readonly Buffer[], onWritten: (response: ServerResponse) => void) {
    super()
    this.length = pieces.reduce((sum, { length }) => sum + length, 0)
    this.#pieces = pieces
    this.#onWritten = onWritten
  }

  override pipe<Target extends NodeJS.WritableStream>(target: Target): Target {
    const response = target as unknown as ServerResponse
    response.cork()
    for (const piece of this.#pieces) response.write(piece)
    response.end()
    this.#onWritten(response)
    return target
  }
}

/** Which revision the answer has seen, where other replicas may have seen another; it would tell of what is not published. */
function tellRevision({ caller }: FastifyRequest, reply: FastifyReply, { revisions }: Pick<Sender, 'revisions'>): void {
  if (revisions.shared && !isNarrowed(caller)) reply.header(revisionHeader, revisions.seen().text)
}

/** An answer that breaks off can tell its caller nothing but that, so the log has to know why. */
function watch(body: Readable, { id }: FastifyRequest, { logger }: Sender): void {
  body.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') logger.error({ err: error, requestId: id }, 'an answer broke off')
  })
}

/** Sends the answer to whatever was thrown. What is no Problem is a failure of ours: the log has it, the caller its id. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  parts: Pick<Sender, 'logger' | 'config' | 'revisions'>,
): void {
  const { logger, config } = parts
  tellRevision(request, reply, parts)
  const problem = error instanceof Problem ? error : problemOf(error, request.id)
  if (problem.code === 'internal') logger.error({ err: error, requestId: request.id }, 'a request failed')
  // What is left of the body is read and dropped, so that the caller gets to read the answer (`endOfAnswer`).
  if (reply.hasHeader('connection')) reply.removeHeader('connection')
  reply.headers(problem.headers).header('cache-control', 'no-store').header('content-type', problemType)
  reply.header('server-timing', request.timing.toString())
  reply.code(problem.status).send(JSON.stringify(problemBody(problem, request.url, config.publicUrl)))
}
