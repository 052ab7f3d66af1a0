import type { IncomingMessage } from 'node:http'
import cors from '@fastify/cors'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Problem } from '../common/problem.ts'
import { AccessLog } from './access-log.ts'
import { admit, identify } from './admit.ts'
import { allRoutes } from './all-routes.ts'
import type { Answer } from './answer.ts'
import { bodyBytesMax, boundBodies, ignoreBodies, ignoreType, readJsonBodies, streamBodies } from './body.ts'
import { varyOnCaller } from './caching.ts'
import { clientClosedRequest, nobody, Timing } from './call.ts'
import { Compression } from './compression.ts'
import { answerUnread, callerGone, createBoundServer, createDrain, endOfAnswer, limitBodyTime } from './connections.ts'
import { corsOptions } from './cors.ts'
import { referencePage } from './docs.ts'
import { defaultLimits, type HttpLimits, headBytesMax, headLength, namesItsHost, parsedHeadBytesMax } from './limits.ts'
import { createNotFound } from './not-found.ts'
import { type Pace, Paced } from './paced.ts'
import { createUnknownPage, readBuiltPage } from './page.ts'
import type { HttpParts } from './parts.ts'
import { headTooLarge } from './problems.ts'
import { findSecrets, requestIds } from './request-id.ts'
import { wantedRevision } from './revisions.ts'
import type { BodyForm, Route } from './route.ts'
import { importTypes } from './routes/import.ts'
import { type Sender, sendAnswer, sendError } from './send.ts'
import { Turns } from './turns.ts'
import { UnreadAnswers } from './unread-answers.ts'

/**
 * Writes are committed in groups, so those who write are answered together and send their next requests together; were all
 * of these carried out as they are read, whoever only asks would wait behind the burst. Four take about a millisecond.
 */
const paceOfWrites: Pace = { atOnce: 4, atMost: 32 }
/** Large answers, for which many may ask before they read any. */
const paceOfLarge: Pace = { atOnce: 8, atMost: 8, millis: 4 }

/** Everything that is served over HTTP, not listening yet. */
export function buildApp(parts: HttpParts): FastifyInstance {
  const limits = { ...defaultLimits, ...parts.limits }
  const isSecret = findSecrets(parts.secrets)
  const log = new AccessLog(parts.writeAccessLog, isSecret)
  const drain = createDrain(limits.drainMillis)
  const page = readBuiltPage()
  const { stopping } = drain
  const routes = allRoutes(parts, { stopping, idleMillis: limits.idleMillis, page })
  const unread = new UnreadAnswers(limits.unreadBytesMax)
  const large = new Paced(paceOfLarge, () => performance.now())
  const sender = { ...parts, compression: new Compression(parts), unread, large }
  const app = createServer(limits, parts, { log, nextId: requestIds(isSecret), stopping })

  app.addHook('preClose', async () => drain.start(app.server))
  app.addHook('onClose', async () => log.flush())
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error, parts))
  if (parts.config.corsOrigins.length > 0) void app.register(cors, corsOptions(parts.config.corsOrigins))
  app.after(() => {
    const notFound = createNotFound(routes, parts, createUnknownPage(page, parts))
    observe(app, { parts, log, notFound, stopping })
    app.removeAllContentTypeParsers()
    app.setNotFoundHandler((request, reply) => carryOut(request, reply, sender))
    for (const form of ['json', 'stream', 'none'] as const) {
      void app.register(async (scope) => {
        readBodies(scope, form)
        if (form === 'json') boundBodies(scope, limits.bodiesBytesMax)
        for (const route of routes) if (route.body === form) addRoute(scope, route, { parts, limits, sender })
      })
    }
    void app.register(referencePage, { unread })
  })
  return app
}

interface Entrance {
  readonly log: AccessLog
  readonly nextId: ReturnType<typeof requestIds>
  readonly stopping: AbortSignal
}

function createServer(limits: HttpLimits, parts: HttpParts, { log, nextId, stopping }: Entrance): FastifyInstance {
  const turns = new Turns()
  const writes = new Paced(paceOfWrites, () => performance.now())
  return Fastify({
    logger: false,
    genReqId: nextId,
    bodyLimit: bodyBytesMax,
    return503OnClosing: false,
    serverFactory: (handle) =>
      createBoundServer({ limits, stopping, turns }, (request, response) =>
        turns.take(request, response, () => {
          if (onlyReads(request)) handle(request, response)
          else writes.take(response, () => handle(request, response))
        }),
      ),
    clientErrorHandler: (error, socket) => answerUnread(error, socket, { id: nextId({ headers: {} }), log, turns }),
    routerOptions: {
      maxParamLength: parsedHeadBytesMax,
      // Each route reads its query itself (route.ts).
      querystringParser: () => ({}),
    },
    frameworkErrors(error, request, reply) {
      begin(request, reply)
      sendError(request, reply, refusalOf(request, parts) ?? error, parts)
      record(request, reply, { parts, log, status: reply.statusCode })
    },
  })
}

