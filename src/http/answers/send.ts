import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { may } from '../../access/access.ts'
import { Problem } from '../../common/problem.ts'
import type { UnreadAnswers } from '../connections/backpressure.ts'
import { revisionHeader } from '../requests/admission.ts'
import type { Known } from '../requests/call.ts'
import type { HttpParts } from '../route-parts.ts'
import { type Answer, tagHeld } from './answer.ts'
import type { Compression } from './compression.ts'
import { problemBody, problemOf, problemType } from './problems.ts'

/** The cache rules of every API answer (D43). */
const cacheControl = 'private, no-cache'

/** The dependencies of sending. */
export interface Sender extends Pick<HttpParts, 'logger' | 'config' | 'replica'> {
  readonly compression: Compression
  readonly unread: UnreadAnswers
  /** Once aborted, each answer is the last one of its connection. */
  readonly stopping: AbortSignal
}

/** Returns a lookup of answers that need not be built: a 304, or a cached compressed body. */
export function knownTo(request: FastifyRequest, { compression }: Sender): Known | undefined {
  const { 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding } = request.headers
  if (ifNoneMatch === undefined && acceptEncoding === undefined) return undefined
  return (etag, headers) => {
    if (etag === undefined) return undefined
    if (tagHeld(ifNoneMatch, etag) !== undefined) return { status: 304, etag, headers: keptHeaders(headers) }
    return compression.cached(request, etag, headers)
  }
}

/** Sends the answer of a route. Only this module writes answers. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer, sender: Sender): void {
  const { etag } = answer
  if (request.route) request.timing.end(request.route.step)
  tellRevision(request, reply, sender)
  reply.header('cache-control', cacheControl)
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const held = etag && reads ? tagHeld(request.headers['if-none-match'], etag) : undefined
  if (held === undefined) sender.compression.encode(request, answer, (made) => send(request, reply, made, sender))
  else send(request, reply, { status: 304, etag: held, headers: keptHeaders(answer.headers) }, sender)
}

/**
 * Returns the headers that a 304 repeats, because caches update from them (RFC 9111, 3.2): all but those about the
 * body.
 */
function keptHeaders(headers: Answer['headers'] = {}): NonNullable<Answer['headers']> {
  const ofBody = /^content-(?!security-policy$)/
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofBody.test(name)))
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer, sender: Sender): void {
  const { status, etag, headers, cookies, body } = answer
  request.endTurn?.()
  // Prevents further requests on a connection that is no longer read.
  if (sender.stopping.aborted) reply.header('connection', 'close')
  if (etag !== undefined) reply.header('etag', etag)
  if (headers !== undefined) reply.headers(headers)
  if (cookies !== undefined) reply.header('set-cookie', cookies)
  if (request.rateFields !== undefined) reply.headers(request.rateFields)
  if (body instanceof Readable) watch(body, request, sender)
  reply.header('server-timing', request.timing.toString()).code(status).send(body)
  sender.unread.note(reply.raw)
}

/**
 * Adds the revision that the answer reflects; other replicas may have reached another. It reveals every write,
 * including unpublished ones, so only readers get it.
 */
function tellRevision({ caller }: FastifyRequest, reply: FastifyReply, { replica }: Sender): void {
  if (may(caller, 'read')) reply.header(revisionHeader, replica.watermark.text)
}

/** A caller cannot learn why an answer broke off, so it is logged. */
function watch(body: Readable, { id }: FastifyRequest, { logger }: Sender): void {
  body.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') logger.error({ err: error, requestId: id }, 'an answer broke off')
  })
}

/**
 * Sends the answer to a thrown value. Anything but a Problem is an internal failure: the error is logged, and the
 * caller gets the request id.
 */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown, sender: Sender): void {
  const { logger, config } = sender
  tellRevision(request, reply, sender)
  const problem = error instanceof Problem ? error : problemOf(error, request.id)
  if (problem.code === 'internal') logger.error({ err: error, requestId: request.id }, 'a request failed')
  // The rest of the body is read and dropped, so that the caller can read the answer (`endOfAnswer`).
  if (reply.hasHeader('connection')) reply.removeHeader('connection')
  const headers = { 'cache-control': 'no-store', 'content-type': problemType, ...problem.headers }
  const body = JSON.stringify(problemBody(problem, request.url, config.publicUrl))
  const shown: Partial<Answer> = request.route?.problemPage?.(request, problem) ?? { body }
  send(request, reply, { ...shown, status: problem.status, headers: { ...headers, ...shown.headers } }, sender)
}
