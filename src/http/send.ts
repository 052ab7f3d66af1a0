import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isNarrowed } from '../access/access.ts'
import { Problem } from '../common/problem.ts'
import type { Answer } from './answer.ts'
import { cacheControl, tagHeld } from './caching.ts'
import type { Compression } from './compression.ts'
import type { Paced } from './paced.ts'
import type { HttpParts } from './parts.ts'
import { type FrameworkError, internalProblem, problemBody, problemOfFramework, problemType } from './problems.ts'
import { revisionHeader } from './revisions.ts'
import type { UnreadAnswers } from './unread-answers.ts'

type Teller = Pick<HttpParts, 'logger' | 'config' | 'revisions'>

/** What answers are sent with; errors are not compressed. */
export interface Sender extends Teller {
  readonly compression: Compression
  readonly unread: UnreadAnswers
  /** The turns of large answers. */
  readonly large: Paced
}

/** Sends what a route gives: the one place that writes answers. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer, sender: Sender): void {
  const { etag } = answer
  tellRevision(request, reply, sender)
  reply.header('cache-control', cacheControl)
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const held = etag && reads ? tagHeld(request.headers['if-none-match'], etag) : undefined
  if (held !== undefined) {
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
  if (Array.isArray(body)) sendPieces(reply, body)
  else reply.send(body)
  sender.unread.note(reply.raw)
  // Mostly the system has taken everything at once.
  if (reply.raw.writableLength === 0) release?.()
}

/** Hands all pieces to the system together and where they lie; the framework would have them copied or read as a stream. */
function sendPieces(reply: FastifyReply, pieces: readonly Buffer[]): void {
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const { raw } = reply.header('content-length', bytes).hijack()
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  raw.cork()
  for (const piece of pieces) raw.write(piece)
  raw.end()
}

/** Which revision the answer has seen, where other copies may have seen another; it would tell of what is not published. */
function tellRevision({ caller }: FastifyRequest, reply: FastifyReply, { revisions }: Teller): void {
  if (revisions.shared && !isNarrowed(caller)) reply.header(revisionHeader, revisions.seen().text)
}

/** An answer that breaks off can tell its caller nothing but that, so the log has to know why. */
function watch(body: Readable, { id }: FastifyRequest, { logger }: Teller): void {
  body.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') logger.error({ err: error, requestId: id }, 'an answer broke off')
  })
}

/** Sends the answer to whatever was thrown. What is no Problem is a failure of ours: the log has it, the caller its id. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown, teller: Teller): void {
  const { logger, config } = teller
  tellRevision(request, reply, teller)
  const problem = problemOf(request, error)
  if (problem.code === 'internal') logger.error({ err: error, requestId: request.id }, 'a request failed')
  // What is left of the body is read and dropped, so that the caller gets to read the answer (see connections.ts).
  if (reply.hasHeader('connection')) reply.removeHeader('connection')
  reply.headers(problem.headers).header('cache-control', 'no-store').header('content-type', problemType)
  reply.header('server-timing', request.timing.toString())
  reply.code(problem.status).send(JSON.stringify(problemBody(problem, request.url, config.publicUrl)))
}

function problemOf(request: FastifyRequest, error: unknown): Problem {
  if (error instanceof Problem) return error
  const failure = error as FrameworkError
  const known = problemOfFramework(failure)
  if (known) return known
  if (failure.code === 'ECONNRESET') return new Problem('unreadable-body', 'the body broke off')
  return internalProblem(request.id)
}