function onlyReads({ method }: Pick<IncomingMessage, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/** The 401 of a request whose address cannot be read, which comes before the fault in the address (D45). */
function refusalOf(request: FastifyRequest, parts: HttpParts): unknown {
  try {
    identify(request, parts)
    return undefined
  } catch (error) {
    return error
  }
}

interface Observers {
  readonly parts: HttpParts
  readonly log: AccessLog
  readonly notFound: (request: FastifyRequest) => Problem | Answer
  readonly stopping: AbortSignal
}

/** What happens around every request, whatever its route: its id, its limits, its line in the log, its metrics. */
function observe(app: FastifyInstance, { parts, log, notFound, stopping }: Observers): void {
  app.decorateRequest('pattern', 'unknown')
  app.decorateRequest('caller')
  app.decorateRequest('timing')
  app.decorateRequest('proceed')
  app.decorateRequest('gone')
  app.decorateRequest('kept')
  app.decorateRequest('isLarge', false)
  app.decorateRequest('bodyTimer')
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply)
    reply.raw.on('close', () => {
      const status = reply.raw.writableFinished ? reply.raw.statusCode : clientClosedRequest
      endOfAnswer(request)
      record(request, reply, { parts, log, status })
      if (stopping.aborted) app.server.closeIdleConnections()
    })
    if (headLength(request.raw) > headBytesMax) throw headTooLarge()
    if (!namesItsHost(request.raw)) throw new Problem('bad-request', 'a request has one Host, not none or several')
    if (stopping.aborted) throw stoppingProblem()
    // Before the framework looks at the body, so that none of its rules comes first (D45).
    if (request.is404) {
      const answer = answerOf(notFound(request))
      request.proceed = () => answer
    }
    done()
  })
}

interface Ending {
  readonly parts: HttpParts
  readonly log: AccessLog
  readonly status: number
}

/** A request that has ended, in the log and in the metrics. */
function record(request: FastifyRequest, reply: FastifyReply, { parts, log, status }: Ending): void {
  const micros = request.timing.microseconds()
  log.add(request, { status, micros, bytes: bytesOf(reply) })
  parts.metrics.request(request.method, request.pattern, status, micros / 1e6)
}

function stoppingProblem(): Problem {
  const headers = { 'retry-after': '1', connection: 'close' }
  return new Problem('unavailable', 'the service is being stopped', { headers })
}

/** The length of the answer's body, -1 for a stream, whose length no header told. */
function bytesOf(reply: FastifyReply): number {
  const length = reply.getHeader('content-length')
  if (length !== undefined) return Number(length)
  return reply.statusCode === 204 || reply.statusCode === 304 ? 0 : -1
}

/** Throws what is a Problem. */
function answerOf(found: Problem | Answer): Answer {
  if (found instanceof Problem) throw found
  return found
}

/** The fields of a request, and the headers that no answer lacks. */
function begin(request: FastifyRequest, reply: FastifyReply): void {
  request.timing = new Timing()
  request.caller = nobody
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? varyOnCaller : `${String(vary)}, ${varyOnCaller}`)
}

function readBodies(scope: FastifyInstance, form: BodyForm): void {
  if (form === 'json') readJsonBodies(scope)
  else if (form === 'stream') streamBodies(scope, importTypes)
  else ignoreBodies(scope)
}

interface RouteContext {
  readonly parts: HttpParts
  readonly limits: HttpLimits
  readonly sender: Sender
}

function addRoute(scope: FastifyInstance, route: Route, context: RouteContext): void {
  const { parts, limits } = context
  const method = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]
  for (const prefix of route.rootOnly ? [''] : ['', '/v4']) {
    scope.route({
      method,
      url: `${prefix}${route.path}`,
      exposeHeadRoute: false,
      onRequest(request, reply, done) {
        admit(request, route, parts)
        if (route.body === 'none') ignoreType(request)
        if (route.body === 'json') limitBodyTime(request, reply, limits.bodyMillis)
        const wanted = wantedRevision(request.headers)
        if (wanted === 0 || wanted <= parts.revisions.seen().revision) done()
        else parts.revisions.reach(wanted, callerGone(request)).then(() => done(), done)
      },
      handler: (request, reply) => carryOut(request, reply, context.sender),
    })
  }
}

/** Carries out what is left to do; an answer that is there at once is sent without waiting for a turn. */
function carryOut(request: FastifyRequest, reply: FastifyReply, sender: Sender): void {
  if (request.headers['accept-encoding'] !== undefined) {
    request.kept = (tag) => sender.compression.keptJson(request, tag)
  }
  if (request.isLarge) sender.large.take(reply.raw, () => void sendLater(request, reply, sender))
  else {
    const answer = request.proceed(request)
    if (answer instanceof Promise) void sendLater(request, reply, sender, answer)
    else sendAnswer(request, reply, answer, sender)
  }
}

async function sendLater(
  request: FastifyRequest,
  reply: FastifyReply,
  sender: Sender,
  begun?: Promise<Answer>,
): Promise<void> {
  try {
    const answer = begun ?? request.proceed(request)
    sendAnswer(request, reply, answer instanceof Promise ? await answer : answer, sender)
  } catch (error) {
    reply.send(error instanceof Error ? error : new Error(String(error)))
  }
}
